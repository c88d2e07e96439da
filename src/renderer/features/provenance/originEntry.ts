import type { Origin } from '#shared/airlock/provenance/origin';
import type { EntryId } from '#shared/ids';

/** The entry of the transcript that the lines come from; null if only the session is known. */
export function originEntry({ toolCallId }: Origin): EntryId | null {
  return toolCallId === null ? null : (`tool:${toolCallId}` as EntryId);
}
