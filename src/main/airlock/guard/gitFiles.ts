import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { entriesUpTo, isClosed } from '#main/base/files/entriesUpTo';
import { isSessionId } from '#shared/ids';
import { GUARDED_FILES } from '../limits';
import type { GuardedFile } from './guardedFile';

interface GitFiles {
  /**
   * The path below the repository's folder. `*` is any single name; a folder covers all its
   * content.
   */
  readonly pattern: string;
  readonly reason: string;
}

const CONFIGURATION = 'Git runs commands that it names.';
const HOOK = 'Git runs it automatically.';
const UNFINISHED = 'Git runs commands that it names when you continue the operation in progress.';
const OVERLOOKS = 'It tells git what to ignore and how to read files.';
const ALTERNATES = 'Git takes files from the place that it names.';
const CLOSED = 'Git follows what is in it, and its permissions keep Airlock from listing that.';
const LEADS_AWAY = 'It points git to another repository.';

/**
 * Git's own files that decide what runs and which files git examines. Git itself is asked about
 * branches.
 */
const gitFiles: readonly GitFiles[] = [
  { pattern: 'config', reason: CONFIGURATION },
  { pattern: 'config.worktree', reason: CONFIGURATION },
  { pattern: 'hooks', reason: HOOK },
  { pattern: 'info', reason: OVERLOOKS },
  { pattern: 'objects/info/alternates', reason: ALTERNATES },
  { pattern: 'commondir', reason: LEADS_AWAY },
  // An interrupted rebase or series of picks continues with what is written there.
  ...['', 'worktrees/*/'].flatMap((below) =>
    ['rebase-merge/git-rebase-todo', 'sequencer/todo'].map((todo) => ({
      pattern: `${below}${todo}`,
      reason: UNFINISHED,
    })),
  ),
  { pattern: 'worktrees/*/config.worktree', reason: CONFIGURATION },
  { pattern: 'worktrees/*/commondir', reason: LEADS_AWAY },
  { pattern: 'worktrees/*/gitdir', reason: 'It points git to another folder.' },
  {
    pattern: 'worktrees/*/HEAD',
    reason: 'It records what another of your worktrees has checked out.',
  },
];

/** Files of a submodule's repository, by their names. */
const submoduleFiles: Readonly<Record<string, string>> = {
  config: CONFIGURATION,
  'config.worktree': CONFIGURATION,
  commondir: LEADS_AWAY,
  hooks: HOOK,
  info: OVERLOOKS,
};

/** Folders of a repository that do not affect what runs, and that may be large. */
const STORAGE: ReadonlySet<string> = new Set(['objects', 'logs', 'refs', 'lfs']);

export interface GitFileList {
  readonly files: readonly GuardedFile[];
  /** False if there are more files than are examined. */
  readonly isComplete: boolean;
}

/** All of these files below a repository's folder. */
export async function listGitFiles(folder: string, ownWorktree: string): Promise<GitFileList> {
  const lister = new GitFileLister(folder, ownWorktree);
  for (const { pattern, reason } of gitFiles) await lister.add(pattern.split('/'), '', reason);
  await lister.addSubmodules('modules');
  return { files: lister.files, isComplete: !lister.isFull };
}

class GitFileLister {
  readonly files: GuardedFile[] = [];
  /**
   * The number of entries that may still be read. Empty folders count, too, because there may be
   * very many.
   */
  private left = 2 * GUARDED_FILES;

  constructor(
    private readonly folder: string,
    private readonly ownWorktree: string,
  ) {}

  get isFull(): boolean {
    return this.files.length >= GUARDED_FILES || this.left <= 0;
  }

  async add([name, ...rest]: readonly string[], below: string, reason: string): Promise<void> {
    const isAny = name === undefined || name === '*';
    for (const entry of isAny ? await this.entriesIn(below) : await this.entry(below, name)) {
      if (this.isFull) return;
      if (this.isLeftOut(entry.path)) continue;
      if (entry.isFolder) await this.add(rest, entry.path, reason);
      // A link in place of a folder counts as a file, because it must not be followed.
      else this.files.push({ place: 'repository', path: entry.path, reason });
    }
  }

  /**
   * Adds submodules. Their names may contain slashes, and they may have submodules of their own.
   */
  async addSubmodules(below: string): Promise<void> {
    const isBetween = basename(below) === 'modules';
    for (const { path, isFolder } of await this.entriesIn(below)) {
      if (this.isFull) return;
      if (this.isLeftOut(path)) continue;
      const name = isBetween ? '' : basename(path);
      const reason = submoduleFiles[name];
      // A submodule may have the name of a folder of git's own, but only a repository has a HEAD.
      const isRepository = isFolder && (await this.entry(path, 'HEAD')).length > 0;
      if (isFolder && reason !== undefined && !isRepository) await this.add([], path, reason);
      else if (STORAGE.has(name) && !isRepository) {
        await this.add(['info', 'alternates'], path, ALTERNATES);
      } else if (isFolder) await this.addSubmodules(path);
      else if (reason !== undefined) this.files.push({ place: 'repository', path, reason });
    }
  }

  /**
   * Folders that are left out: nothing in them runs, and other sessions of ours come and go there.
   */
  private isLeftOut(path: string): boolean {
    const [, name, rest] = /^worktrees\/([^/]+)(?:\/(.+))?/.exec(path) ?? [];
    // An agent may check out anything in its own copy.
    if (name !== undefined && isSessionId(name))
      return name !== this.ownWorktree || rest === 'HEAD';
    return path.endsWith('.sample') || path.endsWith('.lock');
  }

  private async entriesIn(folder: string): Promise<readonly Entry[]> {
    const entries = await entriesUpTo(join(this.folder, folder), this.left);
    this.left -= entries.length;
    if (entries.length === 0 && (await isClosed(join(this.folder, folder)))) {
      this.files.push({ place: 'repository', path: folder, reason: CLOSED, isClosed: true });
    }
    return entries.map((entry) => ({
      path: folder === '' ? entry.name : `${folder}/${entry.name}`,
      isFolder: entry.isDirectory(),
    }));
  }

  private async entry(folder: string, name: string): Promise<readonly Entry[]> {
    const path = folder === '' ? name : `${folder}/${name}`;
    const status = await lstat(join(this.folder, path)).catch(() => null);
    return status === null ? [] : [{ path, isFolder: status.isDirectory() }];
  }
}

interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
}
