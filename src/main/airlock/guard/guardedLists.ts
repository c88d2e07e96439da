import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { entriesUpTo, isClosed } from '#main/base/files/entriesUpTo';
import type { Git } from '#main/git/git';
import { FILES_AT_ONCE, GUARDED_FILES, NESTED_REPOSITORIES, TRACKED_FOLDERS } from '../limits';
import type { RepositoryFacts } from './gitFacts';
import { listGitFiles } from './gitFiles';
import type { GuardedFile } from './guardedFile';
import { namedFiles } from './namedFiles';

/** Paths that the look at the tree has found and left to the guard. */
export interface Unreviewed {
  /** Names that git refuses. */
  readonly refused: readonly string[];
  /** Folders that are separate repositories. */
  readonly nested: readonly string[];
}

/** Which files are guarded in addition to those with fixed names; determined when a turn begins. */
export interface GuardedScope {
  /**
   * Files named in the configuration at that time: what an agent adds to it later is not the
   * user's.
   */
  readonly named: readonly GuardedFile[];
  /** Repositories that existed in the user's tree at that time. */
  readonly nested: readonly string[];
}

export const NO_SCOPE: GuardedScope = { named: [], nested: [] };

export interface ListParts {
  /** Git that reads the agent's tree through our own repository. */
  readonly git: Git;
  readonly workRoot: string;
  readonly isInPlace: boolean;
  /**
   * Whether the agent works in a copy with its own git folder, which the user's git would obey
   * there.
   */
  readonly hasOwnRepository: boolean;
  repository(): Promise<RepositoryFacts | null>;
}

const DOOR: GuardedFile = {
  place: 'work',
  path: '.git',
  reason: 'It tells git where its files are.',
};
const REFUSED_NAME = 'Git ignores it, and some systems treat this name as git’s own.';
const NESTED = 'Git runs it, or what it names, in a repository inside your project.';
const INNER =
  'It turns a folder of the project into a separate repository, and git then follows its settings.';

const COPIED = 'It is in the agent’s copy, and git follows it when you use git there.';

/** Finds the files of a session that are guarded because of their place. */
export class GuardedLists {
  /** False if there are more files than are examined. */
  isComplete = true;

  constructor(private readonly parts: ListParts) {}

  /** Determines the scope; `ignored` is git's list. In place, the review shows the other files. */
  async scope({ nested }: Unreviewed, ignored: readonly string[]): Promise<GuardedScope> {
    const { isInPlace } = this.parts;
    const repository = await this.parts.repository();
    const named = repository ? await namedFiles(repository) : [];
    return {
      named: named.flatMap((file) => {
        if (file.place !== 'project' || !isInPlace) return [file];
        return isAmong(file.path, ignored) ? [{ ...file, place: 'work' as const }] : [];
      }),
      nested: isInPlace ? nested.slice(0, NESTED_REPOSITORIES) : [],
    };
  }

  /** Lists the files; costs a few file system calls. */
  async list(
    { refused, nested }: Unreviewed,
    scope: GuardedScope,
  ): Promise<readonly GuardedFile[]> {
    this.isComplete = true;
    const files = [
      ...(await this.gitOwn()),
      ...refused.map((path) => ({ place: 'work' as const, path, reason: REFUSED_NAME })),
    ];
    for (const file of scope.named) files.push(...(await this.named(file)));
    if (this.parts.isInPlace) {
      const all = [...new Set([...scope.nested, ...nested])];
      if (all.length > NESTED_REPOSITORIES) this.isComplete = false;
      for (const path of all.slice(0, NESTED_REPOSITORIES)) {
        files.push(...(await this.nested(path, scope.nested.includes(path))));
      }
    }
    return files;
  }

