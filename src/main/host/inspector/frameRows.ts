import type { FramePlace } from '#main/agents/agents';
import type { FrameSummary } from '#shared/ipc/inspector';
import { LISTED_FRAMES } from './limits';

/** The facts about a row that are known without reading its frame. */
export interface RowFacts extends Omit<FrameSummary, 'preview'> {
  /** The frame's place on disk; null if it is, or was, in memory. */
  place: FramePlace | null;
}

/**
 * The rows that match a filter, oldest first, with consecutive ordinals. Above a limit the oldest
 * are dropped; the others keep their ordinals.
 */
export class FrameRows {
  private rows: RowFacts[] = [];
  /** The ordinal of the first row that is kept. */
  first = 0;

  constructor(private readonly limit = LISTED_FRAMES) {}

  /** The ordinal after the last row. */
  get end(): number {
    return this.first + this.rows.length;
  }

  add(row: RowFacts): void {
    this.rows.push(row);
    // Drop a tenth at a time, so that the list is not copied for every row.
    if (this.rows.length <= this.limit * 1.1) return;
    const dropped = this.rows.length - this.limit;
    this.rows = this.rows.slice(dropped);
    this.first += dropped;
  }

  at(ordinal: number): RowFacts | undefined {
    return this.rows[ordinal - this.first];
  }

  /** The rows with ordinals from `from` up to, but not including, `to`. */
  between(from: number, to: number): readonly RowFacts[] {
    return this.rows.slice(Math.max(0, from - this.first), Math.max(0, to - this.first));
  }

  /** The ordinal of the frame with this number, or of the next frame. */
  ordinalOf(number: number): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle]?.number ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return this.first + low;
  }
}
