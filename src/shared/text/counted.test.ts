import { expect, it } from 'vitest';
import { counted, formatNumber } from './counted';

it('numbers have separators, and their noun its form', () => {
  expect(formatNumber(1296)).toBe('1,296');
  expect(counted(0, 'file')).toBe('0 files');
  expect(counted(1, 'file')).toBe('1 file');
  expect(counted(12_345, 'file')).toBe('12,345 files');
  expect(counted(2, 'match', 'matches')).toBe('2 matches');
});
