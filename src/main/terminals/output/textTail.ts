import { ownText } from '#main/base/ownText';

/** The last characters of a stream, and the number of characters before them. */
export class TextTail {
  private pieces: string[] = [];
  private length = 0;
  private dropped = 0;

  constructor(private readonly limit: number) {}

  /** The length of the whole stream. */
  get end(): number {
    return this.dropped + this.length;
  }

  /** The position of the kept text's beginning. */
  get start(): number {
    return this.dropped;
  }

  push(text: string): void {
    this.pieces.push(text);
    this.length += text.length;
    // Cutting only at twice the limit keeps many small pieces cheap.
    if (this.length > 2 * this.limit) this.cut();
  }

  /** The kept text from this position in the stream on, at most as long as the limit. */
  from(place: number): { readonly data: string; readonly offset: number } {
    if (this.length > this.limit) this.cut();
    const whole = this.pieces.join('');
    this.pieces = whole === '' ? [] : [whole];
    const start = Math.max(place - this.dropped, 0);
    const at = isLowSurrogate(whole.charCodeAt(start)) ? start + 1 : start;
    return { data: whole.slice(at), offset: this.dropped + at };
  }

  private cut(): void {
    const whole = this.pieces.join('');
    const at = whole.length - this.limit;
    this.pieces = [ownText(whole.slice(at))];
    this.length -= at;
    this.dropped += at;
  }
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
