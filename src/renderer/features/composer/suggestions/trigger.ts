import { TRIGGER_CHARACTERS } from '#window/features/composer/limits';

/** A word in the prompt that opens a list: `@` a file, `/` at the very start a command. */
export interface Trigger {
  readonly kind: 'file' | 'command';
  readonly query: string;
  /** The range of the word, including its mark. */
  readonly start: number;
  readonly end: number;
}

/** Pure: the word that the caret is in, if it opens a list. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - TRIGGER_CHARACTERS), caret);
  const word = /(?:^|[\s([{,])([@/])([^\s@]*)$/.exec(before);
  if (word === null) return null;
  const [, mark, query = ''] = word;
  const start = caret - query.length - 1;
  const end =
    caret + (/^[^\s@]*/.exec(text.slice(caret, caret + TRIGGER_CHARACTERS))?.[0].length ?? 0);
  if (mark === '@') return { kind: 'file', query, start, end };
  // A path such as `/usr` is not a command, and neither is anything after the first word.
  if (start !== 0 || query.includes('/')) return null;
  return { kind: 'command', query, start, end };
}

/** Pure: the text with the word replaced, and where the caret goes. */
export function complete(
  text: string,
  { start, end }: Trigger,
  replacement: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(end);
  const space = /^\s/.test(rest) ? '' : ' ';
  return {
    text: text.slice(0, start) + replacement + space + rest,
    caret: start + replacement.length + 1,
  };
}
