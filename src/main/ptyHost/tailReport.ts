import { afterFirstLine } from './afterFirstLine';
import { TAIL_CHARACTERS } from './limits';

export interface TailNews {
  readonly data: string;
  readonly isWhole: boolean;
}

/**
 * The part of a terminal's output that main does not have yet, but no more than main would keep.
 */
export class TailReport {
  private pieces: string[] = [];
  private length = 0;
  private isWhole = false;
  private hasCut = false;

  push(data: string): void {
    this.pieces.push(data);
    this.length += data.length;
    // Cutting only at twice the limit keeps many small pieces cheap.
    if (this.length > 2 * TAIL_CHARACTERS) this.cut();
  }

  clear(): void {
    this.pieces = [];
    this.length = 0;
    this.isWhole = true;
    this.hasCut = false;
  }

  /** Null if there is nothing new. */
  take(): TailNews | null {
    if (this.length === 0 && !this.isWhole) return null;
    if (this.length > TAIL_CHARACTERS) this.cut();
    const text = this.pieces.join('');
    // One long line is better than nothing.
    const data = (this.hasCut && afterFirstLine(text)) || text;
    const news = { data, isWhole: this.isWhole };
    this.pieces = [];
    this.length = 0;
    this.isWhole = false;
    this.hasCut = false;
    return news;
  }

  private cut(): void {
    this.pieces = [this.pieces.join('').slice(-TAIL_CHARACTERS)];
    this.length = TAIL_CHARACTERS;
    this.isWhole = true;
    this.hasCut = true;
  }
}
