import {
  areExclusive,
  type Collision,
  type CollisionLevel,
} from '#shared/airlock/compare/collisions';
import { counted } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';

/** The mark of a session whose changes conflict with another's; null if none do. */
export function collisionMark(collisions: readonly Collision[]): string | null {
  const found = collisions.filter(areExclusive);
  if (found.length === 0) return null;
  return found.every(({ level }) => level === 'lines')
    ? 'Another session changes the same lines'
    : 'Another session changes the same files in a way that cannot be combined';
}

/** The conflicting changes of other sessions, in words, with the names of their agents. */
export function collisionWords(
  collisions: readonly Collision[],
  [name = '', ...more]: readonly string[],
): string {
  const paths = [...new Set(collisions.map(({ path }) => path))];
  const levels = new Set(collisions.map(({ level }) => level));
  const isOne = more.length === 0;
  const who = isOne ? name : `${more.length + 1} other sessions`;
  const [path = ''] = paths;
  const [level = 'lines'] = levels;
  if (levels.size === 1 && level === 'lines') {
    const where = paths.length === 1 ? visiblePath(path) : counted(paths.length, 'file');
    return `${who} ${isOne ? 'changes' : 'change'} the same lines of ${where}`;
  }
  if (levels.size === 1 && paths.length === 1) return `${who} ${wordsFor(level, path, isOne)}`;
  const what = paths.length === 1 ? visiblePath(path) : counted(paths.length, 'file');
  return `${who} also ${isOne ? 'changes' : 'change'} ${what}, and not all of it can be kept`;
}

function wordsFor(level: CollisionLevel, path: string, isOne: boolean): string {
  const place = visiblePath(path);
  switch (level) {
    case 'move':
      return `${isOne ? 'moves' : 'move'} ${place} to another place`;
    case 'place':
      return `${isOne ? 'puts' : 'put'} another file at ${place}`;
    default:
      return `also ${isOne ? 'changes' : 'change'} ${place}, of which only one version can be kept`;
  }
}
