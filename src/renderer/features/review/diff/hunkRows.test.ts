import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '#shared/airlock/diff/lines';
import { computeHunks, rangeOf } from '#shared/airlock/hunks';
import { HUNK_ALL_ROWS } from '#window/features/review/limits';
import { DIFF_CONTEXT_LINES } from '#window/ui/diff/limits';
import { hunkRows, rowCounts } from './hunkRows';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 30 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

describe('hunkRows', () => {
  it('puts every changed line into its own hunk, and no line twice', () => {
    fc.assert(
      fc.property(text, text, (original, modified) => {
        const ranges = computeHunks(original, modified).map(rangeOf);
        const rows = hunkRows({ original, modified, ranges });
        rows.forEach((own, index) => {
          const { baseCount, proposedCount } = ranges[index] ?? {
            baseCount: -1,
            proposedCount: -1,
          };
          expect(own.filter(({ type }) => type === 'removed')).toHaveLength(baseCount);
          expect(own.filter(({ type }) => type === 'added')).toHaveLength(proposedCount);
        });
        const [old, next] = [splitLines(original), splitLines(modified)];
        const all = rows.flat();
        const before = all.flatMap((row) => row.before ?? []);
        const after = all.flatMap((row) => row.after ?? []);
        expect(before).toEqual([...new Set(before)].sort((left, right) => left - right));
        expect(after).toEqual([...new Set(after)].sort((left, right) => left - right));
        for (const row of all) {
          if (row.before !== null) expect(`${row.text}\n`).toBe(old[row.before - 1]);
          if (row.after !== null) expect(`${row.text}\n`).toBe(next[row.after - 1]);
        }
      }),
    );
  });

  it('knows the number of rows from the positions alone, except at the end of the file', () => {
    fc.assert(
      fc.property(text, text, (original, modified) => {
        const ranges = computeHunks(original, modified).map(rangeOf);
        const lengths = hunkRows({ original, modified, ranges }).map((own) => own.length);
        const counts = rowCounts(ranges);
        expect(counts.slice(0, -1)).toEqual(lengths.slice(0, -1));
        const missing = (counts.at(-1) ?? 0) - (lengths.at(-1) ?? 0);
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThanOrEqual(DIFF_CONTEXT_LINES);
      }),
    );
  });

  it('finds the hunks of a deleted file, up to a limit', () => {
    const original = 'line\n'.repeat(HUNK_ALL_ROWS + 10);
    const rows = hunkRows({ original, modified: '', ranges: null });
    expect(rows.map((own) => own.length)).toEqual([HUNK_ALL_ROWS]);
  });
});
