import { INDEX_STRIDE } from '#main/host/store/limits';

/**
 * The byte offsets of some lines of a log, so that a page is found without reading everything
 * before it.
 */
export class OffsetIndex {
  private readonly seqs: number[] = [];
  private readonly offsets: number[] = [];

  /** Adds a point if the last one is far enough behind; both numbers only ever grow. */
  add(seq: number, offset: number): void {
    const last = this.seqs.at(-1);
    if (last !== undefined && seq - last < INDEX_STRIDE) return;
    this.seqs.push(seq);
    this.offsets.push(offset);
  }

  /** The last known line at or before a number; the file's start if none is known. */
  before(seq: number): { readonly seq: number; readonly offset: number } {
    const index = this.firstAfter(seq) - 1;
    return { seq: this.seqs[index] ?? 1, offset: this.offsets[index] ?? 0 };
  }

  /** The offset of the first known line at or past a number; infinity if none is known. */
  atOrAfter(seq: number): number {
    return this.offsets[this.firstAfter(seq - 1)] ?? Number.POSITIVE_INFINITY;
  }

  private firstAfter(seq: number): number {
    let low = 0;
    let high = this.seqs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.seqs[middle] ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
