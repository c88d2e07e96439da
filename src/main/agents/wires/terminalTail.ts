import { ownText } from '#main/base/ownText';
import { TERMINAL_TAIL_LENGTH } from './limits';

/** The end of a command's output, which is what the log keeps. */
export class TerminalTail {
  private kept = '';
  private cut = false;

  append(data: string): void {
    this.kept += data;
    // Cutting only at twice the length keeps the cost of many small chunks low.
    if (this.kept.length > 2 * TERMINAL_TAIL_LENGTH) this.shorten();
  }

  get text(): string {
    this.shorten();
    return this.kept;
  }

  get truncated(): boolean {
    this.shorten();
    return this.cut;
  }

  private shorten(): void {
    if (this.kept.length <= TERMINAL_TAIL_LENGTH) return;
    const tail = this.kept.slice(-TERMINAL_TAIL_LENGTH);
    this.kept = ownText(isLowSurrogate(tail.charCodeAt(0)) ? tail.slice(1) : tail);
    this.cut = true;
  }
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
