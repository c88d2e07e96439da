import { type AnsiStyle, applySgr, plainStyle } from './ansiStyle';

export interface AnsiSpan {
  readonly text: string;
  readonly style: AnsiStyle;
}

export type AnsiLine = readonly AnsiSpan[];

const ESCAPE = 0x1b;
const BELL = 0x07;

/** A sequence longer than this is no sequence: what follows it must not be swallowed. */
const MAX_SEQUENCE = 4_096;

/**
 * What a terminal would show of a program's output, as lines of plain text in colours. Carriage
 * returns, backspaces and erasing within a line are followed; every other escape is dropped.
 */
export function parseAnsi(output: string): readonly AnsiLine[] {
  const screen = new LineWriter();
  for (let at = 0; at < output.length; ) {
    const code = output.charCodeAt(at);
    if (code === ESCAPE) {
      at = screen.escape(output, at + 1);
      continue;
    }
    if (code < 0x20 || code === 0x7f) {
      screen.control(code);
      at++;
      continue;
    }
    let end = at + 1;
    while (end < output.length && output.charCodeAt(end) >= 0x20 && output.charCodeAt(end) !== 0x7f)
      end++;
    screen.write(output.slice(at, end));
    at = end;
  }
  return screen.finish();
}

interface Cell {
  readonly text: string;
  readonly style: AnsiStyle;
}

class LineWriter {
  private readonly lines: AnsiLine[] = [];
  private cells: Cell[] = [];
  private column = 0;
  private style = plainStyle;

  write(text: string): void {
    for (const character of text) {
      this.cells[this.column] = { text: character, style: this.style };
      this.column++;
    }
  }

  control(code: number): void {
    switch (code) {
      case 0x0a:
        this.lines.push(spansOf(this.cells));
        this.cells = [];
        this.column = 0;
        break;
      case 0x0d:
        this.column = 0;
        break;
      case 0x08:
        this.column = Math.max(0, this.column - 1);
        break;
      case 0x09:
        this.write('\t');
        break;
    }
  }

  /** Reads the sequence after an escape; the place after it. */
  escape(output: string, at: number): number {
    const kind = output.charAt(at);
    if (kind === '[') return this.controlSequence(output, at + 1);
    if (kind === ']' || kind === 'P' || kind === '_' || kind === '^' || kind === 'X') {
      return endOfString(output, at + 1);
    }
    // Two characters, or more with intermediates such as in `ESC ( B`.
    let end = at;
    while (end < output.length && isBetween(output.charCodeAt(end), 0x20, 0x2f)) end++;
    return end + 1;
  }

  finish(): readonly AnsiLine[] {
    if (this.cells.length > 0) this.lines.push(spansOf(this.cells));
    return this.lines;
  }

  private controlSequence(output: string, at: number): number {
    let end = at;
    while (end < output.length && isBetween(output.charCodeAt(end), 0x20, 0x3f)) end++;
    if (end - at > MAX_SEQUENCE) return at;
    const parameters = output.slice(at, end);
    const final = output.charAt(end);
    if (final === 'm' && /^[\d;:]*$/.test(parameters)) {
      this.style = applySgr(this.style, parameters.split(/[;:]/).map(Number));
    } else if (final === 'K') {
      this.eraseLine(parameters);
    }
    return end + 1;
  }

  private eraseLine(parameters: string): void {
    if (parameters === '' || parameters === '0')
      this.cells.length = Math.min(this.cells.length, this.column);
    else if (parameters === '2') this.cells = [];
  }
}

/** A string that is never ended is dropped up to a bound, and the rest is text again. */
function endOfString(output: string, at: number): number {
  const limit = Math.min(output.length, at + MAX_SEQUENCE);
  for (let end = at; end < limit; end++) {
    const code = output.charCodeAt(end);
    if (code === BELL) return end + 1;
    if (code === ESCAPE) return output.charAt(end + 1) === '\\' ? end + 2 : end;
  }
  return limit === output.length ? limit : at;
}

function spansOf(cells: readonly (Cell | undefined)[]): AnsiLine {
  const spans: AnsiSpan[] = [];
  let text = '';
  let style = plainStyle;
  // Not `forEach`: places that a program has skipped are blank.
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column];
    const next = cell?.style ?? plainStyle;
    if (next !== style && text !== '') {
      spans.push({ text, style });
      text = '';
    }
    style = next;
    text += cell?.text ?? ' ';
  }
  if (text !== '') spans.push({ text, style });
  return spans;
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
