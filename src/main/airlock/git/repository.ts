import { realpath } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { AppException } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import { refuse } from '../attempt';
import type { ObjectFormat } from '../objectHash';
import type { Git } from './git';

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
  readonly format: ObjectFormat;
  /** Null before the first commit. */
  readonly head: ObjectId | null;
}

const PLACES = [
  '--show-toplevel',
  '--git-common-dir',
  '--git-path',
  'objects',
  '--git-path',
  'index',
  '--git-path',
  'info/exclude',
];

/** Null for a folder that git knows nothing about. Throws where there is no tree to work from. */
export async function findRepository(git: Git, project: string): Promise<Repository | null> {
  const place = await look(git);
  if (place === null) return null;
  const [isBare, isInGitDirectory] = place;
  if (isInGitDirectory) throw refuse('This folder is the inside of a git repository.');
  if (isBare) throw refuse('This is a bare repository: it has no files to work on.');
  const found = (await git.text(['rev-parse', ...PLACES])).split('\n');
  const [top, ...paths] = found.map((path) => resolve(project, path));
  const [commonDirectory, objects, index, exclude] = paths;
  if (!top || !commonDirectory || !objects || !index || !exclude) {
    throw new Error('git said too little.');
  }
  const root = await realpath(top);
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
    format: format === 'sha256' ? 'sha256' : 'sha1',
    head: head as ObjectId | null,
  };
}

async function look(git: Git): Promise<readonly [boolean, boolean] | null> {
  try {
    const answer = await git.text(['rev-parse', '--is-bare-repository', '--is-inside-git-dir']);
    const [isBare, isInGitDirectory] = answer.split('\n').map((line) => line === 'true');
    // Inside of a bare repository both are true.
    return [isBare === true, isInGitDirectory === true && isBare !== true];
  } catch (error) {
    const isPlain =
      error instanceof AppException && /not a git repository/i.test(error.detail ?? '');
    if (isPlain) return null;
    throw error;
  }
}

async function hasTracked(git: Git): Promise<boolean> {
  const { output } = await git.run(['ls-files', '-z', '--cached', '--', '.']);
  return output.length > 0;
}
