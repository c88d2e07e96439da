import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { refuse } from '#main/airlock/disk/attempt';
import type { ObjectFormat } from '#main/airlock/objects/objectHash';
import { ifExists } from '#main/base/files/ifExists';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';

/** The repository that a project folder belongs to. All paths are real paths. */
export interface Repository {
  /** The root of the working tree. */
  readonly root: string;
  /** The project folder's path below the root, with forward slashes; empty if it is the root. */
  readonly prefix: string;
  readonly commonDirectory: string;
  readonly objects: string;
  readonly index: string;
  readonly exclude: string;
  readonly attributes: string;
  /**
   * The file that lists the checked-out folders, if the user has selected some (sparse checkout).
   */
  readonly selection: string;
  readonly format: ObjectFormat;
  /** The file that names what is checked out. */
  readonly headFile: string;
  /** The file that lists commits cloned without their parents (shallow clone). */
  readonly shallow: string;
  /** The checked-out commit; null before the first one. */
  readonly head: ObjectId | null;
  /** The tree of that commit. */
  readonly headTree: ObjectId | null;
}

const FACTS = ['--is-bare-repository', '--is-inside-git-dir', '--show-object-format'];
const PATHS = [
  ['--show-toplevel'],
  ['--git-common-dir'],
  ['--git-path', 'objects'],
  ['--git-path', 'index'],
  ['--git-path', 'info/exclude'],
  ['--git-path', 'info/attributes'],
  ['--git-path', 'info/sparse-checkout'],
  ['--git-path', 'HEAD'],
  ['--git-path', 'shallow'],
] as const;
const HEADS = ['HEAD^{commit}', 'HEAD^{tree}'];

/** The repository; null for a folder without one. Throws if there is no tree to work from. */
export async function findRepository(git: Git, project: string): Promise<Repository | null> {
  const answer = await ask(git);
  if (answer === null) return null;
  if (answer.isInGitDirectory) throw refuse('This folder is the .git folder of a repository.');
  if (answer.isBare) throw refuse('This is a bare repository: it has no files to work on.');
  const { format, head, headTree } = answer;
  const paths = await pathsOf(git, project, answer.paths);
  const [top, commonDirectory, objects, index, exclude, attributes, selection, headFile, shallow] =
    paths;
  const root = await realpath(top);
  await assertAtItsPlace(root, await realpath(project));
  const prefix = relative(root, await realpath(project)).replaceAll(sep, '/');
  // The repository around this folder ignores it, such as one that manages a home folder.
  if (prefix !== '' && !(await hasTracked(git))) return null;
  return {
    root,
    prefix,
    commonDirectory: await realpath(commonDirectory),
    objects: await realpath(objects),
    index,
    exclude,
    attributes,
    selection,
    headFile,
    shallow,
    format,
    head,
    headTree,
  };
}

interface Answer extends Pick<Repository, 'format' | 'head' | 'headTree'> {
  readonly isBare: boolean;
  readonly isInGitDirectory: boolean;
  /** The paths as git printed them, one per line. */
  readonly paths: readonly string[];
}

/**
 * Asks everything with one command. It fails at the first question without an answer, after it has
 * answered the earlier ones.
 */
async function ask(git: Git): Promise<Answer | null> {
  const command = ['rev-parse', ...FACTS, ...PATHS.flat(), ...HEADS];
  const { code, output, said } = await git.run(command, { accepts: [0, 128] });
  const lines = output.toString('utf8').replace(/\n$/, '').split('\n');
  // Git repeats a name that it does not know.
  const isUnborn = code !== 0 && HEADS.includes(lines.at(-1) ?? '');
  if (code !== 0 && !isUnborn) return explain(git, lines, said);
  const heads = lines.slice(lines.indexOf(HEADS[0] ?? '') === -1 ? -HEADS.length : -1);
  const [head = null, headTree = null] = heads.map((id) => (isObjectId(id) ? id : null));
  return {
    ...factsOf(lines),
    head,
    headTree,
    paths: lines.slice(FACTS.length, -heads.length),
  };
}

