/** A command line that a shell reads as these very words. */
export function shellQuote(
  words: readonly string[],
  platform: 'posix' | 'windows' = 'posix',
): string {
  return words.map(platform === 'windows' ? windowsWord : posixWord).join(' ');
}

/** A command as it is shown: where one word ends and the next begins can be seen. */
export function commandText({
  command,
  args,
}: {
  readonly command: string;
  readonly args: readonly string[];
}): string {
  // A command without arguments may be a whole line for a shell.
  return args.length === 0 ? command : shellQuote([command, ...args]);
}

function posixWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function windowsWord(word: string): string {
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`;
}
