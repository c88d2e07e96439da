import { lstat, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { CARRIED_BYTES, CARRIED_FILES, FILES_AT_ONCE } from '#main/airlock/limits';
import { MovedError } from '#main/base/files/anchoredFolder';
import { AnchoredReader, OutsideError } from '#main/base/files/anchoredReader';
import { ifExists } from '#main/base/files/ifExists';
import { type Git, splitZeros } from '#main/git/git';
import { isGitName, leadsIntoGit } from '#shared/airlock/gitName';
import { assessPath, windowsFault } from '#shared/airlock/policy';
import type { ChangeNotice } from '#shared/ipc/changes';
import { pushAll } from '#shared/pushAll';
import { BudgetSpent, CopyBudget, copyTree } from './copyTree';
import { mapLimited } from './mapLimited';

/** Ignored files that an agent needs, either as copies or as links to the user's own files. */
export interface CarryList {
  readonly copy: readonly string[];
  readonly link: readonly string[];
}

export interface Carried {
  /** The paths that were put into the tree, which therefore do not count as the agent's changes. */
  readonly paths: readonly string[];
  readonly notices: readonly ChangeNotice[];
}

/** Turns paths below a folder into paths below the root that contains the folder. */
export function below(prefix: string, { copy, link }: CarryList): CarryList {
  const at = (path: string) => (prefix === '' ? path : `${prefix}/${path}`);
  return { copy: copy.map(at), link: link.map(at) };
}

/** Adds files that the tree lacks; never overwrites the tree's own files. */
export async function carryOver(
  from: string,
  to: string,
  list: CarryList,
  signal?: AbortSignal,
  report?: (detail: string) => void,
): Promise<Carried> {
  const paths: string[] = [];
  const notices: ChangeNotice[] = [];
  const budget = new CopyBudget(CARRIED_FILES, CARRIED_BYTES);
  const links = new Set(list.link.map(plain));
  for (const path of carriedPaths(list)) {
    const carrier = { from, to, budget, paths, notices };
    signal?.throwIfAborted();
    report?.(`Carrying over ${path}`);
    const isLinked = links.has(path);
    const isCarried = await (isLinked ? linkOne(carrier, path) : copyOne(carrier, path));
    if (!isCarried) notices.push({ path, reason: 'not-carried' });
  }
  return { paths, notices };
}

interface Carrier {
  readonly from: string;
  readonly to: string;
  readonly budget: CopyBudget;
  readonly paths: string[];
  readonly notices: ChangeNotice[];
}

async function linkOne({ from, to, paths }: Carrier, path: string): Promise<boolean> {
  const source = await ifExists(lstat(join(from, path)));
  const present = await ifExists(lstat(join(to, path)));
  if (source === undefined || present !== undefined || (await wayInside(from, path)) === null) {
    return false;
  }
  await mkdir(dirname(join(to, path)), { recursive: true });
  await symlink(join(from, path), join(to, path), source.isDirectory() ? 'junction' : 'file');
  paths.push(path);
  return true;
}

/** Adds the files that an existing folder in the tree lacks. */
async function copyOne(carrier: Carrier, path: string): Promise<boolean> {
  const { from, to, paths, notices } = carrier;
  const source = await ifExists(lstat(join(from, path)));
  const way = source && (await wayInside(from, path));
  if (!source || !way) return false;
  const present = await ifExists(lstat(join(to, path)));
  if (present === undefined) {
    try {
      await copyTree(from, way, join(to, path), carrier.budget);
      paths.push(path);
    } catch (error) {
      if (!(error instanceof BudgetSpent) && !isSwapped(error)) throw error;
      await rm(join(to, path), { recursive: true, force: true });
      notices.push({ path, reason: isSwapped(error) ? 'not-carried' : 'too-large' });
    }
  } else if (present.isDirectory() && source.isDirectory()) {
    for (const name of await readdir(join(from, path))) {
      if (!isGitName(name)) await copyOne(carrier, `${path}/${name}`);
    }
  }
  return true;
}

/**
 * The path of a file without links among its folders. Null if there is none, or if a folder or the
 * file itself is a link out of the project.
 */
async function wayInside(root: string, path: string): Promise<string | null> {
  const reader = new AnchoredReader([root]);
  try {
    const { status } = await reader.find(join(root, path));
    if (status === undefined) return null;
    const folder = await reader.find(join(root, dirname(path)));
    return relative(root, join(folder.path, basename(path)))
      .split(sep)
      .join('/');
  } catch (error) {
    if (error instanceof OutsideError || isSwapped(error)) return null;
    throw error;
  }
}

/** Whether a folder was removed in the meantime, or replaced by a link or a file. */
function isSwapped(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof MovedError || ['ELOOP', 'ENOTDIR', 'ENOENT'].includes(code ?? '');
}

/** The paths of a list that stay inside the folder, without duplicates. */
function carriedPaths({ copy, link }: CarryList): readonly string[] {
  return [...new Set([...copy, ...link].map(plain))].filter(isPlain);
}

function plain(path: string): string {
  return path.replace(/\/+$/, '');
}

function isPlain(path: string): boolean {
  const isOurs = process.platform !== 'win32' || windowsFault(path) === null;
  return isOurs && assessPath(path).type !== 'refused' && !leadsIntoGit(path);
}

/** Copies files that a checkout could not produce, except those that no longer exist. */
export async function copyFiles(from: string, to: string, paths: readonly string[]): Promise<void> {
  const budget = new CopyBudget(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  await mapLimited(FILES_AT_ONCE, paths, async (path) => {
    if ((await ifExists(lstat(join(from, path)))) === undefined) return;
    // A checkout may have put git's version here.
    await rm(join(to, path), { recursive: true, force: true });
    await copyTree(from, path, join(to, path), budget).catch((error) => {
      if (!isSwapped(error)) throw error;
    });
  });
}

/** The files of a nested repository, without its history and its ignored files. */
export async function nestedFiles(git: Git, root: string, folder: string): Promise<string[]> {
  // A repository that was never fetched may be missing, or something else may be in its place.
  if (!(await ifExists(lstat(join(root, folder))))?.isDirectory()) return [];
  const inside = git.with({ cwd: join(root, folder) });
  const top = await inside.maybe(['rev-parse', '--show-prefix']);
  // A submodule that was never fetched is an empty folder, where git finds the outer repository.
  if (top !== '') return [];
  const { output } = await inside.run([
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ]);
  const files: string[] = [];
  for (const path of splitZeros(output)) {
    const inner = `${folder}/${path.replace(/\/$/, '')}`;
    const status = await ifExists(lstat(join(root, inner)));
    if (status?.isDirectory()) pushAll(files, await nestedFiles(git, root, inner));
    else if (status) files.push(inner);
  }
  return files;
}
