import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, textAndEdit } from '#test/support/airlockTexts';
import { propertyRuns } from '#test/support/propertyRuns';
import { applyHunks, computeHunks, invertHunks, type TextHunk } from '../hunks';
import { endingOf, splitLines } from './lines';
import { splitHunk } from './splitHunk';

function onlyHunk(base: string, proposed: string): TextHunk {
  const [hunk] = computeHunks(base, proposed);
  if (hunk === undefined) throw new Error('The texts do not differ.');
  return hunk;
}

describe('splitHunk', () => {
  const base = 'a\nb\nc\n';
  const proposed = 'A\nB\nC\nD\n';
  const hunk = onlyHunk(base, proposed);

  it.each([
    [{ removed: [1], added: [1] }, 'a\nB\nc\n'],
    [{ removed: [], added: [1] }, 'a\nb\nB\nc\n'],
    [{ removed: [1], added: [] }, 'a\nc\n'],
    [{ removed: [], added: [3] }, 'a\nb\nc\nD\n'],
    [{ removed: [0, 2], added: [0, 2] }, 'A\nb\nC\n'],
    [{ removed: [0, 1, 2], added: [] }, ''],
    [{ removed: [], added: [] }, base],
    [{ removed: [0, 1, 2], added: [0, 1, 2, 3] }, proposed],
  ])('splits off %j', (selection, expected) => {
    const split = splitHunk(hunk, selection);
    expect(applyHunks(base, split?.selected ?? [])).toBe(expected);
  });

  it('loses nothing, for any lines picked from any hunk', () => {
    const pair = fc.oneof(textAndEdit, fc.tuple(anyText, anyText));
    const picks = fc.array(fc.nat(12), { maxLength: 8 });
    fc.assert(
      fc.property(pair, picks, picks, ([left, right], removed, added) => {
        const hunks = computeHunks(left, right);
        for (const whole of hunks) {
          const others = hunks.filter((other) => other !== whole);
          const split = splitHunk(whole, { removed, added });
          if (split === null) continue;
          const all = [...split.selected, ...split.rest];
          expect(applyHunks(left, [...others, ...all])).toBe(right);
          expect(applyHunks(left, others)).toBe(
            applyHunks(applyHunks(left, [...others, ...all]), invertedWithin(others, all)),
          );
          expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
          const half = applyHunks(left, split.selected);
          expect(applyHunks(half, invertHunks(split.selected))).toBe(left);
          const lines = splitLines(half);
          expect(lines.slice(0, -1).every((line) => endingOf(line) !== '')).toBe(true);
        }
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('does not separate a line without an ending from those that would follow it', () => {
    const open = onlyHunk('a', 'a\nb');
    expect(splitHunk(open, { removed: [], added: [1] })).toBeNull();
    expect(splitHunk(open, { removed: [0], added: [0, 1] })?.rest).toEqual([]);
  });
});

/** The inverse of some hunks on a text that holds others too. */
function invertedWithin(others: readonly TextHunk[], hunks: readonly TextHunk[]): TextHunk[] {
  const ids = new Set(hunks.map((hunk) => hunk.baseStart * 1e6 + hunk.proposedStart));
  const all = [...others, ...hunks];
  const inverted = invertHunks(all);
  // `invertHunks` keeps the order, and the base's line numbers of the originals as its proposals.
  return inverted.filter((_, index) => {
    const original = [...all].sort(
      (left, right) => left.baseStart - right.baseStart || left.proposedStart - right.proposedStart,
    )[index];
    return original !== undefined && ids.has(original.baseStart * 1e6 + original.proposedStart);
  });
}
