import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/project.mjs';
import { filesInTurn, SHOWN_BELOW, takenInTurn, takesAll, turnOfToday } from './rotation.mjs';

const files = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'));

it.each([1, 2, 5, 13, 34])('takes each of %i items in as few turns as possible', (length) => {
  const items = Array.from({ length }, (_, index) => index);
  for (const share of [1 / 6, 1 / 4, 1]) {
    const count = Math.ceil(length * share);
    const turns = Math.ceil(length / count);
    for (const first of [0, 7, 20_775]) {
      const taken = Array.from({ length: turns }, (_, turn) =>
        takenInTurn(items, share, first + turn),
      );
      expect(taken.every((some) => some.length === count)).toBe(true);
      expect([...new Set(taken.flat())].toSorted((a, b) => a - b)).toEqual(items);
    }
  }
});

it('takes another turn each day, and the one that it is told', () => {
  const day = 86_400_000;
  expect(turnOfToday({}, 3 * day + 5)).toBe(3);
  expect(turnOfToday({}, 4 * day)).toBe(4);
  expect(turnOfToday({ AIRLOCK_SEED: '7' }, 4 * day)).toBe(7);
});

it('takes everything where it is told to, or where there is time', () => {
  expect(takesAll({})).toBe(false);
  expect(takesAll({ AIRLOCK_ALL_TESTS: '1' })).toBe(true);
  expect(takesAll({ AIRLOCK_LONG_TESTS: '1' })).toBe(true);
});

it('leaves out only end-to-end files whose logic existing tests show', () => {
  for (const [file, tests] of Object.entries(SHOWN_BELOW)) {
    expect(files).toContain(file);
    expect(tests).not.toEqual([]);
    for (const test of tests) expect(existsSync(join(root, test)), test).toBe(true);
  }
});

it('always takes the files that no lower test stands in for, and all of the others in some turn', () => {
  const always = files.filter((file) => !(file in SHOWN_BELOW));
  expect(always).toEqual(expect.arrayContaining(['coreLoop.spec.ts', 'security.spec.ts']));
  const turns = Array.from({ length: 8 }, (_, turn) => filesInTurn(files, turn));
  for (const taken of turns) {
    expect(taken).toEqual(expect.arrayContaining(always));
    expect(taken.length).toBeLessThan(files.length);
  }
  expect(new Set(turns.flat())).toEqual(new Set(files));
});
