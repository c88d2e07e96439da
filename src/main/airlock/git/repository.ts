import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import type { Git } from '#main/git/git';
import { AppException } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import { refuse } from '../attempt';
import type { ObjectFormat } from '../objectHash';

/** The repository that a project folder belongs to. All paths are real ones. */
export interface Repository {
  /** Where its working tree begins. */
  readonly root: string;
  /** The project folder below the root, with forward slashes; empty if it is the root. */
  readonly prefix: string;
  readonly commonDirectory: string;
  readonly objects: string;
  readonly index: string;
  readonly exclude: string;
  readonly attributes: string;
  /** What is checked out where the user has selected folders. */
  readonly selection: string;
  readonly format: ObjectFormat;
  /** Null before the first commit. */
  readonly head: ObjectId | null;
}

/** Null for a folder that git knows nothing about. Throws where there is no tree to work from. */
export async function findRepository(git: Git, project: string): Promise<Repository | null> {
  const place = await look(git);
  if (place === null) return null;
  const [isBare, isInGitDirectory] = place;
  if (isInGitDirectory) throw refuse('This folder is the inside of a git repository.');
  if (isBare) throw refuse('This is a bare repository: it has no files to work on.');
  // One question each: a folder's name may hold line breaks, which git prints as they are.
  const ask = async (...question: readonly string[]) =>
    resolve(project, await git.path(['rev-parse', ...question]));
  const [top, commonDirectory, objects, index, exclude, attributes, selection] = await Promise.all([
    ask('--show-toplevel'),
    ask('--git-common-dir'),
    ask('--git-path', 'objects'),
    ask('--git-path', 'index'),
    ask('--git-path', 'info/exclude'),
    ask('--git-path', 'info/attributes'),
    ask('--git-path', 'info/sparse-checkout'),
  ]);
  const root = await realpath(top);
  await assertAtItsPlace(root, await realpath(project));
  const prefix = relative(root, await realpath(project)).replaceAll(sep, '/');
  // A folder that the repository around it ignores, such as one below a home folder kept in git.
  if (prefix !== '' && !(await hasTracked(git))) return null;
  const format = await git.maybe(['rev-parse', '--show-object-format']);
  const head = await git.maybe(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']);
  return {
    root,
    prefix,
    commonDirectory: await realpath(commonDirectory),
    objects: await realpath(objects),
    index,
    exclude,
    attributes,
    selection,
    format: format === 'sha256' ? 'sha256' : 'sha1',
    head: head as ObjectId | null,
  };
}

/** A configuration can say that the files are elsewhere, and would have us read what is not the project's. */
async function assertAtItsPlace(root: string, project: string): Promise<void> {
  for (let folder = project; ; folder = dirname(folder)) {
    if ((await ifExists(lstat(join(folder, '.git')))) !== undefined) {
      if (folder === root) return;
      throw refuse(
        `The repository in ${folder} says that its files are in ${root}. Remove core.worktree from its configuration, or open that folder.`,
      );
    }
    if (folder === dirname(folder)) return;
  }
}

async function look(git: Git): Promise<readonly [boolean, boolean] | null> {
  try {
    const answer = await git.text(['rev-parse', '--is-bare-repository', '--is-inside-git-dir']);
    const [isBare, isInGitDirectory] = answer.split('\n').map((line) => line === 'true');
    // Inside of a bare repository both are true.
    return [isBare === true, isInGitDirectory === true && isBare !== true];
  } catch (error) {
    const said = error instanceof AppException ? (error.detail ?? '') : '';
    if (/not a git repository/i.test(said)) return null;
    // Git's own word for a repository that is not below a `.git`.
    if (/cannot use bare repository/i.test(said)) return [true, basename(git.cwd) === '.git'];
    if (/dubious ownership/i.test(said)) throw refuse(foreign(git.cwd));
    throw error;
  }
}

function foreign(folder: string): string {
  return `The git repository of ${folder} belongs to another user, and git does not trust it. If you do, run: git config --global --add safe.directory "${folder}"`;
}

async function hasTracked(git: Git): Promise<boolean> {
  const { output } = await git.run(['ls-files', '-z', '--cached', '--', '.']);
  return output.length > 0;
}
