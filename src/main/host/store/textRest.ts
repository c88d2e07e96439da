import { ok, type Result } from '#shared/errors';
import type { KeptEntry } from '#shared/session/entries';
import { createState } from '#shared/session/fold';
import type { KeptState } from '#shared/session/state';
import type { EventLog } from './eventLog';
import { REST_CHARACTERS } from './limits';
import { ReplayFold } from './replayFold';

/**
 * Lets the long texts of a session at work rest in its log, as those of one that was opened do, so
 * that one that is talked to all day does not grow. Where they lie is found by reading again what
 * the log has gained: nothing has to be noted while they come.
 */
export class TextRest {
  /** What came before has been seen to. */
  private seq: number;
  private entries: number;

  constructor(
    private readonly state: KeptState,
    private readonly log: EventLog,
  ) {
    this.seq = state.head.seq;
    this.entries = state.order.length;
  }

  /** One at a time, and best between turns: what changes meanwhile stays as it is. */
  async settle(): Promise<Result<void>> {
    const { state, log } = this;
    const { seq } = state.head;
    const ids = state.order.slice(this.entries);
    const long = ids.flatMap((id) => state.entries.get(id) ?? []).filter(isLong);
    if (long.length > 0) {
      const read = createState(state.head.id);
      const fold = new ReplayFold(read);
      const replayed = await log.replay(fold, this.seq);
      if (!replayed.ok) return replayed;
      fold.finish();
      for (const entry of long) this.rest(entry, read);
    }
    this.seq = seq;
    this.entries += ids.length;
    return ok();
  }

  /** All that makes up the entry is among what was read: it began there. */
  private rest(entry: KeptEntry, read: KeptState): void {
    if (this.state.entries.get(entry.id) !== entry) return;
    const rested = read.entries.get(entry.id);
    if (rested?.kind !== 'message' || rested.role === 'user') return;
    if (entry.kind !== 'message' || entry.role === 'user') return;
    this.state.entries.set(entry.id, { ...entry, blocks: rested.blocks });
  }
}

function isLong(entry: KeptEntry): boolean {
  if (entry.kind !== 'message' || entry.role === 'user') return false;
  return entry.blocks.some(
    (block) => block.type === 'text' && block.text.length >= REST_CHARACTERS,
  );
}
