import { slashCommand } from './commands';
import { opensBody, parseNatural } from './natural';
import { splitWords } from './words';

/** One unparsed request of a prompt: its line, and the block of text that belongs to it. */
export interface Segment {
  readonly text: string;
  readonly body: string | undefined;
  readonly joined: 'line' | 'then';
}

const fence = /^\s*(`{3,}|~{3,})/;
const bullet = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;

/** One request per line or joined by "then"; a fenced block belongs to the request above it. */
export function splitSegments(prompt: string): Segment[] {
  const lines = prompt.replace(/\r\n?/g, '\n').split('\n');
  const segments: Segment[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    at += 1;
    if (line.trim() === '') continue;
    const block = fence.exec(line);
    if (block?.[1] !== undefined) {
      const { body, next } = readFence(lines, at, block[1]);
      at = next;
      attach(segments, body);
      continue;
    }
    const text = line.replace(bullet, '').trim();
    const following = nextFilled(lines, at);
    const wantsBody = takesPlainBody(text) && following !== undefined && !fence.test(following);
    if (wantsBody) {
      const end = endOfBody(lines, at);
      segments.push({ text, body: trimBlankLines(lines.slice(at, end)), joined: 'line' });
      at = end;
      continue;
    }
    splitThen(text).forEach((part, index) => {
      segments.push({ text: part, body: undefined, joined: index === 0 ? 'line' : 'then' });
    });
  }
  return segments;
}

function readFence(
  lines: readonly string[],
  start: number,
  mark: string,
): { body: string; next: number } {
  let end = start;
  while (end < lines.length && !(lines[end] ?? '').trim().startsWith(mark)) end += 1;
  return { body: lines.slice(start, end).join('\n'), next: Math.min(end + 1, lines.length) };
}

function attach(segments: Segment[], body: string): void {
  const last = segments.at(-1);
  if (last && last.body === undefined) segments[segments.length - 1] = { ...last, body };
}

/**
 * `/create path` alone, or a sentence that ends with a colon, takes the lines below as its body.
 */
function takesPlainBody(text: string): boolean {
  const slash = slashCommand(text);
  if (slash) return slash.command === 'create' && splitWords(slash.rest).length === 1;
  return opensBody(text);
}

function endOfBody(lines: readonly string[], start: number): number {
  for (let at = start; at < lines.length; at += 1) {
    if (slashCommand(lines[at] ?? '')) return at;
  }
  return lines.length;
}

function nextFilled(lines: readonly string[], start: number): string | undefined {
  return lines.slice(start).find((line) => line.trim() !== '');
}

function trimBlankLines(lines: readonly string[]): string {
  return lines.join('\n').replace(/^\n+/, '').replace(/\s+$/, '');
}

/** Splits at a "then" that is followed by another request; never inside quotes. */
function splitThen(text: string): string[] {
  for (const word of splitWords(text)) {
    if (word.kind !== 'bare' || !/^[,;]?then,?$/i.test(word.text)) continue;
    const before = text
      .slice(0, word.start)
      .replace(/(?:[,;]|\s+and)\s*$/i, '')
      .trim();
    const after = text.slice(word.end).trim();
    const starts =
      slashCommand(after) ?? parseNatural(after.replace(/\s+then\s[\s\S]*$/i, ''), undefined);
    if (before !== '' && starts) return [before, ...splitThen(after)];
  }
  return [text];
}
