import { expect, test } from 'vitest';
import { compareVersions, oldestIn } from './versions';

test.each([
  ['1.2.3', '1.2.3', 0],
  ['1.10.0', '1.9.9', 1],
  ['v22.0.0', '22.0.1', -1],
  ['2.0.0-beta.2', '2.0.0', -1],
  ['2.0.0-beta.10', '2.0.0-beta.9', 1],
])('%s against %s', (one, other, sign) => {
  expect(Math.sign(compareVersions(one, other))).toBe(sign);
});

test.each([
  ['>=22.19.0', '22.19.0'],
  ['^20.17.0 || >=22.9.0', '20.17.0'],
  ['22.x', '22.0.0'],
  ['>= 18', '18.0.0'],
  ['*', null],
])('the oldest in %s is %s', (range, version) => {
  expect(oldestIn(range)).toBe(version);
});
