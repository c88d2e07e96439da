import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textAndTwoEdits } from '#test/support/airlockTexts';
import { propertyRuns } from '#test/support/propertyRuns';
import { computeHunks } from '../hunks';
import { composeText, type PickedHunks } from './composeText';

/** Mixed endings are settled before anything is composed. */
const texts = textAndTwoEdits.filter((three) => !three.join('').includes('\r'));

function side(owner: string, base: string, proposed: string): PickedHunks<string> {
  return { owner, base, hunks: computeHunks(base, proposed) };
}

function summary(target: string, sides: readonly PickedHunks<string>[]) {
  const { text, conflicts } = composeText(target, sides);
  const named = conflicts.map(({ picks }) =>
    picks
      .map(({ owner, hunkId }) => `${owner} ${hunkId}`)
      .sort()
      .join(),
  );
  return { text, conflicts: named.sort() };
}

describe('composeText', () => {
  it('gives the same text and the same conflicts in any order', () => {
    fc.assert(
      fc.property(texts, texts, ([base, left, right], [, other]) => {
        const sides = [side('a', base, left), side('b', base, right), side('c', base, other)];
        const expected = summary(base, sides);
        for (const order of [
          [0, 2, 1],
          [1, 0, 2],
          [1, 2, 0],
          [2, 0, 1],
          [2, 1, 0],
        ]) {
          expect(
            summary(
              base,
              order.flatMap((at) => sides[at] ?? []),
            ),
          ).toEqual(expected);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('equals the text of one side if all of its hunks are picked', () => {
    fc.assert(
      fc.property(texts, ([base, proposed]) => {
        expect(composeText(base, [side('a', base, proposed)])).toMatchObject({
          text: proposed,
          conflicts: [],
        });
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('counts hunks once that several sides have', () => {
    fc.assert(
      fc.property(texts, ([base, proposed]) => {
        const sides = [side('a', base, proposed), side('b', base, proposed)];
        expect(composeText(base, sides)).toMatchObject({ text: proposed, conflicts: [] });
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('applies hunks of two sides that do not touch', () => {
    const base = '1\n2\n3\n4\n5\n';
    const { text, brought, conflicts } = composeText(base, [
      side('a', base, 'one\n2\n3\n4\n5\n'),
      side('b', base, '1\n2\n3\n4\nfive\n'),
    ]);
    expect(text).toBe('one\n2\n3\n4\nfive\n');
    expect(conflicts).toEqual([]);
    expect(brought).toEqual([
      { owner: 'a', start: 0, count: 1 },
      { owner: 'b', start: 4, count: 1 },
    ]);
  });

  it('leaves out hunks that change the same lines differently, and names them', () => {
    const base = '1\n2\n3\n4\n5\n';
    const { text, conflicts } = composeText(base, [
      side('a', base, '1\ntwo\n3\n4\nfive\n'),
      side('b', base, '1\nTWO\n3\n4\n5\n'),
    ]);
    expect(text).toBe('1\n2\n3\n4\nfive\n');
    expect(conflicts).toMatchObject([
      { picks: [{ owner: 'a' }, { owner: 'b' }], start: 1, lines: ['2\n'] },
    ]);
  });

  it('takes all that touches one long hunk for one conflict', () => {
    const base = '1\n2\n3\n4\n5\n6\n7\n8\n';
    const { text, conflicts } = composeText(base, [
      side('a', base, 'all\n8\n'),
      side('b', base, '1\ntwo\n3\n4\n5\n6\n7\n8\n'),
      side('c', base, '1\n2\n3\n4\n5\nsix\n7\n8\n'),
    ]);
    expect(text).toBe(base);
    expect(conflicts.map(({ picks }) => picks.map(({ owner }) => owner))).toEqual([
      ['a', 'b', 'c'],
    ]);
  });

  it('takes two insertions at one place for a conflict', () => {
    const base = '1\n2\n';
    const { text, conflicts } = composeText(base, [
      side('a', base, '1\na\n2\n'),
      side('b', base, '1\nb\n2\n'),
    ]);
    expect(text).toBe(base);
    expect(conflicts).toHaveLength(1);
  });

  it('puts hunks of different bases into a target that has moved on', () => {
    const target = '0\n1\n2\n3\n4\n5\n6\n';
    const { text, conflicts } = composeText(target, [
      side('a', '1\n2\n3\n4\n5\n6\n', '1\ntwo\n3\n4\n5\n6\n'),
      side('b', '1\n2\n3\n4\n5\n', '1\n2\n3\n4\nfive\n'),
    ]);
    expect(text).toBe('0\n1\ntwo\n3\n4\n5\n6\n');
    expect(conflicts).toMatchObject([{ picks: [{ owner: 'b' }] }]);
  });
});
