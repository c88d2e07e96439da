import type { DroppedFile } from '#shared/ipc/refresh';
import { fenced } from '#shared/text/markdownText';
import { visiblePath } from '#shared/text/visiblePath';
import { COLLISION_PATHS } from './limits';

/** Tells an agent that its files were brought up to date, and which of its work was dropped. */
export function refreshPrompt(updated: readonly string[], dropped: readonly DroppedFile[]): string {
  const listed = updated.slice(0, COLLISION_PATHS).map((path) => `- ${visiblePath(path)}`);
  const more = updated.length - listed.length;
  if (more > 0) listed.push(`- and ${more} more`);
  const parts = [
    'These files have changed in the project since you began. Your copy has them now, with your changes in them as far as they fit. Read them again before you edit them:',
    listed.join('\n'),
  ];
  if (dropped.length === 0) return parts.join('\n\n');
  parts.push(
    'These changes of yours conflicted and are not in the files any more (- is what is there now, + what you had). Make them again where they are still needed, so that they fit:',
  );
  for (const { path, text } of dropped) {
    parts.push(`## ${visiblePath(path)}`, text === '' ? 'The whole file.' : fenced(text, 'diff'));
  }
  return parts.join('\n\n');
}
