import type { Node } from 'jsonc-parser';

const DEFAULT_INDENT = '  ';
/** The largest indentation that JSON.stringify accepts. */
const INDENT_LIMIT = 10;

/** The layout of a document, so that additions look like the rest. */
export interface JsoncLayout {
  readonly indent: string;
  readonly lineBreak: string;
}

export function layoutOf(text: string, root: Node | undefined): JsoncLayout {
  const first = root?.children?.[0];
  const indent = first && startsLine(text, first.offset) ? indentAt(text, first.offset) : '';
  return {
    indent: indent === '' || indent.length > INDENT_LIMIT ? DEFAULT_INDENT : indent,
    lineBreak: /\r\n|\r|\n/.exec(text)?.[0] ?? '\n',
  };
}

/** JSON in the document's layout, for a line with this indentation. */
export function render(value: unknown, outerIndent: string, layout: JsoncLayout): string {
  const lines = JSON.stringify(value, null, layout.indent).split('\n');
  return lines.join(layout.lineBreak + outerIndent);
}

/** The whitespace at the start of the line, up to the offset. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return text.slice(start, Math.min(offset, skipBlanks(text, start)));
}

export function startsLine(text: string, offset: number): boolean {
  return lineStart(text, offset) + indentAt(text, offset).length === offset;
}

export function hasLineBreak(text: string, start: number, end: number): boolean {
  return /[\r\n]/.test(text.slice(start, end));
}

/** The first offset from here on that is neither space nor tab. */
export function skipBlanks(text: string, offset: number): number {
  let end = offset;
  while (isBlank(text.charAt(end))) end++;
  return end;
}

/** The offset after the last character before here that is neither space nor tab. */
export function skipBlanksBack(text: string, offset: number): number {
  let start = offset;
  while (isBlank(text.charAt(start - 1))) start--;
  return start;
}

/** The offset after one line break, or the same offset if there is none. */
export function skipLineBreak(text: string, offset: number): number {
  if (text.startsWith('\r\n', offset)) return offset + 2;
  return isLineBreak(text.charAt(offset)) ? offset + 1 : offset;
}

function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineBreak(text.charAt(start - 1))) start--;
  return start;
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

function isLineBreak(character: string): boolean {
  return character === '\n' || character === '\r';
}
