const format = new Intl.NumberFormat('en');

/** With separators: 12,345. The words around it are English, whatever the system's language. */
export function formatNumber(value: number): string {
  return format.format(value);
}

/** A number with its noun: 1 file, 1,296 files. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
