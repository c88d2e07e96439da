/**
 * A piece of a request line: bare text, something quoted, or a regular expression between slashes.
 */
export interface Word {
  readonly kind: 'bare' | 'quoted' | 'regex';
  /** The text without its quotes or slashes. */
  readonly text: string;
  readonly flags: string;
  readonly start: number;
  readonly end: number;
}

const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '«': '»',
};

const regexFlags = /^[gimsu]*$/;

export function splitWords(input: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < input.length) {
    if (/\s/.test(input.charAt(at))) {
      at += 1;
      continue;
    }
    const word = quotedAt(input, at) ?? regexAt(input, at) ?? bareAt(input, at);
    words.push(word);
    at = word.end;
  }
  return words;
}

/** The input as one quoted text or one regular expression; undefined if it is anything else. */
export function onlyWord(input: string): Word | undefined {
  const [first, second] = splitWords(input);
  return first !== undefined && second === undefined ? first : undefined;
}

/** The text without its quotes, if it is quoted as a whole. */
export function unquote(input: string): string {
  const word = onlyWord(input);
  return word?.kind === 'quoted' ? word.text : input.trim();
}

function quotedAt(input: string, start: number): Word | undefined {
  const open = input.charAt(start);
  const close = closingQuotes[open];
  if (close === undefined) return undefined;
  let text = '';
  for (let at = start + 1; at < input.length; at += 1) {
    const char = input.charAt(at);
    if (char === close) {
      // An apostrophe inside a word, as in "don't", does not close a quotation.
      const next = input.charAt(at + 1);
      if (next !== '' && !/[\s,;:.)!?]/.test(next)) return undefined;
      return { kind: 'quoted', text, flags: '', start, end: at + 1 };
    }
    if (char === '\\' && open === '"') {
      const escaped = escapedCharacter(input.charAt(at + 1));
      if (escaped !== undefined) {
        text += escaped;
        at += 1;
        continue;
      }
    }
    text += char;
  }
  return undefined;
}

function escapedCharacter(char: string): string | undefined {
  if (char === 'n') return '\n';
  if (char === 't') return '\t';
  if (char === '"' || char === '\\') return char;
  return undefined;
}

function regexAt(input: string, start: number): Word | undefined {
  if (input.charAt(start) !== '/') return undefined;
  let inClass = false;
  for (let at = start + 1; at < input.length; at += 1) {
    const char = input.charAt(at);
    if (char === '\\') {
      at += 1;
    } else if (char === '[') {
      inClass = true;
    } else if (char === ']') {
      inClass = false;
    } else if (char === '/' && !inClass) {
      const flags = /^\S*/.exec(input.slice(at + 1))?.[0] ?? '';
      if (at === start + 1 || !regexFlags.test(flags)) return undefined;
      const text = input.slice(start + 1, at);
      return { kind: 'regex', text, flags, start, end: at + 1 + flags.length };
    }
  }
  return undefined;
}

function bareAt(input: string, start: number): Word {
  const text = /^\S+/.exec(input.slice(start))?.[0] ?? input.charAt(start);
  return { kind: 'bare', text, flags: '', start, end: start + text.length };
}
