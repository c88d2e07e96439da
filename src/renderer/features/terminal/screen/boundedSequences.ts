import type { TerminalSize } from '#shared/terminal/portMessages';

/** A longer control sequence does nothing useful; xterm itself reads 32 numbers of one. */
const SEQUENCE_CHARACTERS = 1_024;

/**
 * Sequences with a count that xterm carries out one by one, with the count after which the screen
 * no longer changes.
 */
const counted: ReadonlyMap<string, (size: TerminalSize) => number> = new Map([
  // Inserting, deleting and scrolling lines.
  ...['L', 'M', 'S', 'T', '^'].map((end) => [end, ({ rows }: TerminalSize) => rows] as const),
  // Moving to the next or previous tab stop.
  ...['I', 'Z'].map((end) => [end, ({ columns }: TerminalSize) => columns] as const),
  // Repeating the last character.
  ['b', ({ columns, rows }) => columns * rows],
]);

/**
 * The output of a program, with the counts in its control sequences limited. One sequence may ask
 * for two thousand million lines. The window would then hang for hours, or xterm would run out of
 * memory and never draw again, even after a restart that shows the output once more.
 */
export class BoundedSequences {
  /**
   * The state at the end of the last text: before, in or after the first characters of a sequence.
   */
  private state: 'text' | 'escape' | 'sequence' | 'dropped' = 'text';
  /** The beginning of a sequence that has not ended yet. */
  private held = '';
  /** The numbers in the sequence. */
  private numbers = '';
  /**
   * Other control characters in the sequence, even between two digits; they take effect on their
   * own.
   */
  private controls = '';

  take(data: string, size: TerminalSize): string {
    let taken = '';
    let index = 0;
    while (index < data.length) {
      if (this.state === 'text') {
        const start = nextStart(data, index);
        taken += data.slice(index, start);
        index = start;
        if (index === data.length) break;
      }
      taken += this.step(data.charAt(index), size);
      index += 1;
    }
    return taken;
  }

  private step(sign: string, size: TerminalSize): string {
    if (sign === '\x1b' || sign === '\x9b') return this.begin(sign);
    // These characters cancel an unfinished sequence.
    if (sign === '\x18' || sign === '\x1a' || sign > '\x7f') return this.end() + sign;
    if (sign < ' ') {
      this.controls += sign;
      return this.hold(sign);
    }
    if (sign === '\x7f') return this.hold(sign);
    if (this.state === 'escape') {
      if (sign !== '[') return this.end() + sign;
      this.state = 'sequence';
      return this.hold(sign);
    }
    if (sign < '@') {
      this.numbers += sign;
      return this.hold(sign);
    }
    return this.state === 'dropped' ? this.end() : this.finish(sign, size);
  }

  private begin(sign: string): string {
    const before = this.end();
    this.state = sign === '\x9b' ? 'sequence' : 'escape';
    this.held = sign;
    return before;
  }

  private hold(sign: string): string {
    this.held += sign;
    if (this.held.length > SEQUENCE_CHARACTERS) this.state = 'dropped';
    if (this.state === 'dropped') {
      this.held = '';
      this.numbers = '';
      this.controls = '';
    }
    return '';
  }

  private end(): string {
    const { held } = this;
    this.state = 'text';
    this.held = '';
    this.numbers = '';
    this.controls = '';
    return held;
  }

  private finish(sign: string, size: TerminalSize): string {
    const { numbers, controls } = this;
    const whole = this.end() + sign;
    const most = counted.get(sign)?.(size);
    const count = /^\d+/.exec(numbers)?.[0];
    if (most === undefined || count === undefined || Number(count) <= most) return whole;
    return `${controls}\x1b[${most}${sign}`;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences start with these.
const starts = /[\x1b\x9b]/g;

function nextStart(data: string, from: number): number {
  starts.lastIndex = from;
  return starts.exec(data)?.index ?? data.length;
}
