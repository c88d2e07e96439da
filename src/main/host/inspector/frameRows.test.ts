import { expect, it } from 'vitest';
import { FrameRows } from './frameRows';

function rowsOf(numbers: readonly number[], limit?: number): FrameRows {
  const rows = new FrameRows(limit);
  for (const number of numbers) {
    const facts = { number, at: 0, direction: 'in', bytes: 0, label: '', isError: false } as const;
    rows.add({ ...facts, place: null });
  }
  return rows;
}

it('finds frames by their numbers, and the next where one does not match', () => {
  const rows = rowsOf([2, 4, 8]);
  expect([1, 2, 3, 4, 8, 9].map((number) => rows.ordinalOf(number))).toEqual([0, 0, 1, 1, 2, 3]);
});

it('lets the oldest go past its bound; the others keep their ordinals', () => {
  const rows = rowsOf(
    Array.from({ length: 25 }, (_, index) => index + 1),
    10,
  );
  expect(rows.end).toBe(25);
  expect(rows.end - rows.first).toBeLessThanOrEqual(11);
  expect(rows.at(24)?.number).toBe(25);
  expect(rows.at(0)).toBeUndefined();
  expect(rows.between(0, 25).at(0)?.number).toBe(rows.first + 1);
});
