import type { IdSource } from '#shared/ids';
import type { EventOf } from '#shared/session/events';
import { jsonText, labelOf } from './json';

/** What an agent says and we do not understand: kept, and shown as just that. */
export function unknownReceived(
  ids: IdSource,
  label: unknown,
  raw: unknown,
): EventOf<'unknown.received'> {
  return {
    type: 'unknown.received',
    noteId: ids.mint('note'),
    label: labelOf(label, 'message'),
    raw: jsonText(raw),
  };
}
