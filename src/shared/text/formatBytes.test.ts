import { expect, it } from 'vitest';
import { formatBytes } from './formatBytes';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [812, '812 bytes'],
  [4200, '4.2 KB'],
  [14_210, '14 KB'],
  [999_900, '1 MB'],
  [4_960_000, '5 MB'],
  [5_000_000_000, '5 GB'],
  [17_400_000, '17 MB'],
  [5e12, '5 TB'],
  [5e15, '5,000 TB'],
])('%d is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
