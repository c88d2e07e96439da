import { constants } from 'node:fs';
import { cp, lstat, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import { assessPath, foldName } from '#shared/airlock/policy';
import { type Git, splitZeros } from './git/git';
import { FILES_AT_ONCE } from './limits';
import { mapLimited } from './mapLimited';
import type { Notice } from './notice';

/** Ignored things that an agent needs all the same: copied, or shared with the user's own. */
export interface CarryList {
  readonly copy: readonly string[];
  readonly link: readonly string[];
}

/** The parts of a list that lead nowhere but down, without repetitions. */
export function carriedPaths({ copy, link }: CarryList): readonly string[] {
  return [...new Set([...copy, ...link])].filter(isPlain).map((path) => path.replace(/\/+$/, ''));
}

/** Never overwrites: what the tree has of its own stays. */
export async function carryOver(from: string, to: string, list: CarryList): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (const path of carriedPaths(list)) {
    const source = await ifExists(lstat(join(from, path)));
    const present = await ifExists(lstat(join(to, path)));
    if (source === undefined || present !== undefined) {
      notices.push({ path, reason: 'not-carried' });
      continue;
    }
    await mkdir(dirname(join(to, path)), { recursive: true });
    if (list.link.some((entry) => entry.replace(/\/+$/, '') === path)) {
      await symlink(join(from, path), join(to, path), source.isDirectory() ? 'junction' : 'file');
    } else {
      await copyTree(join(from, path), join(to, path));
    }
  }
  return notices;
}

/** Copies files that a checkout could not produce; those that are gone by now are left out. */
export async function copyFiles(from: string, to: string, paths: readonly string[]): Promise<void> {
  await mapLimited(FILES_AT_ONCE, paths, async (path) => {
    const source = join(from, path);
    if ((await ifExists(lstat(source))) === undefined) return;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyTree(source, join(to, path));
  });
}

/** The files of a repository within the project, without its history; git ignores what it ignores. */
export async function nestedFiles(git: Git, root: string, folder: string): Promise<string[]> {
  const inside = git.with({ cwd: join(root, folder) });
  const top = await inside.maybe(['rev-parse', '--show-prefix']);
  // A submodule that was never fetched is an empty folder, and git then speaks of the one around it.
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
    if (status?.isDirectory()) files.push(...(await nestedFiles(git, root, inner)));
    else if (status) files.push(inner);
  }
  return files;
}

async function copyTree(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    // Shares the blocks where the file system can, and costs nothing then.
    mode: constants.COPYFILE_FICLONE,
  });
}

function isPlain(path: string): boolean {
  const plain = path.replace(/\/+$/, '');
  return (
    assessPath(plain).type !== 'refused' &&
    !plain.split('/').some((part) => foldName(part) === '.git')
  );
}
