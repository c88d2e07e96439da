import type { TreeDifference, TreeEntry } from '#main/airlock/tree/treeDifference';
import { AppException } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import type { ObjectStore } from './objectStore';

const TREE_MODE = '040000';
/** The number of trees that one command reads: a folder of a thousand files takes some 40 kB. */
const TREES_AT_ONCE = 1_000;

type Entries = ReadonlyMap<string, TreeEntry>;
type Trees = Map<ObjectId, Entries>;

/**
 * I18: the folders in the store, each checked against its id when it is read. Git does not check,
 * and any program that can write to the store could make a path name another file's bytes.
 */
export class VerifiedTrees {
  constructor(private readonly store: ObjectStore) {}

  /** The entries of a tree at these paths; missing ones are left out. */
  async entries(tree: ObjectId, paths: readonly string[]): Promise<ReadonlyMap<string, TreeEntry>> {
    const trees: Trees = new Map();
    let wanted: readonly ObjectId[] = [tree];
    for (let depth = 1; wanted.length > 0; depth++) {
      await this.readInto(trees, wanted);
      const folders = new Set(paths.flatMap((path) => folderAt(path, depth) ?? []));
      wanted = [...folders].flatMap((folder) => {
        const entry = lookUp(trees, tree, folder);
        return entry?.mode === TREE_MODE ? [entry.blob] : [];
      });
    }
    const found = paths.map((path) => [path, lookUp(trees, tree, path)] as const);
    return new Map(found.flatMap(([path, entry]) => (entry ? [[path, entry] as const] : [])));
  }

  /** Throws unless all folders of the tree are intact. */
  async check(tree: ObjectId): Promise<void> {
    const trees: Trees = new Map();
    let wanted: readonly ObjectId[] = [tree];
    while (wanted.length > 0) {
      await this.readInto(trees, wanted);
      const inner = wanted.flatMap((id) => [...(trees.get(id)?.values() ?? [])]);
      wanted = inner.flatMap(({ mode, blob }) =>
        mode === TREE_MODE && !trees.has(blob) ? [blob] : [],
      );
    }
  }

  /** The differences that git found, without the folders; throws unless both trees confirm them. */
  async confirmed(
    base: ObjectId,
    tree: ObjectId,
    found: readonly TreeDifference[],
  ): Promise<readonly TreeDifference[]> {
    const sides = found.flatMap((difference) => [difference.base, difference.proposed]);
    const folders = sides.flatMap((side) => (side?.mode === TREE_MODE ? [side.blob] : []));
    const trees: Trees = new Map();
    await this.readInto(trees, [base, tree, ...folders]);
    for (const difference of found) {
      const { path, oldPath = path } = difference;
      const isSo =
        isSame(lookUp(trees, base, oldPath), difference.base, difference.proposed) &&
        isSame(lookUp(trees, tree, path), difference.proposed, difference.base);
      if (!isSo) throw damaged();
    }
    return found.filter(
      (difference) =>
        difference.base?.mode !== TREE_MODE && difference.proposed?.mode !== TREE_MODE,
    );
  }

  private async readInto(trees: Trees, ids: readonly ObjectId[]): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !trees.has(id));
    for (let start = 0; start < wanted.length; start += TREES_AT_ONCE) {
      const some = wanted.slice(start, start + TREES_AT_ONCE);
      for (const [id, bytes] of await this.store.readAll(some, 'tree')) {
        if (bytes === 'unavailable') throw unavailable();
        if (typeof bytes === 'string') throw damaged();
        trees.set(id, parseTree(bytes, id.length / 2));
      }
    }
  }
}

/** The entry at a path; null if there is none. All its parent folders must have been read. */
function lookUp(trees: Trees, root: ObjectId, path: string): TreeEntry | null {
  let entry: TreeEntry = { mode: TREE_MODE, blob: root };
  for (const name of path.split('/')) {
    if (entry.mode !== TREE_MODE) return null;
    const folder = trees.get(entry.blob);
    if (folder === undefined) throw damaged();
    const inner = folder.get(name);
    if (inner === undefined) return null;
    entry = inner;
  }
  return entry;
}

/** The path's parent folder at this depth; null if the path is not that deep. */
function folderAt(path: string, depth: number): string | null {
  const names = path.split('/');
  return names.length > depth ? names.slice(0, depth).join('/') : null;
}

/**
 * Whether the entry agrees with git's report. If a file replaces a folder, git reports each
 * separately, as if the other did not exist.
 */
function isSame(here: TreeEntry | null, told: TreeEntry | null, other: TreeEntry | null): boolean {
  if (here === null || told !== null) return here?.mode === told?.mode && here?.blob === told?.blob;
  return other !== null && (here.mode === TREE_MODE) !== (other.mode === TREE_MODE);
}

function parseTree(bytes: Buffer, idBytes: number): Entries {
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const zero = bytes.indexOf(0, space);
    if (space < 0 || zero < 0) throw damaged();
    const mode = bytes.toString('latin1', at, space).padStart(6, '0');
    const end = zero + 1 + idBytes;
    const blob = bytes.toString('hex', zero + 1, end) as ObjectId;
    entries.set(bytes.toString('utf8', space + 1, zero), { mode, blob });
    at = end;
  }
  return entries;
}

function damaged(): AppException {
  const message =
    'Airlock’s saved copy of a folder is missing, or was changed on disk and cannot be trusted. Nothing was written.';
  return new AppException({ code: 'io', message });
}

function unavailable(): AppException {
  const message =
    'Airlock’s saved copy of a folder cannot be read now. Nothing was written. Check the disk and try again.';
  return new AppException({ code: 'io', message });
}
