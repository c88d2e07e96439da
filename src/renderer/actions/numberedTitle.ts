/** The title of a copy, numbered so that it differs from the original's. */
export function numberedTitle(title: string, taken: readonly string[]): string {
  const base = title.replace(/ \(\d{1,3}\)$/, '');
  for (let number = 2; ; number++) {
    const numbered = `${base} (${number})`;
    if (!taken.includes(numbered)) return numbered;
  }
}
