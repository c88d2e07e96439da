/** An owner of an output tail, whose beginning can be dropped. */
export interface SharedTail {
  readonly keptBytes: number;
  /** Drops the first block; false if none can be dropped. */
  dropFirst(): boolean;
}

/**
 * Limits what several tails keep together. Above the limit the longest is cut, so a command with
 * endless output takes nothing from those with little.
 */
export class TailShare {
  private readonly tails = new Set<SharedTail>();
  private total = 0;

  constructor(private readonly limit: number) {}

  join(tail: SharedTail): void {
    this.tails.add(tail);
    this.changed(tail.keptBytes);
  }

  leave(tail: SharedTail): void {
    if (this.tails.delete(tail)) this.total -= tail.keptBytes;
  }

  /** Called when one of the tails has grown by this much, or shrunk. */
  changed(bytes: number): void {
    this.total += bytes;
    while (this.total > this.limit && this.longest()?.dropFirst() === true);
  }

  private longest(): SharedTail | null {
    let longest: SharedTail | null = null;
    for (const tail of this.tails) {
      if (longest === null || tail.keptBytes > longest.keptBytes) longest = tail;
    }
    return longest;
  }
}
