import type { Collision } from '#shared/airlock/compare/collisions';
import { visiblePath } from '#shared/text/visiblePath';
import { COLLISION_PATHS } from './limits';

type Place = Pick<Collision, 'path' | 'level'>;

/**
 * Tells an agent that other agents' changes conflict with its own, so that all of them can be
 * merged.
 */
export function collisionPrompt(places: readonly Place[], others: readonly string[]): string {
  const unique = [...new Set(places.map(({ path }) => path))];
  const isLines = places.every(({ level }) => level === 'lines');
  const what = isLines ? 'the same lines as you in' : 'the same files as you';
  const where = isLines ? 'to these lines' : 'to these files';
  const listed = unique.slice(0, COLLISION_PATHS).map((path) => `- ${visiblePath(path)}`);
  const more = unique.length - listed.length;
  if (more > 0) listed.push(`- and ${more} more`);
  const whole = others.length === 1 ? 'both' : 'all of it';
  return [
    `${namesOf(others)} changing ${what}:`,
    listed.join('\n'),
    `Keep your changes there as small as the task allows, do not reformat or move code, and say what your changes ${where} need to achieve, so that ${whole} can be merged.`,
  ].join('\n\n');
}

/** Naming more agents would not help. */
const NAMED_AGENTS = 3;

function namesOf(others: readonly string[]): string {
  if (others.length > NAMED_AGENTS) return `${others.length} other agents are`;
  const names = [...new Set(others)];
  const last = names.at(-1) ?? '';
  return names.length === 1 ? `${last} is` : `${names.slice(0, -1).join(', ')} and ${last} are`;
}
