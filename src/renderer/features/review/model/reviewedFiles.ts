import type { ChangeView } from '#shared/airlock/changeView';

/**
 * The newest change of each file; earlier ones are decided. Moved files are listed under their
 * current path.
 */
export function latestByPath(changes: readonly ChangeView[]): readonly ChangeView[] {
  const byPath = new Map<string, ChangeView>();
  for (const view of changes) {
    const known = byPath.get(view.change.path);
    if (known === undefined || isNewer(view, known)) byPath.set(view.change.path, view);
  }
  return [...byPath.values()].sort((left, right) =>
    comparePaths(left.change.path, right.change.path),
  );
}

/** An open change wins over a decided one of the same moment. */
function isNewer(left: ChangeView, right: ChangeView): boolean {
  if (left.status !== right.status) return left.status === 'open';
  return left.at >= right.at;
}

/** Sorted like in file managers: folders before files. */
export function comparePaths(left: string, right: string): number {
  const lefts = left.split('/');
  const rights = right.split('/');
  for (let index = 0; ; index++) {
    const [one, other] = [lefts[index], rights[index]];
    if (one === undefined || other === undefined) return lefts.length - rights.length;
    const oneIsFile = index === lefts.length - 1;
    const otherIsFile = index === rights.length - 1;
    if (oneIsFile !== otherIsFile) return oneIsFile ? 1 : -1;
    if (one !== other) return collator.compare(one, other) || (one < other ? -1 : 1);
  }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Without decided files if the user hides them; the current file stays. */
export function shownFiles(
  files: readonly ChangeView[],
  hidesDecided: boolean,
  path: string | null,
): readonly ChangeView[] {
  if (!hidesDecided) return files;
  return files.filter(({ change, status }) => status === 'open' || change.path === path);
}

/**
 * The file that the user picked; otherwise the first that needs a decision, or the first of all.
 */
export function selectedFile(
  files: readonly ChangeView[],
  path: string | null,
): ChangeView | undefined {
  return (
    files.find(({ change }) => change.path === path) ??
    files.find(({ status }) => status === 'open') ??
    files[0]
  );
}
