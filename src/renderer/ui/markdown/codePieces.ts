import type { CodeRun } from './highlightRuns';
import { PIECE_LINES } from './limits';

/**
 * Splits text into pieces of whole lines, without the line feeds between pieces; only the last
 * piece grows.
 */
export function codePieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let lines = 0, end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    lines++;
    if (lines < PIECE_LINES) continue;
    pieces.push(text.slice(start, end));
    start = end + 1;
    lines = 0;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** Splits coloured text in the same way. */
export function runPieces(
  runs: readonly CodeRun[],
  linesPerPiece = PIECE_LINES,
): readonly (readonly CodeRun[])[] {
  const pieces: CodeRun[][] = [[]];
  let lines = 0;
  for (const run of runs) {
    const parts = run.text.split('\n');
    let pending = '';
    parts.forEach((part, index) => {
      pending += part;
      if (index === parts.length - 1) return;
      lines++;
      if (lines % linesPerPiece !== 0) {
        pending += '\n';
        return;
      }
      if (pending !== '') pieces.at(-1)?.push({ ...run, text: pending });
      pieces.push([]);
      pending = '';
    });
    if (pending !== '') pieces.at(-1)?.push({ ...run, text: pending });
  }
  return pieces;
}

/** The first lines of a text, and how many were left out. */
export function firstLines(text: string, count: number): { shown: string; hidden: number } {
  let end = -1;
  for (let line = 0; line < count; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return { shown: text, hidden: 0 };
  }
  let hidden = 1;
  for (let at = text.indexOf('\n', end + 1); at !== -1; at = text.indexOf('\n', at + 1)) hidden++;
  return { shown: text.slice(0, end), hidden };
}
