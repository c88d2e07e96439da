/** A part of a Markdown text that can be parsed on its own. */
export type MarkdownBlock =
  | { readonly kind: 'markdown'; readonly start: number; readonly source: string }
  | {
      readonly kind: 'code';
      readonly start: number;
      readonly language: string;
      readonly text: string;
      /** The closing fence has come, so the block will not change any more. */
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
  /** Where its last line with text ends. */
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
/** Lines whose first character shows that they are not indented and start no list, heading or fence. */
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

/** Looks only at the end: this runs for every piece that is added to a growing block. */
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

/** Whether the line may become the closing fence: showing its first marks as code would flicker. */
function mayClose(fence: Fence, partial: string): boolean {
  const trimmed = partial.trimStart();
  return trimmed.length > 0 && trimmed === fence.mark.repeat(trimmed.length);
}

/** The first word of the info string: `ts title="a.ts"` is TypeScript. */
export function languageOf(info: string): string {
  return /^[\w+#.-]{1,40}/.exec(info.trim())?.[0].toLowerCase() ?? '';
}
