import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conflictingPicks, inRoomOrder, type PickedPath } from './composePaths';

const picked = (path: string, ...targets: readonly string[]): PickedPath => ({
  path,
  targets: new Set(targets),
});
const names = (found: Iterable<PickedPath>) => [...found].map(({ path }) => path).sort();

describe('picks of several files', () => {
  it('conflict where they would put two files in one place', () => {
    expect(names(conflictingPicks([picked('a', 'c'), picked('b', 'c'), picked('d', 'd')]))).toEqual(
      ['a', 'b'],
    );
  });

  it('conflict where one needs a folder in the place of another', () => {
    expect(names(conflictingPicks([picked('a', 'a'), picked('a/b/c', 'a/b/c')]))).toEqual([
      'a',
      'a/b/c',
    ]);
    expect(conflictingPicks([picked('a'), picked('a/b', 'a/b')]).size).toBe(0);
    expect(conflictingPicks([picked('a', 'a'), picked('ab/c', 'ab/c')]).size).toBe(0);
  });

  it('do not conflict where files change places', () => {
    expect(conflictingPicks([picked('a', 'b'), picked('b', 'a')]).size).toBe(0);
  });

  it('conflict alike in any order, and make room first', () => {
    const path = fc.constantFrom('a', 'b', 'a/b', 'a/b/c', 'b/c', 'd');
    const one = fc
      .tuple(path, fc.array(path, { maxLength: 2 }))
      .map(([from, to]) => picked(from, ...to));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), (all) => {
        expect(names(conflictingPicks(all.toReversed()))).toEqual(names(conflictingPicks(all)));
        const order = inRoomOrder(all).map(({ targets }) => targets.size > 0);
        expect(order).toEqual(order.toSorted((left, right) => Number(left) - Number(right)));
      }),
    );
  });
});
