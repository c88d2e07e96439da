import { describe, expect, it } from 'vitest';
import { changedPart, editRows, editSpans, shownLine } from './diffRow';
import { DIFF_LINE_CHARACTERS } from './limits';

const edit = (baseStart: number, baseEnd: number, otherStart: number, otherEnd: number) => ({
  baseStart,
  baseEnd,
  otherStart,
  otherEnd,
});

describe('editSpans', () => {
  it('includes three lines around an edit, as far as there are any', () => {
    expect(editSpans([edit(9, 10, 9, 10)], 12)).toEqual([{ from: 6, to: 12 }]);
    expect(editSpans([edit(1, 2, 1, 2)], 12)).toEqual([{ from: 0, to: 5 }]);
  });

  it('assigns a line between two near edits to one of them', () => {
    const spans = editSpans([edit(2, 3, 2, 3), edit(7, 8, 7, 8), edit(8, 9, 8, 9)], 20);
    expect(spans).toEqual([
      { from: 0, to: 6 },
      { from: 6, to: 8 },
      { from: 8, to: 12 },
    ]);
  });
});

describe('editRows', () => {
  const rows = (before: string, after: string) =>
    editRows([before], [after], edit(0, 1, 0, 1), { from: 0, to: 1 });

  it('shows the endings of lines that differ in nothing else', () => {
    expect(rows('a\r\n', 'a\n').map(({ ending }) => ending)).toEqual(['CRLF', 'LF']);
    expect(rows('a', 'a\n').map(({ ending }) => ending)).toEqual(['no newline at end', 'LF']);
  });

  it('does not mention endings where the text differs', () => {
    expect(rows('a\n', 'b\n').map(({ ending }) => ending)).toEqual([undefined, undefined]);
    expect(rows('a\n', 'b').map(({ ending }) => ending)).toEqual([undefined, 'no newline at end']);
  });
});

describe('a line that is too long to be shown whole', () => {
  const long = 'x'.repeat(DIFF_LINE_CHARACTERS);
  const rows = (before: string, after: string) =>
    editRows([before], [after], edit(0, 1, 0, 1), { from: 0, to: 1 });

  it('says how much of it is missing', () => {
    expect(shownLine(`${long}\n`)).toBe(long);
    expect(shownLine(`${long}${'y'.repeat(1_234)}\n`)).toBe(`${long}… (1,234 more characters)`);
  });

  it('says that it differs where that is not shown', () => {
    const words = rows(`${long}good\n`, `${long}evil\n`).map(({ ending }) => ending);
    expect(words).toEqual(['differs further on', 'differs further on']);
    expect(rows(`${long}a\r\n`, `${long}a\n`).map(({ ending }) => ending)).toEqual(['CRLF', 'LF']);
  });
});

describe('changedPart', () => {
  it('finds the changed part of a line, unless all of it changed', () => {
    expect(changedPart('const retries = 5;', 'const retries = 3;')).toEqual([16, 17]);
    expect(changedPart('completely', 'different')).toBeNull();
  });
});
