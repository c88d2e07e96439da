import type { TerminalSize } from '#shared/terminal/portMessages';

let last: TerminalSize = { columns: 100, rows: 24 };

/** The probable size of the next terminal, which starts before it is drawn. */
export function likelySize(): TerminalSize {
  return last;
}

export function rememberSize(size: TerminalSize): void {
  last = size;
}
