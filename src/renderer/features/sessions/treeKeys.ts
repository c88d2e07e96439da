import type { TreeRow } from './sessionTree';

/** The row that a key goes to from another, as the tree pattern of ARIA has it. */
export function keyTarget(
  rows: readonly TreeRow[],
  from: TreeRow,
  key: string,
): TreeRow | undefined {
  const index = rows.findIndex((row) => row.key === from.key);
  switch (key) {
    case 'ArrowDown':
      return rows[index + 1];
    case 'ArrowUp':
      return rows[index - 1];
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    case 'ArrowLeft':
      return from.kind === 'session'
        ? rows.slice(0, index).findLast(({ kind }) => kind !== 'session')
        : undefined;
    case 'ArrowRight':
      return from.kind !== 'session' && from.isOpen ? rows[index + 1] : undefined;
    default:
      return undefined;
  }
}
