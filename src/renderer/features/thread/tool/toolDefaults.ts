import { type Body, isBlobReference } from '#shared/session/content';
import type { ToolEntry } from '#shared/session/entries';
import { SMALL_DIFF_CHARACTERS } from '../limits';

/** Pure: whether a tool call is unfolded before the user says anything about it. */
export function isOpenByDefault(entry: ToolEntry): boolean {
  const isRunning = entry.status === 'pending' || entry.status === 'in_progress';
  // While it waits for a permission, the question shows what it would do.
  if (entry.status === 'pending' && !entry.content.some(({ type }) => type === 'terminal')) {
    return false;
  }
  return entry.content.some((content) => {
    switch (content.type) {
      case 'diff':
        return isSmall(content.before) && isSmall(content.after);
      case 'patch':
        return isSmall(content.patch);
      case 'terminal':
        return isRunning || entry.status === 'failed';
      default:
        return entry.status === 'failed';
    }
  });
}

/** Something to unfold, beyond what the row itself says. */
export function hasBody(entry: ToolEntry): boolean {
  return (
    entry.content.length > 0 ||
    entry.input !== null ||
    entry.output !== null ||
    entry.locations.length > 1
  );
}

function isSmall(body: Body | null): boolean {
  if (body === null) return true;
  return (isBlobReference(body) ? body.bytes : body.length) <= SMALL_DIFF_CHARACTERS;
}
