import { type AnsiStyle, applySgr, plainStyle } from './ansiStyle';

export interface AnsiSpan {
  readonly text: string;
  readonly style: AnsiStyle;
}

export type AnsiLine = readonly AnsiSpan[];

interface Cell {
  readonly text: string;
  readonly style: AnsiStyle;
}

/** A cursor further to the right would only fill memory. */
const MAX_COLUMN = 4_096;

const alternateScreens: ReadonlySet<string> = new Set(['?47', '?1047', '?1049']);

const FULL_SCREEN_NOTE = '── full-screen program ──';

/**
 * Output as lines without a fixed screen. The cursor moves within and between existing lines, as
 * progress displays need. Nothing scrolls away, and clearing the whole screen has no effect.
 */
export class AnsiScreen {
  private readonly lines: Cell[][] = [[]];
  private row = 0;
  private column = 0;
  private style = plainStyle;
  /** The output of a full-screen program makes no sense as lines. */
  private isFullScreen = false;

  write(text: string): void {
    if (this.isFullScreen) return;
    const line = this.line();
    for (const character of text) {
      line[this.column] = { text: character, style: this.style };
      this.column++;
    }
  }

  control(code: number): void {
    if (this.isFullScreen) return;
    switch (code) {
      case 0x0a:
        this.row++;
        this.column = 0;
        break;
      case 0x0d:
        this.column = 0;
        break;
      case 0x08:
        this.left(1);
        break;
      case 0x09:
        this.write('\t');
        break;
    }
  }

  sequence(parameters: string, final: string): void {
    if (final === 'h' || final === 'l') this.setMode(parameters, final === 'h');
    if (this.isFullScreen) return;
    if (final === 'm') {
      if (/^[\d;:]*$/.test(parameters)) {
        this.style = applySgr(this.style, parameters.split(/[;:]/).map(Number));
      }
      return;
    }
    if (!/^\d{0,4}$/.test(parameters)) return;
    const count = Math.max(1, Number(parameters));
    switch (final) {
      case 'A':
        this.row = Math.max(0, this.row - count);
        break;
      case 'B':
        this.row = Math.max(this.row, Math.min(this.lines.length - 1, this.row + count));
        break;
      case 'C':
        this.column = Math.min(MAX_COLUMN, this.column + count);
        break;
      case 'D':
        this.left(count);
        break;
      case 'E':
        this.sequence(parameters, 'B');
        this.column = 0;
        break;
      case 'F':
        this.sequence(parameters, 'A');
        this.column = 0;
        break;
      case 'G':
        this.column = Math.min(MAX_COLUMN, count - 1);
        break;
      case 'J':
        if (Number(parameters) === 0) this.eraseBelow();
        break;
      case 'K':
        this.eraseLine(Number(parameters));
        break;
    }
  }

  finish(): readonly AnsiLine[] {
    const isOpen = (this.lines.at(-1)?.length ?? 0) > 0;
    return (isOpen ? this.lines : this.lines.slice(0, -1)).map(spansOf);
  }

  private line(): Cell[] {
    while (this.lines.length <= this.row) this.lines.push([]);
    return this.lines[this.row] ?? [];
  }

  private left(count: number): void {
    this.column = Math.max(0, this.column - count);
  }

  private eraseLine(part: number): void {
    const line = this.line();
    if (part === 0) line.length = Math.min(line.length, this.column);
    else if (part === 1) line.fill({ text: ' ', style: plainStyle }, 0, this.column + 1);
    else if (part === 2) line.length = 0;
  }

  private eraseBelow(): void {
    this.eraseLine(0);
    this.lines.length = this.row + 1;
  }

  private setMode(parameters: string, isOn: boolean): void {
    if (!alternateScreens.has(parameters) || isOn === this.isFullScreen) return;
    if (isOn) {
      this.style = plainStyle;
      if (this.line().length > 0) this.control(0x0a);
      this.write(FULL_SCREEN_NOTE);
      this.control(0x0a);
    }
    this.isFullScreen = isOn;
  }
}

function spansOf(cells: readonly (Cell | undefined)[]): AnsiLine {
  const spans: AnsiSpan[] = [];
  let text = '';
  let style = plainStyle;
  // Not `forEach`: cells that a program has skipped are blank.
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
