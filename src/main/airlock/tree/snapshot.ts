import { copyFile, lstat, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuse } from '#main/airlock/disk/attempt';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import {
  FILES_AT_ONCE,
  PROJECT_BYTES,
  PROJECT_FILES,
  STORED_FILE_BYTES,
} from '#main/airlock/limits';
import { ifExists } from '#main/base/files/ifExists';
import { type Git, joinZeros } from '#main/git/git';
import type { ObjectId, SessionId } from '#shared/ids';
import type { ChangeNotice } from '#shared/ipc/changes';
import { type Conversions, findConversions } from './conversions';
import { uncoverFiles } from './hiddenFiles';
import type { IndexEntry } from './indexLine';
import type { Repository } from './repository';
import { isNested, trackedFiles } from './trackedFile';
import type { UserSettings } from './userSettings';

/**
 * The user's current files, including uncommitted and untracked ones, as a tree in our own store.
 */
export interface Snapshot {
  readonly tree: ObjectId;
  /** The user's staged versions; null for files that are removed from the index. */
  readonly staged: readonly IndexEntry[];
  readonly conversions: Conversions;
  /** Untracked files that a filter would change, and that are therefore not part of the tree. */
  readonly left: readonly string[];
  /** Folders that are separate repositories. */
  readonly nested: readonly string[];
  readonly notices: readonly ChangeNotice[];
}

const ABSENT = '000000';

/** The ref that protects a session's tree from being pruned, out of the user's sight. */
export function sessionRef(session: SessionId, name: string): string {
  return `refs/airlock/${session}/${name}`;
}

export interface SnapshotPlan {
  /** Git for the user's project. */
  readonly user: Git;
  /**
   * Git for the user's files with a git folder and an index of ours. New objects go to our store.
   */
  readonly own: Git;
  /** The path of that index. */
  readonly index: string;
  readonly repository: Repository;
  readonly settings: UserSettings;
}

/**
 * Reads the user's files, index and objects without writing any of theirs. Files that a filter
 * would change stay as git knows them: we run no filters, and content that they keep out of the
 * repository must not get into it. The index must have been copied; it is removed at the end.
 */
export async function takeSnapshot(plan: SnapshotPlan): Promise<Snapshot> {
  const { own, index, repository, settings } = plan;
  try {
    const [status, entries] = await Promise.all([readStatus(own), trackedFiles(own)]);
    const wasPartial = await uncoverFiles(own, repository.root, entries);
    const { modified, untracked, staged } = wasPartial ? await readStatus(own) : status;
    const tracked = entries.filter((entry) => !isNested(entry)).map(({ path }) => path);
    const files = untracked.filter((path) => !path.endsWith('/'));
    const known = [...new Set([...tracked, ...files])];
    const conversions = await findConversions(own, settings, repository, known, 'checked-out');
    const filtered = new Set(conversions.filtered);
    const isPlain = (path: string) => !filtered.has(path);
    const notices: ChangeNotice[] = [];
    const changed = [
      ...modified.filter(isPlain),
      ...(await storable(files.filter(isPlain), repository.root, notices)),
    ];
    await updateIndex(own, changed);
    const isClean = changed.length === 0 && staged.length === 0 && repository.headTree !== null;
    const left = new Set(files.filter((path) => filtered.has(path)));
    return {
      tree: isClean
        ? (repository.headTree as ObjectId)
        : ((await own.text(['write-tree', '--missing-ok'])) as ObjectId),
      staged,
      conversions: { ...conversions, filtered: conversions.filtered.filter((p) => !left.has(p)) },
      left: [...left],
      nested: [
        ...entries.filter(isNested).map(({ path }) => path),
        ...untracked.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
      ],
      notices,
    };
  } finally {
    await rm(index, { force: true });
  }
}

/**
 * The files of a commit instead of the user's files. Files that are written from it are read again.
 */
export function committed({ headTree }: Repository): Snapshot {
  if (headTree === null) throw refuse('There is no commit to start from.');
  return {
    tree: headTree,
    staged: [],
    conversions: { all: true, filtered: [], endings: [] },
    left: [],
    nested: [],
    notices: [],
  };
}

interface TreeStatus {
  /** Tracked files that differ from the index, including deleted and unmerged ones. */
  readonly modified: readonly string[];
  /** Untracked paths; folders that are repositories end in `/`. */
  readonly untracked: readonly string[];
  readonly staged: readonly IndexEntry[];
}

async function readStatus(own: Git): Promise<TreeStatus> {
  const options = ['--untracked-files=all', '--no-renames', '--ignore-submodules=all'];
  const lines = await own.list(['status', '--porcelain=v2', '-z', ...options]);
  const modified: string[] = [];
  const untracked: string[] = [];
  const staged: IndexEntry[] = [];
  for (const line of lines) {
    const [, path] = /^\? (.*)$/s.exec(line) ?? [];
    const [, unmerged] = /^u (?:\S+ ){9}(.*)$/s.exec(line) ?? [];
    const ordinary = /^1 (.)(.) \S+ \S+ (\d+) \S+ \S+ (\S+) (.*)$/s.exec(line);
    if (path !== undefined) untracked.push(path);
    else if (unmerged !== undefined) modified.push(unmerged);
    else if (ordinary) {
      const [, inIndex, inTree, mode = '', blob, name = ''] = ordinary;
      if (inTree !== '.') modified.push(name);
      const entry = mode === ABSENT ? null : { mode, blob: blob as ObjectId };
      if (inIndex !== '.') staged.push({ path: name, entry });
    }
  }
  return { modified, untracked, staged };
}

/**
 * Copies the index. A split index is joined, because its other file stays in the user's git folder.
 */
export async function copyIndex({ user, repository, index }: SnapshotPlan): Promise<void> {
  await rm(index, { force: true });
  // Reading a pipe would wait forever; any other fault shows when the index does not work.
  const status = await ifExists(stat(repository.index));
  if (status?.isFile() === false) throw refuse(`${repository.index} is not a file.`);
  await ifExists(copyFile(repository.index, index));
  const there = user.with({ cwd: repository.root });
  const names = await readdir(dirname(repository.index));
  if (!names.some((name) => name.startsWith('sharedindex.'))) return;
  const copied = there.with({ environment: { GIT_INDEX_FILE: index } });
  await copied.run(['update-index', '--no-split-index', '--force-write-index']);
}

async function updateIndex(git: Git, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const input = joinZeros(paths);
  await git.run(['update-index', '-z', '--add', '--remove', '--stdin'], { input });
}

/** The files that can be stored; throws if there are too many. */
async function storable(
  files: readonly string[],
  root: string,
  notices: ChangeNotice[],
): Promise<readonly string[]> {
  const sizes = await mapLimited(FILES_AT_ONCE, files, async (path) => {
    const status = await ifExists(lstat(join(root, path)));
    return status?.size ?? 0;
  });
  const wanted = files.filter((path, position) => {
    // Git has other bytes than we for a name that is not text.
    const isLeft = (sizes[position] ?? 0) > STORED_FILE_BYTES || path.includes('\ufffd');
    if (isLeft) notices.push({ path, reason: 'not-carried' });
    return !isLeft;
  });
  const bytes = sizes.reduce((sum, size) => sum + Math.min(size, STORED_FILE_BYTES), 0);
  if (wanted.length > PROJECT_FILES || bytes > PROJECT_BYTES) {
    throw refuse(
      `The project has ${wanted.length} untracked files that no .gitignore excludes: too many to copy.`,
    );
  }
  return wanted;
}
