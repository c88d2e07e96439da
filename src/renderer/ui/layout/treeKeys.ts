interface TreeRow {
  readonly key: string;
  readonly level: number;
  /** Absent for rows that cannot be expanded. */
  readonly isOpen?: boolean;
}

/** The row that a key moves to, following ARIA's tree pattern. */
export function keyTarget<Row extends TreeRow>(
  rows: readonly Row[],
  from: Row,
  key: string,
): Row | undefined {
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
      return from.isOpen === true
        ? undefined
        : rows.slice(0, index).findLast(({ level }) => level < from.level);
    case 'ArrowRight':
      return from.isOpen === true ? rows[index + 1] : undefined;
    default:
      return undefined;
  }
}
