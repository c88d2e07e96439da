import type { IBufferRange, Terminal } from '@xterm/xterm';

/** A link is not searched beyond this many wrapped lines from the given one. */
const MOST_WRAPPED = 20;

interface Position {
  readonly x: number;
  readonly y: number;
}

/** A line of the buffer with its wrapped parts, as one text, and the position of each unit. */
export class LineText {
  readonly text: string;
  private readonly positions: readonly Position[];

  /** `row` counts from 1, as xterm does. */
  constructor(terminal: Terminal, row: number) {
    const buffer = terminal.buffer.active;
    let first = row - 1;
    while (first > 0 && row - first < MOST_WRAPPED && buffer.getLine(first)?.isWrapped) first--;
    const units: string[] = [];
    const positions: Position[] = [];
    for (let y = first; y < first + 2 * MOST_WRAPPED; y++) {
      const line = buffer.getLine(y);
      if (line === undefined || (y > first && !line.isWrapped)) break;
      for (let x = 0; x < line.length; x++) {
        const cell = line.getCell(x);
        // The second half of a wide character has no width of its own.
        if (cell === undefined || cell.getWidth() === 0) continue;
        const characters = cell.getChars() || ' ';
        units.push(characters);
        for (let unit = 0; unit < characters.length; unit++) positions.push({ x: x + 1, y: y + 1 });
      }
    }
    this.text = units.join('');
    this.positions = positions;
  }

  range(start: number, end: number): IBufferRange | null {
    const from = this.positions[start];
    const to = this.positions[end - 1];
    return from && to ? { start: from, end: to } : null;
  }
}
