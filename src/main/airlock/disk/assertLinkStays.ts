import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isGitName } from '#shared/airlock/gitName';
import { refuse } from './attempt';

/** The number of links that Linux follows before it reports a loop. */
const LINKS = 40;
/** No system creates a longer link. */
const TARGET_CHARACTERS = 4_096;

/**
 * Throws unless a link at the path would stay below the root, whatever other links are on the way.
 * A target that goes up after it has gone down is refused: its meaning would change if a folder on
 * the way became a link later.
 */
export async function assertLinkStays(root: string, path: string, target: string): Promise<void> {
  const isPlain =
    target.length <= TARGET_CHARACTERS && !/[\0\\]/.test(target) && !goesUpLate(target);
  const stays = isPlain && (await staysBelow(root, path.split('/').slice(0, -1), target));
  if (!stays) throw refuse(`The link ${path} would point outside the project, to ${target}.`);
}

function goesUpLate(target: string): boolean {
  const names = target.split('/').filter((name) => name !== '' && name !== '.');
  const down = names.findIndex((name) => name !== '..');
  return down !== -1 && names.lastIndexOf('..') > down;
}

/** Resolves the target one name at a time, as the system does. */
async function staysBelow(root: string, folder: readonly string[], target: string) {
  const here = [...folder];
  const ahead = [target];
  for (let links = 0; ahead.length > 0; ) {
    const way = ahead.pop() ?? '';
    if (way.startsWith('/') || /^[A-Za-z]:\//.test(way)) return false;
    const [name = '', ...rest] = way.split('/');
    if (rest.length > 0) ahead.push(rest.join('/').replace(/^\/+/, ''));
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (here.pop() === undefined) return false;
      continue;
    }
    if (isGitName(name)) return false;
    const next = await linkAt(join(root, ...here, name));
    if (next === undefined) return false;
    if (next === null) here.push(name);
    else if (++links > LINKS) return false;
    else ahead.push(next);
  }
  return true;
}

/**
 * The target of a link; null if the path is not a link or does not exist; undefined if it is too
 * long to check.
 */
async function linkAt(path: string): Promise<string | null | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EINVAL' || code === 'ENOENT' || code === 'ENOTDIR' || code === 'UNKNOWN') {
      return null;
    }
    if (code === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}
