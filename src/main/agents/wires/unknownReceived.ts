import type { IdSource } from '#shared/ids';
import type { EventOf } from '#shared/session/events';
import { jsonText, labelOf } from './json';

/** Keeps a message that we do not understand, and shows it as unknown. */
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
