import { diffLines, type LineEdit } from '#shared/airlock/diffLines';
import { visibleWords } from './visiblePath';

const SHORTEST_FENCE = 3;
const CONTEXT_LINES = 3;

/** A code block that ends where it should, whatever fences the text holds itself. */
export function fenced(text: string, language = ''): string {
  const runs = text.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
  const fence = '`'.repeat(Math.max(SHORTEST_FENCE, longest + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

export function inlineCode(text: string): string {
  // A code span cannot be empty.
  const line = oneLine(text) || ' ';
  const runs = line.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
  const ticks = '`'.repeat(longest + 1);
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

/** On one line, with characters that would not show written out. */
export function oneLine(text: string): string {
  return visibleWords(text.replace(/\s+/g, ' ').trim());
}

/** As git prints it, but for a missing newline at the end, which it does not tell. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  const relative = path.replace(/^\/+/, '');
  const old = linesOf(before);
  const next = linesOf(after);
  return [
    `--- ${before === null ? '/dev/null' : `a/${relative}`}`,
    `+++ ${after === null ? '/dev/null' : `b/${relative}`}`,
    ...neighbours(diffLines(old, next)).flatMap((edits) => hunkOf(edits, old, next)),
  ].join('\n');
}

/** Edits whose context would touch are shown as one. */
function neighbours(edits: readonly LineEdit[]): LineEdit[][] {
  const groups: LineEdit[][] = [];
  for (const edit of edits) {
    const last = groups.at(-1);
    const end = last?.at(-1)?.baseEnd;
    if (last && end !== undefined && edit.baseStart - end <= 2 * CONTEXT_LINES) last.push(edit);
    else groups.push([edit]);
  }
  return groups;
}

function hunkOf(
  edits: readonly LineEdit[],
  old: readonly string[],
  next: readonly string[],
): string[] {
  const [first] = edits;
  const last = edits.at(-1);
  if (!first || !last) return [];
  const lead = Math.min(CONTEXT_LINES, first.baseStart);
  const trail = Math.min(CONTEXT_LINES, old.length - last.baseEnd);
  const oldStart = first.baseStart - lead;
  const nextStart = first.otherStart - lead;
  const oldRange = range(oldStart, last.baseEnd + trail - oldStart);
  const nextRange = range(nextStart, last.otherEnd + trail - nextStart);
  const lines = [`@@ -${oldRange} +${nextRange} @@`];
  let position = oldStart;
  for (const { baseStart, baseEnd, otherStart, otherEnd } of edits) {
    lines.push(...old.slice(position, baseStart).map((line) => ` ${line}`));
    lines.push(...old.slice(baseStart, baseEnd).map((line) => `-${line}`));
    lines.push(...next.slice(otherStart, otherEnd).map((line) => `+${line}`));
    position = baseEnd;
  }
  lines.push(...old.slice(position, position + trail).map((line) => ` ${line}`));
  return lines;
}

/** Git's way: lines count from one, and from zero where there are none. */
function range(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
