import type { EntryId } from '#shared/ids';
import { entryId, type KeptEntry } from './entries';
import type { TurnEndReason } from './events';

/**
 * What decides where an entry stands in a transcript, or whether it does. Views keep it for the
 * whole transcript, entries only for what is near the screen. Most entries have none.
 */
export type EntryPlace =
  /** Below the row of the subagent that it belongs to. */
  | { readonly type: 'nested'; readonly parent: EntryId }
  | { readonly type: 'turn-end'; readonly reason: TurnEndReason };

/** Pure. Null for an entry that stands where it came. */
export function placeOf(entry: KeptEntry): EntryPlace | null {
  switch (entry.kind) {
    case 'message':
    case 'tool':
      if (entry.subagent === null) return null;
      return { type: 'nested', parent: entryId('subagent', entry.subagent) };
    case 'turn-end':
      return { type: 'turn-end', reason: entry.reason };
    default:
      return null;
  }
}
