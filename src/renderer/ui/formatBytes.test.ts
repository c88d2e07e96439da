import { expect, it } from 'vitest';
import { formatBytes } from './formatBytes';

it.each([
  [0, '0 bytes'],
  [812, '812 bytes'],
  [4200, '4.2 KB'],
  [17_400_000, '17 MB'],
  [5e12, '5000 GB'],
])('%d is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
