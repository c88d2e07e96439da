import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, textAndEdit } from '#test/support/airlockTexts';
import { propertyRuns } from '#test/support/propertyRuns';
import {
  applyHunks,
  computeHunks,
  hunksAt,
  invertHunks,
  rangeOf,
  rebaseHunks,
  type TextHunk,
} from './hunks';
import { REVIEWED_LINES } from './limits';

const pair = fc.oneof(textAndEdit, fc.tuple(anyText, anyText));
const pairAndPicks = fc.tuple(pair, fc.array(fc.boolean(), { maxLength: 30 }), fc.nat());

function picked(hunks: readonly TextHunk[], picks: readonly boolean[]): TextHunk[] {
  return hunks.filter((_, index) => picks[index]);
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index--) {
    const other = (seed * 31 + index * 17) % (index + 1);
    const [left, right] = [result[index] as T, result[other] as T];
    result[index] = right;
    result[other] = left;
  }
  return result;
}

describe('hunks', () => {
  it('give the exact proposed text if all are accepted, and the base if none are', () => {
    fc.assert(
      fc.property(pair, ([base, proposed]) => {
        const hunks = computeHunks(base, proposed);
        expect(applyHunks(base, hunks)).toBe(proposed);
        expect(applyHunks(base, [])).toBe(base);
        expect(new Set(hunks.map(({ id }) => id)).size).toBe(hunks.length);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('give the same text in whatever order they are accepted', () => {
    fc.assert(
      fc.property(pairAndPicks, ([[base, proposed], picks, seed]) => {
        const chosen = picked(computeHunks(base, proposed), picks);
        const applied: TextHunk[] = [];
        let text = base;
        for (const hunk of shuffled(chosen, seed)) {
          text = applyHunks(text, rebaseHunks([hunk], applied));
          applied.push(hunk);
        }
        expect(text).toBe(applyHunks(base, chosen));
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('are reverted by their inverse', () => {
    fc.assert(
      fc.property(pairAndPicks, ([[base, proposed], picks]) => {
        const chosen = picked(computeHunks(base, proposed), picks);
        const text = applyHunks(base, chosen);
        expect(applyHunks(text, invertHunks(chosen))).toBe(base);
        expect(applyHunks(base, invertHunks(invertHunks(chosen)))).toBe(text);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('can be reconstructed from their positions', () => {
    fc.assert(
      fc.property(pair, ([base, proposed]) => {
        const hunks = computeHunks(base, proposed);
        expect(hunksAt(base, proposed, hunks.map(rangeOf))).toEqual(hunks);
      }),
    );
  });

  it('keep line endings and a missing final one', () => {
    const base = 'one\r\ntwo\nthree';
    const proposed = 'one\r\n2\nthree\r\n';
    const [first, second, ...more] = computeHunks(base, proposed);
    expect(more).toEqual([]);
    expect(second).toBeUndefined();
    expect(first).toMatchObject({ removed: ['two\n', 'three'], added: ['2\n', 'three\r\n'] });
  });

  it('handle lines named like members of the prototype', () => {
    const [hunk] = computeHunks('', '__proto__\nconstructor\n');
    expect(hunk?.added).toEqual(['__proto__\n', 'constructor\n']);
  });

  it('refuse to be applied over each other', () => {
    const [hunk] = computeHunks('a\nb\n', 'x\ny\n');
    const other = { ...(hunk as TextHunk), baseStart: 1 };
    expect(() => applyHunks('a\nb\nc\n', [hunk as TextHunk, other])).toThrow(/overlaps/);
  });
});

it('a hunk of as many lines as are reviewed is applied', () => {
  const text = 'x\n'.repeat(REVIEWED_LINES);
  const hunks = computeHunks('a\n', text);
  expect(applyHunks('a\n', hunks)).toBe(text);
});
