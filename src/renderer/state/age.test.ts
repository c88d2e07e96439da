import { expect, it } from 'vitest';
import { shortAge } from './age';

const now = Date.UTC(2026, 4, 20, 12);
const minute = 60_000;

it.each([
  [0, 'now'],
  [-5 * minute, 'now'],
  [59_000, 'now'],
  [minute, '1m'],
  [59 * minute, '59m'],
  [60 * minute, '1h'],
  [23 * 60 * minute, '23h'],
  [24 * 60 * minute, '1d'],
  [6 * 24 * 60 * minute, '6d'],
])('says of %i ms ago: %s', (elapsed, text) => {
  expect(shortAge(now - elapsed, now)).toBe(text);
});

it('shows the year where it is another one', () => {
  expect(shortAge(Date.UTC(2024, 6, 30, 12), now)).toMatch(/2024/);
  expect(shortAge(Date.UTC(2026, 1, 3, 12), now)).not.toMatch(/2026/);
});

it('shows the date of what is older than a week', () => {
  expect(shortAge(now - 30 * 24 * 60 * minute, now)).toMatch(/20/);
});
