import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitHunk } from '#shared/airlock/diff/splitHunk';
import { computeHunks, hunksAt, rangeOf } from '#shared/airlock/hunks';
import { exampleChange } from '#test/window/exampleChange';
import { drawnRanges, hunkAt, selectionIn, type TextHunkView, textHunks } from './hunkZones';

const view = exampleChange({ base: 'a\nb\nc\nd\n', proposed: 'a\nB\nC\nX\nd\n' });
const [hunk] = textHunks(view);
if (hunk === undefined) throw new Error('The example has a hunk.');

describe('drawnRanges', () => {
  it('joins the parts of a split hunk, whichever lines were picked', () => {
    const picks = fc.array(fc.nat(4), { maxLength: 4 });
    fc.assert(
      fc.property(picks, picks, (removed, added) => {
        const [base, proposed] = ['a\nb\nc\nd\ne\nf\n', 'a\nB\nC\nX\nY\ne\nF\n'];
        const whole = computeHunks(base, proposed);
        const [first, ...rest] = whole;
        const split = first && splitHunk(first, { removed, added });
        if (!split) return;
        const parts = [...split.selected, ...split.rest, ...rest].map((part) => ({
          hunk: { type: 'text', id: part.id, ...rangeOf(part) },
        })) as unknown as TextHunkView[];
        const ranges = drawnRanges(textHunks({ hunks: parts }));
        expect(hunksAt(base, proposed, ranges)).toEqual(whole);
      }),
    );
  });
});

describe('hunkAt', () => {
  it('finds the hunk of a line on either side', () => {
    expect(hunkAt([hunk], 'modified', 3)).toBe(hunk);
    expect(hunkAt([hunk], 'modified', 4)).toBeUndefined();
    expect(hunkAt([hunk], 'original', 1)).toBe(hunk);
    expect(hunkAt([hunk], 'original', 0)).toBeUndefined();
  });

  it('finds a deletion by the line before it', () => {
    const [deletion] = textHunks(exampleChange({ base: 'a\nb\nc\n', proposed: 'a\nc\n' }));
    expect(deletion && hunkAt([deletion], 'modified', 1)).toBe(deletion);
  });
});

describe('selectionIn', () => {
  it('selects lines with those beside them', () => {
    expect(selectionIn(hunk, { side: 'modified', start: 1, end: 2 })).toEqual({
      removed: [0],
      added: [0],
    });
    expect(selectionIn(hunk, { side: 'modified', start: 3, end: 9 })).toEqual({
      removed: [],
      added: [2],
    });
    expect(selectionIn(hunk, { side: 'original', start: 2, end: 3 })).toEqual({
      removed: [1],
      added: [1],
    });
  });

  it('is null outside the hunk, and for all of its lines', () => {
    expect(selectionIn(hunk, { side: 'modified', start: 4, end: 5 })).toBeNull();
    expect(selectionIn(hunk, { side: 'modified', start: 0, end: 9 })).toBeNull();
  });
});
