import { expect, it } from 'vitest';
import { formatDuration } from './duration';

it.each([
  [-5, '0.0 s'],
  [460, '0.4 s'],
  [9_990, '9.9 s'],
  [12_400, '12 s'],
  [60_000, '1 min'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('%d ms is %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});
