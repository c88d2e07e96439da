import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { refuse } from '#main/airlock/disk/attempt';
import { ifExists } from '#main/base/files/ifExists';
import { leadsIntoGit } from '#shared/airlock/gitName';
import { AppException } from '#shared/errors';

/** The real path after following links, relative to the root and with forward slashes. */
export async function locateBelow(root: string, path: string): Promise<string> {
  if (!isAbsolute(path) || path.includes('\0')) {
    const message = `The path must be absolute and without a zero byte: ${JSON.stringify(path)}`;
    throw new AppException({ code: 'invalid-input', message });
  }
  const way = relative(root, await realLocation(normalize(path)));
  const isBelow = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  if (!isBelow) throw refuse(`${path} is outside ${root}.`);
  return way.split(sep).join('/');
}

/**
 * The target of an agent's write. It may not be in git's own folder, where only git writes: the
 * content decides what git runs.
 */
export async function locateTarget(root: string, path: string): Promise<string> {
  const way = await locateBelow(root, path);
  if (leadsIntoGit(way)) throw refuse(belongsToGit(path));
  return way;
}

export function belongsToGit(path: string): string {
  return `${path} belongs to git. Agents cannot write there.`;
}

/**
 * Resolves the existing part of the path. The rest cannot contain a link, except one that leads
 * nowhere.
 */
async function realLocation(path: string): Promise<string> {
  const missing: string[] = [];
  let current = path;
  for (;;) {
    const real = await ifExists(realpath(current));
    if (real !== undefined) return join(real, ...missing);
    if (current === dirname(current)) return path;
    missing.unshift(basename(current));
    current = dirname(current);
  }
}
