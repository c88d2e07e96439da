import { visiblePath } from '#shared/text/visiblePath';
import { COLLISION_PATHS } from './limits';

/** Tells an agent that others change the same lines, so that what they do can be put together. */
export function collisionPrompt(paths: readonly string[], others: readonly string[]): string {
  const unique = [...new Set(paths)];
  const listed = unique.slice(0, COLLISION_PATHS).map((path) => `- ${visiblePath(path)}`);
  const more = unique.length - listed.length;
  if (more > 0) listed.push(`- and ${more} more`);
  const whole = others.length === 1 ? 'both' : 'all of it';
  return [
    `${namesOf(others)} changing the same lines as you in:`,
    listed.join('\n'),
    `Keep your changes there as small as the task allows, do not reformat or move code, and say what your changes to these lines need to achieve, so that ${whole} can be merged.`,
  ].join('\n\n');
}

/** More of them say less. */
const NAMED_AGENTS = 3;

function namesOf(others: readonly string[]): string {
  if (others.length > NAMED_AGENTS) return `${others.length} other agents are`;
  const names = [...new Set(others)];
  const last = names.at(-1) ?? '';
  return names.length === 1 ? `${last} is` : `${names.slice(0, -1).join(', ')} and ${last} are`;
}
