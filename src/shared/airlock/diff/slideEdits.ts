import { SLIDE_LIMIT } from '../limits';
import type { LineEdit } from './diffLines';

/**
 * A block that was only inserted or only deleted can often be placed in several positions. Puts it
 * where it reads best: before the least indented line, and after a blank one if possible.
 */
export function slideEdits(
  base: readonly string[],
  other: readonly string[],
  edits: readonly LineEdit[],
): LineEdit[] {
  const slid: LineEdit[] = [];
  edits.forEach((edit, index) => {
    const previous = slid.at(-1);
    const next = edits[index + 1];
    const isInsertion = edit.baseStart === edit.baseEnd;
    const isDeletion = edit.otherStart === edit.otherEnd;
    if (isInsertion === isDeletion) {
      slid.push(edit);
      return;
    }
    const room: Room = {
      lines: isInsertion ? other : base,
      start: isInsertion ? edit.otherStart : edit.baseStart,
      end: isInsertion ? edit.otherEnd : edit.baseEnd,
      // One common line must stay between two edits; otherwise they would be one.
      up: previous ? edit.baseStart - previous.baseEnd - 1 : edit.baseStart,
      down: next ? next.baseStart - edit.baseEnd - 1 : base.length - edit.baseEnd,
    };
    slid.push(moved(edit, bestShift(room)));
  });
  return slid;
}

interface Room {
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly up: number;
  readonly down: number;
}

function bestShift({ lines, start, end, up, down }: Room): number {
  let best = 0;
  let bestScore = score(lines, start, end);
  const consider = (shift: number) => {
    const candidate = score(lines, start + shift, end + shift);
    if (candidate < bestScore || (candidate === bestScore && shift > best)) {
      best = shift;
      bestScore = candidate;
    }
  };
  const upLimit = Math.min(up, start, SLIDE_LIMIT);
  for (let shift = 1; shift <= upLimit; shift++) {
    if (lines[start - shift] !== lines[end - shift]) break;
    consider(-shift);
  }
  const downLimit = Math.min(down, lines.length - end, SLIDE_LIMIT);
  for (let shift = 1; shift <= downLimit; shift++) {
    if (lines[start + shift - 1] !== lines[end + shift - 1]) break;
    consider(shift);
  }
  return best;
}

/** Lower is better: the indentation at both boundaries, and the line before them. */
function score(lines: readonly string[], start: number, end: number): number {
  return boundary(lines, start) + boundary(lines, end);
}

function boundary(lines: readonly string[], index: number): number {
  const after = lines[index];
  if (after === undefined || index === 0) return 0;
  if (isBlank(after)) return 60;
  const indentation = /^[ \t]*/.exec(after)?.[0].replaceAll('\t', '        ').length ?? 0;
  const before = lines[index - 1] ?? '';
  return Math.min(indentation, 50) * 2 + (isBlank(before) ? 0 : 1);
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function moved(edit: LineEdit, shift: number): LineEdit {
  return {
    baseStart: edit.baseStart + shift,
    baseEnd: edit.baseEnd + shift,
    otherStart: edit.otherStart + shift,
    otherEnd: edit.otherEnd + shift,
  };
}
