import { expect, it } from 'vitest';
import type { TreeRow } from './sessionTree';
import { keyTarget } from './treeKeys';

const position = { index: 1, count: 1 };
const folder = (key: string, isOpen: boolean) =>
  ({ kind: 'archive', key, count: 1, isOpen, position }) satisfies TreeRow;
const leaf = (key: string) => ({ kind: 'session', key, position }) as unknown as TreeRow;

const rows: readonly TreeRow[] = [folder('a', true), leaf('a1'), leaf('a2'), folder('b', false)];

it.each([
  ['a', 'ArrowDown', 'a1'],
  ['a', 'ArrowUp', undefined],
  ['b', 'ArrowDown', undefined],
  ['a2', 'ArrowUp', 'a1'],
  ['a2', 'ArrowLeft', 'a'],
  ['a', 'ArrowRight', 'a1'],
  // The tree itself folds and unfolds.
  ['a', 'ArrowLeft', undefined],
  ['b', 'ArrowRight', undefined],
  ['a2', 'Home', 'a'],
  ['a', 'End', 'b'],
  ['a', 'x', undefined],
])('from %s %s goes to %s', (from, key, target) => {
  const row = rows.find((candidate) => candidate.key === from);
  expect(row && keyTarget(rows, row, key)?.key).toBe(target);
});
