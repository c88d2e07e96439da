import { visiblePath } from '#shared/text/visiblePath';
import { COLLISION_PATHS } from './limits';

/** Tells an agent that others change the same lines, so that what they do can be put together. */
export function collisionPrompt(paths: readonly string[], others: readonly string[]): string {
  const unique = [...new Set(paths)];
  const listed = unique.slice(0, COLLISION_PATHS).map((path) => `- ${visiblePath(path)}`);
  const more = unique.length - listed.length;
  if (more > 0) listed.push(`- and ${more} more`);
  const who = others.length === 1 ? `${others[0]} is` : `${others.join(' and ')} are`;
  return [
    `${who} changing the same lines as you in:`,
    listed.join('\n'),
    'Keep your changes there as small as the task allows, do not reformat or move code, and say what your changes to these lines need to achieve, so that both can be merged.',
  ].join('\n\n');
}
