import { expect, it } from 'vitest';
import { drawnRows, type NearRows } from './nearRows';

function words(count: number, near: NearRows, kept: readonly (number | null)[] = []): string {
  const rows = Array.from({ length: count }, (_, index) => ({ key: String(index) }));
  return drawnRows(rows, near, kept.map(String))
    .map((one) => (one.type === 'row' ? one.row.key : `(${one.rows})`))
    .join(' ');
}

it('draws a short list whole', () => {
  expect(words(3, [0, 3], [1, 1])).toBe('0 1 2');
  expect(words(0, [0, 0], [null])).toBe('');
});

it('draws the rows near the screen, and those that must be there, at their places', () => {
  expect(words(100, [10, 13])).toBe('(10) 10 11 12 (87)');
  expect(words(100, [10, 13], [0, 11, 99, 50])).toBe('0 (9) 10 11 12 (37) 50 (48) 99');
});

it('draws what is left of a list that has become shorter', () => {
  expect(words(5, [10, 40])).toBe('(5)');
  expect(words(5, [3, 40], [0, 9])).toBe('0 (2) 3 4');
});
