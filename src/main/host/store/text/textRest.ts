import { REST_CHARACTERS } from '#main/host/store/limits';
import type { EventLog } from '#main/host/store/log/eventLog';
import { ReplayFold } from '#main/host/store/log/replayFold';
import { ok, type Result } from '#shared/errors';
import type { KeptEntry } from '#shared/session/entries';
import { createState } from '#shared/session/fold';
import type { KeptState } from '#shared/session/state';

/** The length of a log at a certain moment. */
interface Mark {
  readonly seq: number;
  readonly entries: number;
  readonly size: number;
  /** Entries with long texts at that moment, by their position in the transcript. */
  readonly long: ReadonlyMap<number, KeptEntry>;
}

/**
 * Moves the long texts of an active session out of memory and leaves them in its log, as for a
 * session that was just opened, so that a session in use all day does not grow. Their positions are
 * found by reading what the log has gained, so nothing has to be recorded while they arrive.
 */
export class TextRest {
  /** Everything before this position has been handled. */
  private seq: number;
  private entries: number;
  private settling: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly state: KeptState,
    private readonly log: EventLog,
  ) {
    this.seq = state.head.seq;
    this.entries = state.order.length;
  }

  /** Moves all texts so far out of memory. Later changes do not affect the result. */
  settle(): Promise<Result<void>> {
    const { state, log } = this;
    const { order, head } = state;
    const mark = { seq: head.seq, entries: order.length, size: log.size, long: this.longEntries() };
    const settling = this.settling.then(() => this.settleUpTo(mark));
    this.settling = settling.catch(() => undefined);
    return settling;
  }

  /**
   * The entries with long texts that were not handled yet. Valid only now, because adding to a text
   * replaces its entry.
   */
  private longEntries(): ReadonlyMap<number, KeptEntry> {
    const { order, entries } = this.state;
    const long = new Map<number, KeptEntry>();
    for (const [index, id] of order.slice(this.entries).entries()) {
      const entry = entries.get(id);
      if (entry && isLong(entry)) long.set(this.entries + index, entry);
    }
    return long;
  }

  private async settleUpTo({ seq, entries, size, long: all }: Mark): Promise<Result<void>> {
    const { state, log } = this;
    if (seq <= this.seq) return ok();
    // An earlier call may have handled the first of them in the meantime.
    const long = [...all].flatMap(([place, entry]) => (place >= this.entries ? entry : []));
    if (long.length > 0) {
      const read = createState(state.head.id);
      const fold = new ReplayFold(read);
      const replayed = await log.replay(fold, this.seq, size);
      if (!replayed.ok) return replayed;
      fold.finish();
      for (const entry of long) this.rest(entry, read);
    }
    this.seq = seq;
    this.entries = entries;
    return ok();
  }

  /** Moves an entry's text out of memory. The range that was read contains the whole entry. */
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
