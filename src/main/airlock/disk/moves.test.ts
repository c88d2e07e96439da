import { describe, expect, it } from 'vitest';
import type { Effect } from '#shared/airlock/ledgerEvents';
import type { ObjectId } from '#shared/ids';
import { batchesOf, movesAmong, stepsOf } from './moves';

const version = (blob: string) => ({ blob: blob as ObjectId, mode: '100644', bytes: 1 }) as const;
const effect = (path: string, expected: Effect['expected'], next: Effect['next']): Effect => ({
  place: 'project',
  path,
  expected,
  next,
  temporary: '.airlock-abcdefgh.tmp',
});
const gone = (path: string, blob: string) => effect(path, version(blob), null);
const come = (path: string, blob: string) => effect(path, null, version(blob));
const paths = (effects: Iterable<Effect>) => [...effects].map(({ path }) => path);

describe('a move', () => {
  it('is known by the bytes that go from one path and come to another, each once', () => {
    const effects = [gone('a', '1'), gone('b', '1'), come('c', '1'), come('d', '2')];
    expect(movesAmong(effects).map(paths)).toEqual([['a', 'c'], ['b'], ['d']]);
  });

  it('takes the file away when it is written', () => {
    const { first, last } = stepsOf([[come('sub/a', '2'), gone('a', '1')], [gone('b', '3')]]);
    expect([paths(first), paths(last.keys())]).toEqual([['sub/a', 'b'], ['a']]);
  });

  it.each([
    ['Readme', 'README'],
    ['a', 'a/b'],
    ['a/b', 'A'],
  ])('takes the file away first where it is in the way: %s to %s', (from, to) => {
    const { first, last } = stepsOf([[gone(from, '1'), come(to, '1')]]);
    expect([paths(first), last.size]).toEqual([[from, to], 0]);
  });

  it('is not divided', () => {
    const moves = ['a', 'b', 'c'].map((name) => [come(`${name}2`, name), gone(name, name)]);
    expect(batchesOf(moves, 3).map((batch) => batch.length)).toEqual([1, 1, 1]);
    expect(batchesOf(moves, 4).map((batch) => batch.length)).toEqual([2, 1]);
  });
});
