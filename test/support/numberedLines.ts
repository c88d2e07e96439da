/** Lines that are distinguished by number, except for the given ones. */
export function numberedLines(given: Readonly<Record<number, string>> = {}, count = 20): string[] {
  return Array.from({ length: count }, (_, index) => given[index] ?? `line ${index}`);
}

export function numberedText(given?: Readonly<Record<number, string>>): string {
  return `${numberedLines(given).join('\n')}\n`;
}
