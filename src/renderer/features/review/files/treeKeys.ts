import type { TreeRow } from '../model/fileTree';

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
      return from.kind === 'folder' && from.isOpen
        ? undefined
        : rows.slice(0, index).findLast(({ level }) => level < from.level);
    case 'ArrowRight':
      return from.kind === 'folder' && from.isOpen ? rows[index + 1] : undefined;
    default:
      return undefined;
  }
}
