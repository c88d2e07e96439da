import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, textAndEdit } from '#test/support/airlockTexts';
import { propertyRuns } from '#test/support/propertyRuns';
import { diffLines, type LineEdit } from './diffLines';
import { splitLines } from './lines';

function rebuilt(base: readonly string[], other: readonly string[], edits: readonly LineEdit[]) {
  const result: string[] = [];
  let position = 0;
  for (const edit of edits) {
    result.push(...base.slice(position, edit.baseStart));
    result.push(...other.slice(edit.otherStart, edit.otherEnd));
    position = edit.baseEnd;
  }
  return [...result, ...base.slice(position)];
}

/** The length of a shortest edit script, by the table that everybody trusts. */
function distance(base: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  base.forEach((line, index) => {
    const next = [index + 1];
    other.forEach((candidate, column) => {
      const diagonal = line === candidate ? (row[column] ?? 0) : Number.POSITIVE_INFINITY;
      next.push(Math.min(diagonal, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    });
    row = next;
  });
  return row.at(-1) ?? 0;
}

function size(edits: readonly LineEdit[]): number {
  return edits.reduce(
    (sum, edit) => sum + edit.baseEnd - edit.baseStart + edit.otherEnd - edit.otherStart,
    0,
  );
}

describe('diffLines', () => {
  it('finds a shortest edit script, with common lines between edits', () => {
    const pairs = fc.oneof(textAndEdit, fc.tuple(anyText, anyText));
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const [base, other] = [splitLines(left), splitLines(right)];
        const edits = diffLines(base, other);
        expect(rebuilt(base, other, edits)).toEqual(other);
        expect(size(edits)).toBe(distance(base, other));
        edits.slice(1).forEach((edit, index) => {
          expect(edit.baseStart).toBeGreaterThan(edits[index]?.baseEnd ?? 0);
        });
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('places an inserted block where a reader would expect it', () => {
    const base = ['one() {\n', '  x\n', '}\n', '\n', 'three() {\n', '  x\n', '}\n'];
    const other = [...base.slice(0, 4), 'two() {\n', '  x\n', '}\n', '\n', ...base.slice(4)];
    expect(diffLines(base, other)).toEqual([
      { baseStart: 4, baseEnd: 4, otherStart: 4, otherEnd: 8 },
    ]);
  });

  it('is correct and fast when texts have nothing or much in common', () => {
    const count = 50_000;
    const numbered = Array.from({ length: count }, (_, index) => `line ${index}\n`);
    const cases = [
      numbered.map((line, index) => (index % 20 === 0 ? `changed ${line}` : line)),
      numbered.map((line) => `other ${line}`),
      [...numbered].reverse(),
      numbered.map((_, index) => `${index % 7}\n`),
      [...numbered.slice(count / 2), ...numbered.slice(0, count / 2)],
    ];
    const periodic = numbered.map((_, index) => `${index % 3}\n`);
    const pairs = [
      ...cases.map((other) => [numbered, other] as const),
      [periodic, periodic.map((line, index) => (index % 11 === 0 ? 'x\n' : line))] as const,
    ];
    for (const [base, other] of pairs) {
      const edits = diffLines(base, other);
      expect(rebuilt(base, other, edits)).toEqual(other);
    }
  });
});
