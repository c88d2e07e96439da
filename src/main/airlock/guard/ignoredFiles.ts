import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { entriesUpTo, isClosed } from '#main/base/files/entriesUpTo';
import type { Git } from '#main/git/git';
import { namesTest, type SelfArmingTest } from '#shared/airlock/selfArming';
import { pushAll } from '#shared/pushAll';
import { ARMED_FOLDER_FILES, FILES_AT_ONCE, IGNORED_ENTRIES, IGNORED_SHOWN } from '../limits';
import type { GuardedFile } from './guardedFile';

/**
 * Ignored paths as git lists them: a folder with only ignored content is one entry, with a trailing
 * `/`.
 */
export async function listIgnored(git: Git): Promise<readonly string[]> {
  return git.list(['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']);
}

/** The ignored files that can run code. */
export async function armedAmong(
  ignored: readonly string[],
  root: string,
  selfArming: SelfArmingTest,
): Promise<readonly GuardedFile[]> {
  const found: GuardedFile[] = [];
  for (const entry of ignored) {
    const path = entry.replace(/\/$/, '');
    const reason = selfArming(path);
    if (reason === null) continue;
    const files = entry.endsWith('/') ? await filesBelow(root, path) : [{ path }];
    pushAll(
      found,
      files.map((file) => ({ place: 'work' as const, reason, ...file })),
    );
  }
  return found;
}

async function filesBelow(
  root: string,
  folder: string,
): Promise<readonly Pick<GuardedFile, 'path' | 'isClosed'>[]> {
  const found: Pick<GuardedFile, 'path' | 'isClosed'>[] = [];
  const walk = new IgnoredWalk(root, ARMED_FOLDER_FILES);
  for await (const { path, isClosed: is } of walk.files([folder])) {
    found.push(is ? { path, isClosed: is } : { path });
  }
  return found;
}

/** Code that an interpreter runs at its start, even among installed files. */
const installedTest = namesTest(
  ['{site,user}customize.py', '{site,dist}-packages/*.pth'],
  'The interpreter runs it automatically when started in this folder.',
);

/** Code in a repository inside an ignored folder, such as a clone. */
const repositoryTest = namesTest(
  ['.git/config', '.git/hooks/*'],
  'Git runs it, or what it names, in a repository inside an ignored folder.',
);

export interface WrittenIgnored {
  readonly count: number;
  /** The first of the paths. */
  readonly paths: readonly string[];
  /** False if there are so many ignored files that not all were examined. */
  readonly isComplete: boolean;
  /** Files deep in ignored folders that can run code automatically. */
  readonly armed: readonly (GuardedFile & { readonly isNew: boolean })[];
}

/**
 * The ignored files that were written, moved or deleted since a moment, as far as their times show.
 */
export async function writtenSince(
  ignored: readonly string[],
  root: string,
  since: number,
): Promise<WrittenIgnored> {
  const walk = new IgnoredWalk(root, IGNORED_ENTRIES);
  const paths: string[] = [];
  const armed: (GuardedFile & { isNew: boolean })[] = [];
  const written = new Set<string>();
  for await (const { path, changedAt, madeAt } of walk.files(ignored)) {
    // Git also lists the files of some folders that it lists.
    if (changedAt < since || written.has(path)) continue;
    written.add(path);
    if (paths.length < IGNORED_SHOWN) paths.push(path);
    const installed = installedTest(path);
    const reason = installed ?? repositoryTest(path);
    if (reason === null || path.endsWith('.sample')) continue;
    const isConfiguration = installed === null && path.endsWith('/config');
    // Git replaces the configuration with a new file, so the folder's age counts.
    const isNew = (isConfiguration ? await walk.madeAt(dirname(path)) : madeAt) >= since;
    // Build tools clone repositories, and git creates a configuration for each.
    if (!(isConfiguration && isNew)) armed.push({ place: 'work', path, reason, isNew });
  }
  return { count: written.size, paths: paths.sort(), isComplete: walk.isComplete, armed };
}

interface FoundFile {
  readonly path: string;
  readonly changedAt: number;
  readonly madeAt: number;
  /** Set for a folder that we may not list. */
  readonly isClosed?: true;
}

interface FoundFolder {
  readonly inner: readonly string[];
  /** The time when the folder was moved here with its content; 0 if unknown. */
  readonly movedAt: number;
}

/** The time of a deleted entry, which counts as changed just now. */
const GONE = Number.POSITIVE_INFINITY;

/**
 * Walks folders level by level, so that entries near the top are seen before a limit is reached.
 */
class IgnoredWalk {
  private left: number;

  constructor(
    private readonly root: string,
    bound: number,
  ) {
    this.left = bound;
  }

  get isComplete(): boolean {
    return this.left > 0;
  }

  async *files(entries: readonly string[]): AsyncGenerator<FoundFile> {
    let level = entries.map((entry) => ({ path: entry.replace(/\/$/, ''), movedAt: 0 }));
    let isTop = true;
    while (level.length > 0 && this.left > 0) {
      const taken = level.slice(0, this.left);
      this.left -= taken.length;
      const seen = await mapLimited(FILES_AT_ONCE, taken, ({ path }) => this.look(path));
      const below: typeof level = [];
      for (const [index, one] of seen.entries()) {
        const { path, movedAt } = taken[index] ?? { path: '', movedAt: 0 };
        if (one === null) {
          if (isTop) yield { path, changedAt: GONE, madeAt: 0 };
        } else if ('inner' in one) {
          const moved = Math.max(movedAt, one.movedAt);
          below.push(...one.inner.map((inner) => ({ path: inner, movedAt: moved })));
        } else yield { ...one, changedAt: Math.max(one.changedAt, movedAt) };
      }
      level = below;
      isTop = false;
    }
  }

  async madeAt(path: string): Promise<number> {
    const status = await lstat(join(this.root, path)).catch(() => null);
    return status?.birthtimeMs ?? 0;
  }

  private async look(path: string): Promise<FoundFile | FoundFolder | null> {
    const place = join(this.root, path);
    const status = await lstat(place).catch(() => null);
    if (status === null) return null;
    if (!status.isDirectory()) {
      return { path, changedAt: status.ctimeMs, madeAt: status.birthtimeMs };
    }
    const entries = await entriesUpTo(place, this.left + 1);
    if (entries.length === 0 && (await isClosed(place))) {
      return { path, changedAt: status.ctimeMs, madeAt: status.birthtimeMs, isClosed: true };
    }
    // Moving a folder changes its status, but not the time at which its entries were written.
    const movedAt = status.ctimeMs > status.mtimeMs ? status.ctimeMs : 0;
    return { inner: entries.map(({ name }) => `${path}/${name}`), movedAt };
  }
}
