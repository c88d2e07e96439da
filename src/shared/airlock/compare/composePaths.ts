/** The picks of one file: its present path, and the path that the picks would give it. */
export interface PickedPath {
  readonly path: string;
  /** The paths that the file would have afterwards; empty: it would be deleted. */
  readonly targets: ReadonlySet<string>;
}

/** The picks that would put two files in one place, or a file where another needs a folder. */
export function conflictingPicks<T extends PickedPath>(picked: readonly T[]): ReadonlySet<T> {
  const owners = new Map<string, T[]>();
  for (const one of picked) {
    for (const target of one.targets) owners.set(target, [...(owners.get(target) ?? []), one]);
  }
  const conflicting = new Set<T>();
  for (const [target, [first, ...more]] of owners) {
    if (first === undefined) continue;
    for (const one of more) conflicting.add(first).add(one);
    for (const folder of foldersOf(target)) {
      for (const one of owners.get(folder) ?? []) {
        if (one !== first || more.length > 0) conflicting.add(first).add(one);
      }
    }
  }
  return conflicting;
}

/** Deleted files come first: they make room for folders of the same name. */
export function inRoomOrder<T extends PickedPath>(picked: readonly T[]): readonly T[] {
  const rank = ({ path, targets }: T) => (targets.size === 0 ? 0 : targets.has(path) ? 2 : 1);
  return picked.toSorted((left, right) => rank(left) - rank(right));
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
