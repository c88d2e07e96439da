import { markedLines, type TextPieces, trimmedEnd } from './textPieces';
import { visibleWords } from './visiblePath';

const SHORTEST_FENCE = 3;

/** A code block that ends where it should, whatever fences the text holds itself. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(SHORTEST_FENCE, longestRun(text) + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** The same for a long text, which is produced twice: the first pass looks for its own fences. */
export async function* fencedPieces(make: () => TextPieces, language = ''): AsyncGenerator<string> {
  let longest = SHORTEST_FENCE - 1;
  let open = 0;
  for await (const piece of make()) {
    const length = openRun(piece);
    longest = Math.max(longest, longestRun(piece), open + firstRun(piece));
    open = length === piece.length ? open + length : length;
    yield '';
  }
  const fence = '`'.repeat(longest + 1);
  yield `${fence}${language}\n`;
  let last = '';
  for await (const piece of make()) {
    yield piece;
    last = piece.at(-1) ?? last;
  }
  yield `${last === '\n' ? '' : '\n'}${fence}`;
}

/** The most backticks in a row. */
function longestRun(text: string): number {
  let longest = 0;
  for (let start = text.indexOf('`'); start >= 0; ) {
    let end = start + 1;
    while (text[end] === '`') end++;
    longest = Math.max(longest, end - start);
    start = text.indexOf('`', end);
  }
  return longest;
}

function firstRun(text: string): number {
  let length = 0;
  while (text[length] === '`') length++;
  return length;
}

function openRun(text: string): number {
  let length = 0;
  while (text[text.length - 1 - length] === '`') length++;
  return length;
}

export function inlineCode(text: string): string {
  // A code span cannot be empty.
  const line = oneLine(text) || ' ';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

export function link(text: string, uri: string): string {
  const label = oneLine(text).replace(/[[\]\\]/g, '\\$&');
  return `[${label}](<${uri.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

export function quoted(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** The same for a long text. */
export async function* quotedPieces(pieces: TextPieces): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const piece of markedLines(trimmedEnd(pieces), quoteMark)) {
    isEmpty &&= piece === '';
    yield piece;
  }
  if (isEmpty) yield '>';
}

function quoteMark(first: string): string {
  return first === '\n' ? '>' : '> ';
}

/** On one line, with characters that would not show written out. */
export function oneLine(text: string): string {
  return visibleWords(text.replace(/\s+/g, ' ').trim());
}
