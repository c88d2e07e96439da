import { expect, it } from 'vitest';
import type { ObjectId } from '#shared/ids';
import { becomesExecutable, type FileMode } from './change';

const version = (mode: FileMode) => ({ blob: 'a' as ObjectId, mode, bytes: 1 });

it.each([
  [null, '100755', true],
  ['100644', '100755', true],
  ['120000', '100755', true],
  ['100755', '100755', false],
  ['100755', '100644', false],
  [null, '100644', false],
] as const)('%s to %s makes a file executable: %s', (from, to, expected) => {
  const base = from && version(from);
  expect(becomesExecutable({ base, proposed: version(to) })).toBe(expected);
  expect(becomesExecutable({ base, proposed: null })).toBe(false);
});
