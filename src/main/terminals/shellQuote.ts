/** A command line that a shell reads as these very words. */
export function shellQuote(
  words: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string {
  return words
    .map((word) => (platform === 'win32' ? windowsWord(word) : posixWord(word)))
    .join(' ');
}

function posixWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function windowsWord(word: string): string {
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`;
}
