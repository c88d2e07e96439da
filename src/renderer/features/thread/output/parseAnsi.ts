import { type AnsiLine, AnsiScreen } from './ansiScreen';

const ESCAPE = 0x1b;
const BELL = 0x07;

/** A longer sequence is not treated as one, so that the text after it is not swallowed. */
const MAX_SEQUENCE = 4_096;

/**
 * A program's output as a terminal would show it, as lines of plain text in colours. Cursor
 * movements and erasing are followed; every other escape is dropped.
 */
export function parseAnsi(output: string): readonly AnsiLine[] {
  const screen = new AnsiScreen();
  for (let at = 0; at < output.length; ) {
    const code = output.charCodeAt(at);
    if (code === ESCAPE) {
      at = escapeSequence(screen, output, at + 1);
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

/** Reads the sequence after an escape, and returns the position after it. */
function escapeSequence(screen: AnsiScreen, output: string, at: number): number {
  const kind = output.charAt(at);
  if (kind === '[') return controlSequence(screen, output, at + 1);
  if (kind === ']' || kind === 'P' || kind === '_' || kind === '^' || kind === 'X') {
    return endOfString(output, at + 1);
  }
  // Two characters, or more with intermediates, as in `ESC ( B`.
  let end = at;
  while (end < output.length && isBetween(output.charCodeAt(end), 0x20, 0x2f)) end++;
  return end + 1;
}

function controlSequence(screen: AnsiScreen, output: string, at: number): number {
  let end = at;
  while (end < output.length && isBetween(output.charCodeAt(end), 0x20, 0x3f)) end++;
  if (end - at > MAX_SEQUENCE) return at;
  screen.sequence(output.slice(at, end), output.charAt(end));
  return end + 1;
}

/**
 * The end of a string. An unterminated string is dropped up to a limit, and the rest is text again.
 */
function endOfString(output: string, at: number): number {
  const limit = Math.min(output.length, at + MAX_SEQUENCE);
  for (let end = at; end < limit; end++) {
    const code = output.charCodeAt(end);
    if (code === BELL) return end + 1;
    if (code === ESCAPE) return output.charAt(end + 1) === '\\' ? end + 2 : end;
  }
  return limit === output.length ? limit : at;
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
