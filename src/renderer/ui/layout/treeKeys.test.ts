import { expect, it } from 'vitest';
import { keyTarget } from './treeKeys';

const rows = [
  { key: 'a', level: 1, isOpen: true },
  { key: 'a1', level: 2 },
  { key: 'a2', level: 2, isOpen: false },
  { key: 'b', level: 1, isOpen: false },
];

it.each([
  ['a', 'ArrowDown', 'a1'],
  ['a', 'ArrowUp', undefined],
  ['b', 'ArrowDown', undefined],
  ['a2', 'ArrowUp', 'a1'],
  ['a1', 'ArrowLeft', 'a'],
  ['a2', 'ArrowLeft', 'a'],
  ['a', 'ArrowRight', 'a1'],
  // These keys fold or unfold the row, which the tree does itself.
  ['a', 'ArrowLeft', undefined],
  ['b', 'ArrowRight', undefined],
  ['a2', 'Home', 'a'],
  ['a', 'End', 'b'],
  ['a', 'x', undefined],
])('from %s %s goes to %s', (from, key, target) => {
  const row = rows.find((candidate) => candidate.key === from);
  expect(row && keyTarget(rows, row, key)?.key).toBe(target);
});
