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

/** A part of a Markdown text that can be parsed on its own. */
export type MarkdownBlock =
  | { readonly kind: 'markdown'; readonly start: number; readonly source: string }
  | {
      readonly kind: 'code';
      readonly start: number;
      readonly language: string;
      readonly text: string;
      /** The closing fence has arrived, so the block will no longer change. */
      readonly closed: boolean;
    };

interface Fence {
  readonly mark: string;
  readonly length: number;
}

/** The state of the block that is being read, at the start of a line. */
interface OpenBlock {
  readonly start: number;
  readonly isList: boolean;
  /** The end of its last line with text. */
  readonly end: number;
  readonly afterBlank: boolean;
  /** A fence inside a list item: blank lines within it do not end the block. */
  readonly fence: Fence | null;
}

interface OpenCode {
  readonly start: number;
  readonly textStart: number;
  readonly indent: number;
  readonly language: string;
  readonly fence: Fence;
}

const fenceLine = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/;
const listFenceLine = /^ +(`{3,}|~{3,})([^\n]*)$/;
const listLine = /^ {0,3}(?:[*+-]|\d{1,9}[.)])(?: |\t|$)/;
const headingLine = /^#{1,6}(?: |\t|$)/;
/**
 * Lines whose first character shows that they are not indented and start no list, heading or fence.
 */
const plainStart = /^[^\s\d*+\-`~#]/;

/**
 * Cuts a growing Markdown text into blocks: at blank lines outside fences, around headings and
 * around code. Settled blocks are never read again: an update costs only what was added.
 */
export class BlockSplitter {
  private settled: MarkdownBlock[] = [];
  private text = '';
  /** The text before this position has been read, in whole lines. */
  private position = 0;
  private open: OpenBlock | null = null;
  private code: OpenCode | null = null;

  /** Blocks that did not change are the same objects as the last time. */
  update(text: string): readonly MarkdownBlock[] {
    if (!this.continues(text)) this.reset();
    this.text = text;
    this.readLines();
    return [...this.settled, ...this.rest()];
  }

  /** Whether the text only grew; otherwise it is another text and is read from the start. */
  private continues(text: string): boolean {
    const { position } = this;
    const probe = Math.max(0, position - 256);
    return (
      text.length >= this.text.length &&
      text.slice(probe, position) === this.text.slice(probe, position)
    );
  }

  private reset(): void {
    this.settled = [];
    this.position = 0;
    this.open = null;
    this.code = null;
  }

  private readLines(): void {
    const { text } = this;
    for (let end = text.indexOf('\n', this.position); end !== -1; ) {
      this.readLine(text.slice(this.position, end).replace(/\r$/, ''), end + 1);
      this.position = end + 1;
      end = text.indexOf('\n', this.position);
    }
    // A paragraph that has begun after a blank line ends the block before it.
    const { open } = this;
    if (open?.afterBlank && !open.fence && plainStart.test(text.charAt(this.position))) {
      this.settleOpen(open);
    }
  }

  private readLine(line: string, next: number): void {
    if (this.code) {
      if (closes(this.code.fence, line)) this.settleCode(this.code, this.position);
      return;
    }
    const { open } = this;
    if (open?.fence) {
      const fence = closes(open.fence, line.trimStart()) ? null : open.fence;
      this.open = { ...open, fence, end: next };
      return;
    }
    if (line.trim() === '') {
      if (open) this.open = { ...open, afterBlank: true };
      return;
    }
    const isHeading = headingLine.test(line);
    const isListItem = listLine.test(line);
    const staysInList = open?.isList === true && (isListItem || /^(?: {2}|\t)/.test(line));
    const fence = staysInList ? null : openingFence(line);
    const isIndented = /^(?: {4}|\t)/.test(line);
    const cuts =
      fence !== null || isHeading || (open?.afterBlank === true && !staysInList && !isIndented);
    if (open && cuts) this.settleOpen(open);
    if (fence) {
      this.code = { ...fence, start: this.position, textStart: next };
      return;
    }
    const current = this.open;
    this.open = {
      start: current?.start ?? this.position,
      isList: current?.isList ?? isListItem,
      end: next,
      afterBlank: false,
      fence: staysInList ? fenceInList(line) : null,
    };
    if (isHeading) this.settleOpen(this.open);
  }

  private settleOpen(open: OpenBlock): void {
    this.settled.push({
      kind: 'markdown',
      start: open.start,
      source: this.text.slice(open.start, open.end),
    });
    this.open = null;
  }

  private settleCode(code: OpenCode, end: number): void {
    this.settled.push({
      kind: 'code',
      start: code.start,
      language: code.language,
      text: this.codeText(code, end),
      closed: true,
    });
    this.code = null;
  }

  private codeText({ textStart, indent }: OpenCode, end: number): string {
    const text = withoutLastBreak(this.text.slice(textStart, end));
    if (indent === 0) return text;
    return text.replace(new RegExp(`^ {1,${indent}}`, 'gm'), '');
  }

  /** The blocks at the end of the text, which may still change. */
  private rest(): readonly MarkdownBlock[] {
    const { text, code, open } = this;
    if (code) {
      const { start, language } = code;
      const partial = text.slice(this.position);
      const isClosing = closes(code.fence, partial);
      const end = isClosing || mayClose(code.fence, partial) ? this.position : text.length;
      return [{ kind: 'code', start, language, text: this.codeText(code, end), closed: isClosing }];
    }
    const start = open?.start ?? this.position;
    const source = text.slice(start);
    if (source.trim() === '') return [];
    const fence = open === null ? openingFence(source) : null;
    if (fence === null) return [{ kind: 'markdown', start, source }];
    return [{ kind: 'code', start, language: fence.language, text: '', closed: false }];
  }
}

/** Looks only at the end, because it runs for every piece that is added to a growing block. */
function withoutLastBreak(text: string): string {
  if (!text.endsWith('\n')) return text;
  return text.slice(0, text.endsWith('\r\n') ? -2 : -1);
}

function openingFence(line: string): Omit<OpenCode, 'start' | 'textStart'> | null {
  const found = fenceLine.exec(line);
  const [, indent = '', marks = '', info = ''] = found ?? [];
  // An info string with backticks makes the line inline code.
  if (!found || (marks.startsWith('`') && info.includes('`'))) return null;
  return {
    indent: indent.length,
    language: languageOf(info),
    fence: { mark: marks.charAt(0), length: marks.length },
  };
}

function fenceInList(line: string): Fence | null {
  const [, marks = '', info = ''] = listFenceLine.exec(line) ?? [];
  if (marks === '' || (marks.startsWith('`') && info.includes('`'))) return null;
  return { mark: marks.charAt(0), length: marks.length };
}

function closes(fence: Fence, line: string): boolean {
  const marks = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return marks !== undefined && marks.charAt(0) === fence.mark && marks.length >= fence.length;
}

/** Whether the line may become the closing fence; its first marks would flicker as code. */
function mayClose(fence: Fence, partial: string): boolean {
  const trimmed = partial.trimStart();
  return trimmed.length > 0 && trimmed === fence.mark.repeat(trimmed.length);
}

/** The first word of the info string: `ts title="a.ts"` is TypeScript. */
export function languageOf(info: string): string {
  return /^[\w+#.-]{1,40}/.exec(info.trim())?.[0].toLowerCase() ?? '';
}

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
    // The lexer throws on input that it cannot process; such input is shown as plain text.
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

  /**
   * Accepts only whole web addresses, because the rule for bare email addresses takes quadratic
   * time.
   */
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
  const trimmed = address.replace(/(?<![.,:;!?*_~])[.,:;!?*_~]+$/, '');
  if (!trimmed.endsWith(')')) return trimmed;
  const opened = trimmed.split('(').length;
  const closed = trimmed.split(')').length;
  return closed > opened
    ? trimmed.replace(/(?<!\))\)+$/, ')'.repeat(Math.max(0, opened - 1)))
    : trimmed;
}

/**
 * Closes what the last line of a growing text has opened, so that `**bold` does not show its stars
 * until it is closed. Only for a text that is still being written or was cut off.
 */
export function mendTail(source: string): string {
  const lineStart = source.lastIndexOf('\n') + 1;
  const line = source.slice(lineStart);
  const ticks = line.match(/`+/g) ?? [];
  const open = ticks.length % 2 === 1 ? ticks.at(-1) : undefined;
  if (open !== undefined) {
    // Backticks alone at the end may be the start of a fence.
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
  // The first of the two closing stars has already arrived.
  if (/[^*\s]\*$/.test(line)) return `${source}*`;
  return `${source.trimEnd()}**`;
}
