import { describe, expect, it } from 'vitest';
import { exampleChange } from '#test/window/exampleChange';
import { hunkRows } from '#window/features/review/diff/hunkRows';
import { textHunks } from './hunkZones';
import { linesOfRows, placeOfRows } from './pickedRows';

const base = 'one\ntwo\nthree\nfour\n';
const proposed = 'one\n2\n3\nfour\n';
const [hunk] = textHunks(exampleChange({ base, proposed }));
if (!hunk) throw new Error('There is one hunk.');
const rows = hunkRows({ original: base, modified: proposed, ranges: [hunk.hunk] })[0] ?? [];

describe('rows that are selected in a hunk', () => {
  it('are laid out as expected', () => {
    expect(rows.map(({ type }) => type).join(' ')).toBe(
      'context removed removed added added context',
    );
  });

  it('are exactly the lines to decide on', () => {
    expect(linesOfRows(hunk, rows, { from: 1, to: 2 })).toEqual({ removed: [0], added: [] });
    expect(linesOfRows(hunk, rows, { from: 2, to: 4 })).toEqual({ removed: [1], added: [0] });
  });

  it('are nothing of their own if they are none or all of the hunk', () => {
    expect(linesOfRows(hunk, rows, { from: 0, to: 1 })).toBeNull();
    expect(linesOfRows(hunk, rows, { from: 0, to: 6 })).toBeNull();
  });

  it('are commented on where they are in the proposed text, or were before', () => {
    expect(placeOfRows(rows, { from: 2, to: 5 })).toEqual({ side: 'modified', start: 1, end: 3 });
    expect(placeOfRows(rows, { from: 1, to: 3 })).toEqual({ side: 'original', start: 1, end: 3 });
    expect(placeOfRows(rows, { from: 0, to: 0 })).toBeNull();
  });
});
