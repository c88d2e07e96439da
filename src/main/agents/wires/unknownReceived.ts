import type { IdSource } from '#shared/ids';
import type { EventOf } from '#shared/session/events';
import { jsonText, labelOf } from './json';

/** A message that we do not understand is kept, and shown as unknown. */
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
