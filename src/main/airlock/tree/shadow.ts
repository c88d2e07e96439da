import { appendFile, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { refuse } from '#main/airlock/disk/attempt';
import {
  LOCK_MILLISECONDS,
  LOCK_STEP_MILLISECONDS,
  ORPHAN_MILLISECONDS,
  ORPHAN_STEP_MILLISECONDS,
} from '#main/airlock/limits';
import type { ObjectFormat } from '#main/airlock/objects/objectHash';
import { ObjectStore } from '#main/airlock/objects/objectStore';
import { storesOf } from '#main/airlock/objects/ownObjects';
import { VerifiedTrees } from '#main/airlock/objects/verifiedTrees';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { ifExists } from '#main/base/files/ifExists';
import { explainRead } from '#main/base/files/keptFile';
import { readOwn } from '#main/base/files/ownFile';
import { setAside } from '#main/base/files/setAside';
import type { Git } from '#main/git/git';
import { formatSettings, throughFolder, writeAlternates } from './gitFolder';
import { readPlainText } from './readPlainText';
import type { Repository } from './repository';
import { SELECTION_SETTING, TREE_SETTINGS, treeSettings } from './treeSettings';
import type { UserSettings } from './userSettings';

/** The name of the shadow repository's folder in the session's folder. */
export const SHADOW_FOLDER = 'shadow.git';

/** The index for the agent's tree as last seen; the next one is for the baseline. */
export const WORK_INDEX = 'work.index';
export const BASE_INDEX = 'base.index';
/** The index for the tree that the session began with and the user's own edits since. */
export const OWN_INDEX = 'own.index';
/** The note of project files that existed before the turn and are in none of these. */
export const UNSEEN_FILE = 'unseen.json';
/** The note of files that an agent wrote in a turn and that are in none of these. */
export const LEFT_OUT_FILE = 'left-out.json';

/** Names no existing branch, but git accepts a folder as a repository only with a HEAD. */
const HEAD = 'ref: refs/heads/none\n';

/** Keeps bytes unchanged: no line endings are converted, and no filter runs. */
const RAW_ATTRIBUTES = '* -text !eol -filter -ident -working-tree-encoding\n';

/** Files in folders without a `.gitignore` whose diffs nobody reads. */
const PLAIN_EXCLUDES = [
  'node_modules/',
  '.venv/',
  'venv/',
  '__pycache__/',
  '.tox/',
  '.mypy_cache/',
  '.pytest_cache/',
  '.ruff_cache/',
  '.gradle/',
  '.next/',
  '.nuxt/',
  '.turbo/',
  '.cache/',
  '.DS_Store',
  'Thumbs.db',
];

export interface ShadowPlan {
  /** The repository; null for a folder without one. */
  readonly repository: Repository | null;
  readonly settings: UserSettings | null;
  /** The capabilities of the file system, as settings; null if they could not be tested. */
  readonly facts: readonly string[] | null;
  /** Paths that are not examined. */
  readonly excludes: readonly string[];
  /** Another object store, by an absolute path or one relative to the object folder. */
  readonly leansOn: string | null;
}

/**
 * A repository of our own, outside every place where an agent or the user works. The airlock reads
 * working trees through it, and so never obeys configuration that an agent could have written.
 */
export class Shadow {
  readonly objects: ObjectStore;
  readonly trees: VerifiedTrees;

  private constructor(
    readonly directory: string,
    private readonly program: Git,
    readonly format: ObjectFormat,
    stores: readonly string[],
  ) {
    this.objects = new ObjectStore(this.git(directory), directory, format, stores);
    this.trees = new VerifiedTrees(this.objects);
  }

  static async create(git: Git, directory: string, plan: ShadowPlan): Promise<Shadow> {
    const { repository, settings, facts, excludes, leansOn } = plan;
    const format = repository?.format ?? 'sha1';
    await rm(directory, { recursive: true, force: true });
    for (const folder of ['info', 'objects/info', 'objects/pack', 'refs']) {
      await mkdir(join(directory, folder), { recursive: true });
    }
    const names = facts === null ? TREE_SETTINGS : [SELECTION_SETTING];
    const lines = [
      ...formatSettings(format),
      '[core]',
      'bare = false',
      ...(facts ?? []),
      ...(settings ? await treeSettings(settings, repository ? names : [], ['excludesFile']) : []),
    ];
    await writeFile(join(directory, 'config'), `${lines.join('\n')}\n`);
    await writeFile(join(directory, 'HEAD'), HEAD);
    await writeFile(join(directory, 'info', 'attributes'), RAW_ATTRIBUTES);
    const rules = repository ? await excludesOf(repository) : PLAIN_EXCLUDES;
    await writeFile(join(directory, 'info', 'exclude'), [...rules, ''].join('\n'));
    if (leansOn !== null) await writeAlternates(join(directory, 'objects'), leansOn);
    const shadow = new Shadow(directory, git, format, await storesOf(join(directory, 'objects')));
    await shadow.exclude(excludes);
    return shadow;
  }

  /** Excludes paths from now on, whether they are files, folders or links. */
  async exclude(paths: readonly string[]): Promise<void> {
    const lines = Buffer.concat(paths.map(excludePattern));
    if (lines.length > 0) await appendFile(join(this.directory, 'info', 'exclude'), lines);
  }

  static async open(git: Git, directory: string): Promise<Shadow> {
    const config = await readSettings(directory);
    await restoreFrame(directory);
    const shadow = new Shadow(
      directory,
      git,
      /objectformat\s*=\s*sha256/i.test(config) ? 'sha256' : 'sha1',
      await storesOf(join(directory, 'objects')),
    );
    const isAlone = await orphansEnded(directory);
    for (const name of [WORK_INDEX, BASE_INDEX, OWN_INDEX]) {
      const lock = join(directory, `${name}.lock`);
      await (isAlone ? rm(lock, { force: true }) : breakLock(lock));
    }
    return shadow;
  }

  /** Removes the lock of a git command that died. Only for the one process that uses that index. */
  async unlock(index: string): Promise<void> {
    await rm(join(this.directory, `${index}.lock`), { force: true });
  }

  /** Git for a working tree, read through one of our own indexes. */
  git(workTree: string, index = WORK_INDEX): Git {
    return this.program.with({
      cwd: workTree,
      environment: throughFolder(this.directory, workTree, join(this.directory, index)),
      config: {
        'core.autocrlf': 'false',
        // Strict, because an agent can reset a file's time, but not its inode's.
        'core.trustctime': 'true',
        'core.checkstat': 'default',
        'core.fsync': 'loose-object',
        'core.fsyncMethod': 'batch',
      },
    });
  }
}

async function readSettings(directory: string): Promise<string> {
  const path = join(directory, 'config');
  const [read] = await Promise.allSettled([ifExists(readOwn(path))]);
  const restore = 'Restore it to continue. Nothing was changed.';
  if (read.status === 'rejected') {
    const words = explainRead(read.reason);
    throw refuse(`Airlock’s settings for this session’s changes, ${path}: ${words} ${restore}`);
  }
  if (read.value === undefined) {
    throw refuse(`Airlock’s record of this session’s changes is missing: ${directory}. ${restore}`);
  }
  const text = read.value.toString('utf8');
  // A folder without all of these settings would make git read the files differently.
  if (/repositoryFormatVersion/i.test(text) && /^[^\0]*\n$/.test(text)) return text;
  throw refuse(`Airlock’s settings for this session’s changes are damaged: ${path}. ${restore}`);
}

/**
 * Restores the files that are the same in every such folder, and sets aside anything in place of an
 * index, which is recreated.
 */
async function restoreFrame(directory: string): Promise<void> {
  const head = join(directory, 'HEAD');
  const [read] = await Promise.allSettled([ifExists(readOwn(head))]);
  const isWhole = read.status === 'fulfilled' && read.value?.toString('utf8') === HEAD;
  if (!isWhole) {
    if ((await ifExists(lstat(head)))?.isFile() !== true) await setAside(head);
    await writeFileAtomic(head, HEAD);
  }
  await mkdir(join(directory, 'refs'), { recursive: true });
  for (const name of [WORK_INDEX, BASE_INDEX, OWN_INDEX]) {
    const index = join(directory, name);
    const status = await ifExists(lstat(index));
    // Git would wait for a pipe.
    const isUsable = status === undefined || status.isFile() || status.isSymbolicLink();
    if (!isUsable) await setAside(index);
  }
}

/**
 * Breaks the lock of a killed run's git command that no longer runs. A running one may still
 * finish.
 */
async function breakLock(path: string): Promise<void> {
  for (let waited = 0; waited < LOCK_MILLISECONDS; waited += LOCK_STEP_MILLISECONDS) {
    if ((await ifExists(stat(path))) === undefined) return;
    await setTimeout(LOCK_STEP_MILLISECONDS);
  }
  await rm(path, { force: true });
}

async function excludesOf(repository: Repository): Promise<readonly string[]> {
  const text = await readPlainText(repository.exclude);
  return (text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Waits for the git commands of a killed run. A command that has just started has no lock yet, and
 * would take it while the same repository is opened again. False if it is unknown whether any run,
 * or if they do not end.
 */
async function orphansEnded(directory: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  for (let waited = 0; waited < ORPHAN_MILLISECONDS; waited += ORPHAN_STEP_MILLISECONDS) {
    if (!(await isInUse(directory))) return true;
    await setTimeout(ORPHAN_STEP_MILLISECONDS);
  }
  return false;
}

async function isInUse(directory: string): Promise<boolean> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(names.map((name) => usesRepository(name, directory)));
  return found.includes(true);
}

async function usesRepository(pid: string, directory: string): Promise<boolean> {
  try {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    if (!name.startsWith('git')) return false;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    return environment.split('\0').includes(`GIT_DIR=${directory}`);
  } catch {
    // The process has ended in the meantime, or belongs to another user.
    return false;
  }
}

/**
 * Matches a line feed by excluding every other byte: a pattern is one line and cannot contain the
 * byte itself.
 */
const LINE_FEED = Buffer.from('[!\x01-\x09\x0b-\xff]', 'latin1');

/** A line in git's exclude file that matches exactly this path at the top of the tree. */
export function excludePattern(path: string): Buffer {
  const escaped = path
    .replace(/[*?[\]\\!#]/g, '\\$&')
    .replace(/ $/, '\\ ')
    // Git treats a carriage return at the end as part of the line break.
    .replaceAll('\r', '[\r]');
  const [first = '', ...rest] = escaped.split('\n');
  const pieces = rest.flatMap((piece) => [LINE_FEED, Buffer.from(piece)]);
  return Buffer.concat([Buffer.from(`/${first}`), ...pieces, Buffer.from('\n')]);
}
