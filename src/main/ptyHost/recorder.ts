import type { RecordedStretch, TerminalSize } from '#shared/terminal/portMessages';
import { afterFirstLine } from './afterFirstLine';
import { PIECE_CHARACTERS, RECORDED_CHARACTERS, RECORDED_SIZES } from './limits';
import { TerminalModes } from './terminalModes';

/** Output that was printed while the terminal had one size. */
interface Stretch extends TerminalSize {
  readonly pieces: string[];
}

/**
 * The last output of a terminal, to be replayed on a new screen. The modes that dropped output has
 * set, such as the alternate screen, are kept.
 */
export class Recorder {
  private readonly stretches: Stretch[] = [];
  private readonly dropped = new TerminalModes();
  private length = 0;
  private hasDropped = false;

  constructor(
    { columns, rows }: TerminalSize,
    private readonly limit: number = RECORDED_CHARACTERS,
  ) {
    this.stretches.push({ columns, rows, pieces: [] });
  }

  /**
   * Whether the program must redraw itself, because a full-screen program is recorded only in part.
   */
  get needsRedraw(): boolean {
    return this.hasDropped && this.dropped.isAlternateScreen;
  }

  push(data: string): void {
    const pieces = this.stretches.at(-1)?.pieces ?? [];
    const last = pieces.at(-1);
    if (last !== undefined && last.length < PIECE_CHARACTERS) {
      pieces[pieces.length - 1] = last + data;
    } else {
      pieces.push(data);
    }
    this.length += data.length;
    while (this.length > this.limit) this.dropFirst();
  }

  resize({ columns, rows }: TerminalSize): void {
    const last = this.stretches.at(-1);
    if (last?.columns === columns && last.rows === rows) return;
    if (last?.pieces.length === 0) this.stretches.pop();
    this.stretches.push({ columns, rows, pieces: [] });
    const [first, second] = this.stretches;
    if (first === undefined || second === undefined) return;
    if (this.stretches.length <= RECORDED_SIZES) return;
    this.stretches.splice(0, 2, { ...second, pieces: [...first.pieces, ...second.pieces] });
  }

  /** Drops the output, but keeps the screen modes that it has set. */
  clear(): void {
    while (this.length > 0) this.dropFirst();
    this.hasDropped = false;
  }

  stretchesToReplay(): readonly RecordedStretch[] {
    const [first, ...rest] = this.stretches.map(({ columns, rows, pieces }) => ({
      columns,
      rows,
      data: pieces.join(''),
    }));
    if (first === undefined) return [];
    const start = this.hasDropped ? afterFirstLine(first.data) : first.data;
    return [{ ...first, data: this.dropped.toSequences() + start }, ...rest];
  }

  private dropFirst(): void {
    const stretch = this.stretches[0];
    const piece = stretch?.pieces.shift();
    if (stretch === undefined) return;
    if (piece === undefined) {
      this.stretches.shift();
      return;
    }
    this.dropped.scan(piece);
    this.length -= piece.length;
    this.hasDropped = true;
    if (stretch.pieces.length === 0 && this.stretches.length > 1) this.stretches.shift();
  }
}
