import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import {
  BLOCK_CHARACTERS,
  BLOCK_COMMENTS,
  BLOCK_ESCAPES,
  BLOCK_LINES,
  EMPHASIS_WORK,
  NESTING,
  TABLE_COLUMNS,
  TABLE_ROWS,
} from './limits';

export type ParsedBlock =
  | {
      readonly kind: 'tokens';
      readonly tokens: readonly Token[];
      /** Rows of a table that were left out. */
      readonly hiddenRows: number;
    }
  /** Too long, or more than the parser can handle: shown as plain text. */
  | { readonly kind: 'plain' };

const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Long runs without a space: nobody reads them, and the lexer takes quadratic time on them. */
const unreadable = /[*_~]{64}|[\w.!#$%&'*+/=?^`{|}~-]{2000}/;

/** Pure. The work and the nesting of the tokens are bounded, whatever the source. */
export function parseBlock(source: string): ParsedBlock {
  const table = cutTable(source);
  if (table === 'too wide' || table.source.length > BLOCK_CHARACTERS) return { kind: 'plain' };
  if (unreadable.test(table.source) || isLaborious(table.source)) return { kind: 'plain' };
  try {
    const lexer = new Lexer({ gfm: true, tokenizer: new BoundedTokenizer() });
    return { kind: 'tokens', tokens: lexer.lex(table.source), hiddenRows: table.hiddenRows };
  } catch {
    // The lexer throws on input that it cannot get past: such input is shown as plain text.
    return { kind: 'plain' };
  }
}

/** Whether the lexer would scan the whole source many times. */
function isLaborious(source: string): boolean {
  return (
    countUpTo(source, /\n/g, BLOCK_LINES) > BLOCK_LINES ||
    countUpTo(source, /\\[!-/:-@[-`{-~]/g, BLOCK_ESCAPES) > BLOCK_ESCAPES ||
    countUpTo(source, /<[!?]/g, BLOCK_COMMENTS) > BLOCK_COMMENTS
  );
}

function countUpTo(source: string, pattern: RegExp, most: number): number {
  let count = 0;
  while (count <= most && pattern.test(source)) count++;
  return count;
}

/** Keeps the first rows of a table; anything else comes back as it is. */
function cutTable(source: string): { source: string; hiddenRows: number } | 'too wide' {
  const whole = { source, hiddenRows: 0 };
  const headEnd = source.indexOf('\n');
  const delimiterEnd = source.indexOf('\n', headEnd + 1);
  if (headEnd === -1 || delimiterEnd === -1) return whole;
  if (delimiterEnd - headEnd > BLOCK_CHARACTERS) return whole;
  const delimiter = source.slice(headEnd + 1, delimiterEnd).replace(/\r$/, '');
  if (!delimiter.includes('|') || !delimiterRow.test(delimiter)) return whole;
  if (delimiter.split('|').length > TABLE_COLUMNS + 2) return 'too wide';
  let end = delimiterEnd;
  for (let row = 0; row < TABLE_ROWS && end !== -1; row++) end = source.indexOf('\n', end + 1);
  if (end === -1) return whole;
  const hiddenRows = source.slice(end).match(/\n[^\n]/g)?.length ?? 0;
  return { source: source.slice(0, end + 1), hiddenRows };
}

class BoundedTokenizer extends Tokenizer {
  private depth = 0;
  private work = 0;

  override blockquote(source: string): Tokens.Blockquote | undefined {
    return this.nested(() => super.blockquote(source));
  }

  override list(source: string): Tokens.List | undefined {
    return this.nested(() => super.list(source));
  }

  override emStrong(
    source: string,
    masked: string,
    previous?: string,
  ): Tokens.Em | Tokens.Strong | undefined {
    return this.spend(source.length) ? super.emStrong(source, masked, previous) : undefined;
  }

  override del(source: string, masked: string, previous?: string): Tokens.Del | undefined {
    return this.spend(source.length) ? super.del(source, masked, previous) : undefined;
  }

  /** Only whole web addresses: the rule for bare e-mail addresses takes quadratic time. */
  override url(source: string): Tokens.Link | undefined {
    const raw = /^https?:\/\/[^\s<>"'`|\\^{}]{1,2000}/i.exec(source)?.[0];
    if (raw === undefined) return undefined;
    const href = withoutPunctuation(raw);
    const token = { type: 'text', raw: href, text: href } as const;
    return { type: 'link', raw: href, href, text: href, autolink: true, tokens: [token] };
  }

  private nested<T>(tokenize: () => T | undefined): T | undefined {
    if (this.depth >= NESTING) return undefined;
    this.depth++;
    try {
      return tokenize();
    } finally {
      this.depth--;
    }
  }

  private spend(work: number): boolean {
    this.work += work;
    return this.work <= EMPHASIS_WORK;
  }
}

/** Drops final punctuation, and a closing bracket that the address did not open. */
function withoutPunctuation(address: string): string {
  const trimmed = address.replace(/[.,:;!?*_~]+$/, '');
  if (!trimmed.endsWith(')')) return trimmed;
  const opened = trimmed.split('(').length;
  const closed = trimmed.split(')').length;
  return closed > opened ? trimmed.replace(/\)+$/, ')'.repeat(Math.max(0, opened - 1))) : trimmed;
}

/**
 * Closes what the last line of a growing text has opened, so that `**bold` does not show its stars
 * until the closing ones come. Only for a text that is still being written or was cut off.
 */
export function mendTail(source: string): string {
  const lineStart = source.lastIndexOf('\n') + 1;
  const line = source.slice(lineStart);
  const ticks = line.match(/`+/g) ?? [];
  const open = ticks.length % 2 === 1 ? ticks.at(-1) : undefined;
  if (open !== undefined) {
    // Ticks alone at the end may be the start of a fence.
    return line.endsWith(open) ? source.slice(0, -open.length) : source + open;
  }
  const link = /!?\[[^[\]\n]*(?:\](?:\([^()\s]*)?)?$/.exec(line);
  if (link && line.slice(link.index).includes('](')) {
    const text = /\[([^[\]]*)\]/.exec(link[0])?.[1] ?? '';
    return source.slice(0, lineStart + link.index) + text;
  }
  const outside = line.replace(/`[^`]*`/g, '').replace(/^\s*[*+-] /, '');
  const strong = outside.match(/\*\*/g)?.length ?? 0;
  if (strong % 2 === 0) return source;
  if (/\*\*$/.test(line)) return source.replace(/\*\*$/, '');
  // The first of the two closing stars is there already.
  if (/[^*\s]\*$/.test(line)) return `${source}*`;
  return `${source.trimEnd()}**`;
}
