export type LineVerdict<T> =
  | { readonly type: 'accepted'; readonly item: T; readonly missing: number }
  | { readonly type: 'repeated'; readonly item: T }
  | { readonly type: 'misplaced'; readonly item: T };

/**
 * Decides by their numbers which lines of a log count. A line that jumps ahead waits until the next
 * one confirms it: a single wrong number must not turn all later lines into repeats.
 */
export class Sequence<T> {
  private ahead: { readonly seq: number; readonly item: T } | null = null;

  constructor(private accepted = 0) {}

  get last(): number {
    return this.accepted;
  }

  /** Whether a line with this number is simply the next one. */
  isNext(seq: number): boolean {
    return this.ahead === null && seq === this.accepted + 1;
  }

  /** Skips a run of consecutive lines. */
  skipTo(seq: number): void {
    this.accepted = seq;
  }

  take(seq: number, item: T): LineVerdict<T>[] {
    const { ahead } = this;
    if (seq <= this.accepted || seq === ahead?.seq) return [{ type: 'repeated', item }];
    if (ahead === null) {
      if (seq === this.accepted + 1) return [this.accept(seq, item)];
      this.ahead = { seq, item };
      return [];
    }
    this.ahead = null;
    const verdict: LineVerdict<T> =
      seq < ahead.seq
        ? { type: 'misplaced', item: ahead.item }
        : this.accept(ahead.seq, ahead.item);
    return [verdict, ...this.take(seq, item)];
  }

  /** Called when no line follows: a line that jumped ahead is accepted. */
  finish(): LineVerdict<T>[] {
    const { ahead } = this;
    this.ahead = null;
    return ahead === null ? [] : [this.accept(ahead.seq, ahead.item)];
  }

  private accept(seq: number, item: T): LineVerdict<T> {
    const missing = seq - this.accepted - 1;
    this.accepted = seq;
    return { type: 'accepted', item, missing };
  }
}
