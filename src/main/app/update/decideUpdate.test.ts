import { expect, it } from 'vitest';
import { decideUpdate } from './decideUpdate';

const decide = (
  version: string,
  running: string,
  sequence = 1,
  lastSequence: number | null = 1,
) => {
  const decided = decideUpdate({ version, sequence }, { version: running, lastSequence });
  return decided.ok ? decided.value : 'refused';
};

it('compares versions by their numbers', () => {
  expect(decide('0.10.0', '0.9.9')).toBe('newer');
  expect(decide('1.0.0', '0.99.99')).toBe('newer');
  expect(decide('0.1.0', '0.1.0')).toBe('current');
  expect(decide('0.9.9', '0.10.0')).toBe('refused');
});

it('refuses an announcement from before the last one, whatever it offers', () => {
  expect(decide('9.0.0', '0.1.0', 3, 4)).toBe('refused');
  expect(decide('9.0.0', '0.1.0', 4, 4)).toBe('newer');
  expect(decide('9.0.0', '0.1.0', 0, null)).toBe('newer');
});

it('takes a trial version for older than the version that it tries', () => {
  expect(decide('1.0.0', '1.0.0-beta.2')).toBe('newer');
  expect(decide('1.0.1', '1.0.0-beta.2')).toBe('newer');
  expect(decide('0.9.9', '1.0.0-beta.2')).toBe('refused');
  expect(decide('1.0.0', '1.0.0+build.7')).toBe('current');
});