function factsOf([bare, inGitDirectory, format]: readonly string[]) {
  const isBare = bare === 'true';
  return {
    isBare,
    // Inside a bare repository, git reports both as true.
    isInGitDirectory: inGitDirectory === 'true' && !isBare,
    format: format === 'sha256' ? ('sha256' as const) : ('sha1' as const),
  };
}

/** Why there is no working tree; null if there is no repository. */
async function explain(git: Git, lines: readonly string[], said: string): Promise<Answer | null> {
  const none = { head: null, headTree: null, paths: [] };
  if (lines.length >= FACTS.length) {
    const facts = factsOf(lines);
    if (facts.isBare || facts.isInGitDirectory) return { ...facts, ...none };
  }
  // With a path, a `.git` file leads nowhere. Without one, there is no `.git` at all.
  if (/not a git repository(?!: )/i.test(said)) return null;
  // Git's error for a repository that is not below a `.git`.
  if (/cannot use bare repository/i.test(said)) {
    const isInGitDirectory = basename(git.cwd) === '.git';
    return { isBare: true, isInGitDirectory, format: 'sha1', ...none };
  }
  if (/dubious ownership/i.test(said)) throw refuse(foreign(git.cwd));
  throw refuse(
    said.trim() === ''
      ? 'The repository changed while Airlock was reading it. Try again.'
      : unusable(git.cwd, said),
  );
}

/**
 * The error in the repository's index; null if there is none. Git itself accepts a damaged index.
 */
export async function indexFault({ index, format, root }: Repository): Promise<string | null> {
  // Reading a pipe in place of the index would wait forever.
  const file = await ifExists(open(index, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
  if (file === undefined) return null;
  const isFile = (await file.stat()).isFile();
  const reading = isFile ? file.readFile() : Promise.resolve(Buffer.alloc(0));
  const bytes = await reading.finally(() => file.close());
  if (!isFile) return unusable(root, `its index is not a file (${index})`);
  const end = bytes.length - (format === 'sha256' ? 32 : 20);
  const told = bytes.subarray(Math.max(0, end));
  // A checksum of zeros means that the index was written without one.
  const isWhole =
    told.every((byte) => byte === 0) ||
    createHash(format)
      .update(bytes.subarray(0, Math.max(0, end)))
      .digest()
      .equals(told);
  return isWhole && bytes.toString('latin1', 0, 4) === 'DIRC'
    ? null
    : unusable(root, `its index file is damaged (${index})`);
}

function unusable(folder: string, said: string): string {
  const lines = said.trim().split('\n');
  const fatal = lines.findLast((line) => line.startsWith('fatal: ')) ?? lines.at(-1) ?? '';
  const words = fatal.replace(/^fatal: /, '').replace(/\.?$/, '.');
  return `Git cannot use the repository of ${folder}: ${words} Repair it and try again. Nothing was changed.`;
}

type Answers<Q extends readonly unknown[]> = { [K in keyof Q]: string };
type Paths = Answers<typeof PATHS>;

/**
 * The paths. If a name contains line breaks, which git prints unchanged, each is asked for
 * separately.
 */
async function pathsOf(git: Git, project: string, lines: readonly string[]): Promise<Paths> {
  const answers =
    lines.length === PATHS.length
      ? lines
      : await Promise.all(PATHS.map((question) => git.path(['rev-parse', ...question])));
  return answers.map((answer) => resolve(project, answer)) as unknown as Paths;
}

function isObjectId(text: string): text is ObjectId {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/**
 * Throws if a configuration names another place for the files: we would read files outside the
 * project.
 */
async function assertAtItsPlace(root: string, project: string): Promise<void> {
  for (let folder = project; ; folder = dirname(folder)) {
    if ((await ifExists(lstat(join(folder, '.git')))) !== undefined) {
      if (folder === root) return;
      throw refuse(
        `The repository in ${folder} has its files in ${root}. Remove core.worktree from its configuration, or open that folder.`,
      );
    }
    if (folder === dirname(folder)) return;
  }
}

function foreign(folder: string): string {
  return `The git repository of ${folder} belongs to another user, and git does not trust it. If you do, run: git config --global --add safe.directory "${folder}"`;
}

async function hasTracked(git: Git): Promise<boolean> {
  const { output } = await git.run(['ls-files', '-z', '--cached', '--', '.']);
  return output.length > 0;
}
