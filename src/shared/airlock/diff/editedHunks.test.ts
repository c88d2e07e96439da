import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeHunks } from '#shared/airlock/hunks';
import { propertyRuns } from '#test/support/propertyRuns';
import { editedHunks, withoutHunks } from './editedHunks';

const text = (...lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
const BASE = text('1', '2', '3', '4', '5', '6');
const AGENT = text('1', 'two', '3', '4', 'five', '6');

describe('editedHunks', () => {
  it('names the hunk that the user has changed, and not those behind it', () => {
    const { hunkIds, removed } = editedHunks(
      BASE,
      AGENT,
      text('1', 'two', 'and a half', '3', '4', 'five', '6'),
    );
    expect(hunkIds).toEqual([expect.stringMatching(/^h2-/)]);
    expect(removed).toBe(0);
  });

  it('counts hunks that the user has taken out', () => {
    expect(editedHunks(BASE, AGENT, text('1', '2', '3', '4', 'five', '6'))).toEqual({
      hunkIds: [],
      removed: 1,
    });
    expect(editedHunks(BASE, AGENT, BASE)).toEqual({ hunkIds: [], removed: 2 });
  });

  it('counts what the user has added as one of the user’s own', () => {
    const { hunkIds, removed } = editedHunks(BASE, AGENT, `${AGENT}7\n`);
    expect(hunkIds).toEqual([expect.stringMatching(/^h7-/)]);
    expect(removed).toBe(0);
  });

  it('names only hunks that there are, and none where nothing was changed', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 10 });
    fc.assert(
      fc.property(lines, lines, lines, (base, proposed, edited) => {
        const [one, two, three] = [text(...base), text(...proposed), text(...edited)];
        expect(editedHunks(one, two, two)).toEqual({ hunkIds: [], removed: 0 });
        const ids = computeHunks(one, three).map(({ id }) => id);
        const found = editedHunks(one, two, three);
        expect(ids).toEqual(expect.arrayContaining([...found.hunkIds]));
        expect(found.removed).toBeLessThanOrEqual(computeHunks(one, two).length);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('withoutHunks', () => {
  const base = 'a\nb\nc\nd\ne\n';
  const gone = computeHunks(base, 'a\nB\nc\nd\ne\n');

  it('takes out what is there as it was, and nothing else', () => {
    expect(withoutHunks(base, 'a\nB\nc\nd\nE\n', gone)).toBe('a\nb\nc\nd\nE\n');
    expect(withoutHunks(base, 'a\r\nB\r\nc\r\nd\r\nE\r\n', gone)).toBe('a\nb\nc\nd\nE\n');
    expect(withoutHunks(base, 'a\nmine\nc\nd\nE\n', gone)).toBe('a\nmine\nc\nd\nE\n');
    expect(withoutHunks(base, 'a\nb\nB\nd\ne\n', gone)).toBe('a\nb\nB\nd\ne\n');
    expect(withoutHunks(base, base, gone)).toBe(base);
  });
});