  private async gitOwn(): Promise<readonly GuardedFile[]> {
    const { workRoot } = this.parts;
    const repository = await this.parts.repository();
    const files = await this.gitFiles(repository?.folder ?? join(workRoot, '.git'));
    // No repository exists yet: watch for a new one.
    if (!repository) return [DOOR, ...files.map((file) => inWork(file, '.git'))];
    const doors: readonly GuardedFile[] =
      repository.root === workRoot ? [DOOR] : [DOOR, { ...DOOR, place: 'project' }];
    const copy = this.parts.hasOwnRepository ? await this.gitFiles(join(workRoot, '.git')) : [];
    const own = copy.map((file) => because(inWork(file, '.git'), COPIED));
    return [...doors, ...files, ...own];
  }

  private async gitFiles(folder: string): Promise<readonly GuardedFile[]> {
    const { files, isComplete } = await listGitFiles(folder, basename(this.parts.workRoot));
    if (!isComplete) this.isComplete = false;
    return files;
  }

  /**
   * Entries called `.git` in folders with tracked files: git skips them silently, but obeys them
   * when it is run in that folder. Costs a command, and a call for each folder.
   */
  async inner(): Promise<readonly GuardedFile[]> {
    const { git, workRoot } = this.parts;
    const folders = foldersOf(await git.list(['ls-files', '-z']));
    if (folders.length > TRACKED_FOLDERS) this.isComplete = false;
    const found = await mapLimited(
      FILES_AT_ONCE,
      folders.slice(0, TRACKED_FOLDERS),
      async (folder) => {
        const door = `${folder}/.git`;
        const status = await lstat(join(workRoot, door)).catch(() => null);
        if (status === null) return [];
        const itself = { place: 'work' as const, path: door, reason: INNER };
        if (!status.isDirectory()) return [itself];
        const files = await this.gitFiles(join(workRoot, door));
        // Without this file it is not a repository.
        const head = { ...itself, path: `${door}/HEAD` };
        return [itself, head, ...files.map((file) => inWork(file, door))];
      },
    );
    return found.flat();
  }

  /** A folder covers its files, and counts even if it does not exist yet. */
  private async named(file: GuardedFile): Promise<readonly GuardedFile[]> {
    const repository = await this.parts.repository();
    const roots = { repository: repository?.folder, project: repository?.root };
    const root = file.place === 'work' ? this.parts.workRoot : roots[file.place as 'project'];
    if (root === undefined) return [];
    const status = await lstat(join(root, file.path)).catch(() => null);
    if (!status?.isDirectory()) return [file];
    const entries = await entriesUpTo(join(root, file.path), GUARDED_FILES);
    if (entries.length >= GUARDED_FILES) this.isComplete = false;
    if (entries.length === 0 && (await isClosed(join(root, file.path)))) {
      return [{ ...file, isClosed: true }];
    }
    return entries
      .filter((entry) => !entry.isDirectory() && !entry.name.endsWith('.sample'))
      .map(({ name }) => ({ ...file, path: `${file.path}/${name}` }));
  }

  /**
   * The files of a nested repository. For a new one only its hooks, because git creates the rest
   * for every clone.
   */
  private async nested(path: string, wasThere: boolean): Promise<readonly GuardedFile[]> {
    const door = `${path}/.git`;
    const status = await lstat(join(this.parts.workRoot, door)).catch(() => null);
    if (status === null) return [];
    if (!status.isDirectory()) return wasThere ? [{ ...DOOR, path: door }] : [];
    const files = await this.gitFiles(join(this.parts.workRoot, door));
    return files
      .filter((file) => wasThere || /(?:^|\/)hooks(?:\/|$)/.test(file.path))
      .map((file) => because(inWork(file, door), NESTED));
  }
}

/** All parent folders of these files, without the root. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders];
}

function inWork(file: GuardedFile, folder: string): GuardedFile {
  return { ...file, place: 'work', path: `${folder}/${file.path}` };
}

/** Adds the reason, except for a folder that we may not list, which keeps its own. */
function because(file: GuardedFile, reason: string): GuardedFile {
  return file.isClosed ? file : { ...file, reason };
}

/**
 * Whether the path is ignored. A folder with only ignored content is one entry, with a trailing
 * `/`.
 */
function isAmong(path: string, ignored: readonly string[]): boolean {
  return ignored.some((entry) =>
    entry.endsWith('/') ? `${path}/`.startsWith(entry) : entry === path,
  );
}
