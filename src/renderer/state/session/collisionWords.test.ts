import { expect, it } from 'vitest';
import type { Collision, CollisionLevel } from '#shared/airlock/compare/collisions';
import type { SessionId } from '#shared/ids';
import { collisionMark, collisionWords } from './collisionWords';

const at = (path: string, level: CollisionLevel): Collision => ({
  path,
  level,
  other: 'ses_other' as SessionId,
});

it.each([
  ['Codex changes the same lines of a.ts', [at('a.ts', 'lines')]],
  ['Codex changes the same lines of 2 files', [at('a.ts', 'lines'), at('b.ts', 'lines')]],
  ['Codex also changes a.png, of which only one version can be kept', [at('a.png', 'whole')]],
  ['Codex moves a.ts to another place', [at('a.ts', 'move')]],
  ['Codex puts another file at a.ts', [at('a.ts', 'place')]],
  [
    'Codex also changes 2 files, and not all of it can be kept',
    [at('a.ts', 'lines'), at('a.png', 'whole')],
  ],
])('%s', (words, collisions) => {
  expect(collisionWords(collisions, ['Codex'])).toBe(words);
});

it('counts several sessions', () => {
  const words = (level: CollisionLevel) => collisionWords([at('a', level)], ['Codex', 'Claude']);
  expect(words('lines')).toBe('2 other sessions change the same lines of a');
  expect(words('move')).toBe('2 other sessions move a to another place');
});

it('marks a session only for what cannot be kept beside the other, and says lines where it is lines', () => {
  expect(collisionMark([at('a', 'file')])).toBeNull();
  expect(collisionMark([at('a', 'lines'), at('b', 'file')])).toBe(
    'Another session changes the same lines',
  );
  expect(collisionMark([at('a', 'whole')])).toBe(
    'Another session changes the same files in a way that cannot be combined',
  );
});
