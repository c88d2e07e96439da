import { diffLines, type LineEdit } from '#shared/airlock/diff/diffLines';
import { pushAll } from '#shared/pushAll';
import { markedLines, PIECE_CHARACTERS, piecesOf } from '#shared/text/textPieces';

const CONTEXT_LINES = 3;
/** The bound of a search for edits, some 20 ms; past it the rest is one edit. */
const SEARCH_STEPS = 4_000_000;
/** In larger texts everything from the first to the last differing line is one edit. */
const SEARCHED_CHARACTERS = 2 * 1024 * 1024;
const SEARCHED_LINES = 40_000;

/** As git prints it, but without the note about a missing newline at the end. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  const old = linesOf(before);
  const next = linesOf(after);
  return [
    ...fileNames(path, before, after),
    ...neighbours(diffLines(old, next, SEARCH_STEPS)).flatMap((edits) => hunkOf(edits, old, next)),
  ].join('\n');
}

function fileNames(path: string, before: string | null, after: string | null): readonly string[] {
  const relative = path.replace(/^\/+/, '');
  return [
    `--- ${before === null ? '/dev/null' : `a/${relative}`}`,
    `+++ ${after === null ? '/dev/null' : `b/${relative}`}`,
  ];
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
    pushAll(
      lines,
      old.slice(position, baseStart).map((line) => ` ${line}`),
    );
    pushAll(
      lines,
      old.slice(baseStart, baseEnd).map((line) => `-${line}`),
    );
    pushAll(
      lines,
      next.slice(otherStart, otherEnd).map((line) => `+${line}`),
    );
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

/** The same diff for texts of any length. */
export async function* diffPieces(
  path: string,
  before: string | null,
  after: string | null,
): AsyncGenerator<string> {
  if (isSearchable(before ?? '', after ?? '')) {
    yield unifiedDiff(path, before, after);
    return;
  }
  yield fileNames(path, before, after).join('\n');
  const old = withNewline(before ?? '');
  const next = withNewline(after ?? '');
  let start = 0;
  while (isSame(old, start, next, start, PIECE_CHARACTERS)) {
    start += PIECE_CHARACTERS;
    yield '';
  }
  while (start < old.length && old[start] === next[start]) start++;
  start = old.lastIndexOf('\n', start - 1) + 1;
  let oldEnd = old.length;
  let nextEnd = next.length;
  const fits = () => Math.min(oldEnd, nextEnd) - start >= PIECE_CHARACTERS;
  while (
    fits() &&
    isSame(old, oldEnd - PIECE_CHARACTERS, next, nextEnd - PIECE_CHARACTERS, PIECE_CHARACTERS)
  ) {
    oldEnd -= PIECE_CHARACTERS;
    nextEnd -= PIECE_CHARACTERS;
    yield '';
  }
  while (oldEnd > start && nextEnd > start && old[oldEnd - 1] === next[nextEnd - 1]) {
    oldEnd--;
    nextEnd--;
  }
  if (!(isLineStart(old, oldEnd) && isLineStart(next, nextEnd))) {
    const rest = old.indexOf('\n', oldEnd) + 1 - oldEnd;
    oldEnd += rest;
    nextEnd += rest;
  }
  if (oldEnd === start && nextEnd === start) return;
  const counts: number[] = [];
  for (const [text, from, to] of [
    [old, 0, start],
    [old, start, oldEnd],
    [next, start, nextEnd],
  ] as const) {
    let count = 0;
    for await (const piece of piecesOf(text.slice(from, to))) {
      count += linesIn(piece, Number.POSITIVE_INFINITY);
      yield '';
    }
    counts.push(count);
  }
  const [first = 0, removed = 0, added = 0] = counts;
  yield `\n@@ -${range(first, removed)} +${range(first, added)} @@`;
  yield* editLines(old.slice(start, oldEnd), '-');
  yield* editLines(next.slice(start, nextEnd), '+');
}

/** Each line with its mark, and a line break before it. */
async function* editLines(text: string, mark: string): AsyncGenerator<string> {
  if (text === '') return;
  yield '\n';
  yield* markedLines(piecesOf(text.slice(0, -1)), () => mark);
  if (text.endsWith('\n\n') || text === '\n') yield mark;
}

function isSearchable(before: string, after: string): boolean {
  if (before.length + after.length > SEARCHED_CHARACTERS) return false;
  const most = SEARCHED_LINES + 1;
  return linesIn(before, most) + linesIn(after, most) <= SEARCHED_LINES;
}

/** Counts lines, but no further than `most`. */
function linesIn(text: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && count < most; at = text.indexOf('\n', at + 1))
    count++;
  return count;
}

function isSame(one: string, at: number, other: string, otherAt: number, length: number): boolean {
  if (at + length > one.length || otherAt + length > other.length) return false;
  return one.slice(at, at + length) === other.slice(otherAt, otherAt + length);
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n';
}

function withNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
