import type { LineEdit } from '#shared/airlock/diff/diffLines';
import { endingOf } from '#shared/airlock/diff/lines';
import { DIFF_CONTEXT_LINES, DIFF_LINE_CHARACTERS } from './limits';

export interface DiffRow {
  readonly type: 'context' | 'added' | 'removed';
  readonly text: string;
  /** Counted from one, as editors do; null on the side that does not have the line. */
  readonly before: number | null;
  readonly after: number | null;
  /** The part that differs from the line's counterpart; null if no part stands out. */
  readonly changed: readonly [start: number, end: number] | null;
  /** The line ending in words, if it matters: the text does not show it. */
  readonly ending?: string;
}

/** The range of base lines that is drawn for an edit; the end is exclusive. */
export interface EditSpan {
  readonly from: number;
  readonly to: number;
}

/** Pure: each edit with a few lines around it; no line is in two spans. */
export function editSpans(edits: readonly LineEdit[], baseLines: number): readonly EditSpan[] {
  let shown = 0;
  return edits.map(({ baseStart, baseEnd }, index) => {
    const from = Math.max(shown, baseStart - DIFF_CONTEXT_LINES);
    shown = Math.min(baseEnd + DIFF_CONTEXT_LINES, edits[index + 1]?.baseStart ?? baseLines);
    return { from, to: shown };
  });
}

/** Pure: the rows of one edit, with the lines around it. */
export function editRows(
  old: readonly string[],
  next: readonly string[],
  edit: LineEdit,
  { from, to }: EditSpan,
): readonly DiffRow[] {
  return [
    ...contextRows(old, from, edit.baseStart, edit.otherStart - edit.baseStart),
    ...changedRows(old, next, edit),
    ...contextRows(old, edit.baseEnd, to, edit.otherEnd - edit.baseEnd),
  ];
}

function contextRows(old: readonly string[], from: number, to: number, shift: number): DiffRow[] {
  return old.slice(from, to).map((line, index) => ({
    type: 'context',
    text: shownLine(line),
    before: from + index + 1,
    after: from + index + shift + 1,
    changed: null,
  }));
}

function changedRows(old: readonly string[], next: readonly string[], edit: LineEdit): DiffRow[] {
  const removed = old.slice(edit.baseStart, edit.baseEnd);
  const added = next.slice(edit.otherStart, edit.otherEnd);
  // Lines are compared with each other only where each has exactly one counterpart.
  const isPaired = removed.length === added.length;
  const row = (type: 'added' | 'removed', line: string, other: string | undefined) => ({
    type,
    text: shownLine(line),
    changed: other === undefined ? null : changedPart(shownLine(line), shownLine(other)),
    ...endingWords(line, other),
  });
  return [
    ...removed.map((line, index) => ({
      ...row('removed', line, isPaired ? added[index] : undefined),
      before: edit.baseStart + index + 1,
      after: null,
    })),
    ...added.map((line, index) => ({
      ...row('added', line, isPaired ? removed[index] : undefined),
      before: null,
      after: edit.otherStart + index + 1,
    })),
  ];
}

const endings = { '': 'no newline at end', '\n': 'LF', '\r\n': 'CRLF' } as const;

/**
 * Names the line ending if two lines differ in nothing else, or if the last newline is missing.
 * Also says so if lines differ only in the part that is cut.
 */
function endingWords(line: string, other: string | undefined): Pick<DiffRow, 'ending'> {
  const ending = endingOf(line);
  if (other !== undefined && shownLine(line) === shownLine(other)) {
    const isSame = withoutEnding(line) === withoutEnding(other);
    return { ending: isSame ? endings[ending] : 'differs further on' };
  }
  return ending === '' ? { ending: endings[ending] } : {};
}

/** Null if the lines have too little in common for a part to stand out. */
export function changedPart(text: string, other: string): readonly [number, number] | null {
  const shortest = Math.min(text.length, other.length);
  let start = 0;
  while (start < shortest && text[start] === other[start]) start++;
  let end = 0;
  while (end < shortest - start && text.at(-1 - end) === other.at(-1 - end)) end++;
  const common = start + end - (/^\s*/.exec(text)?.[0].length ?? 0);
  return common * 3 < text.trim().length ? null : [start, text.length - end];
}

/**
 * A long line is cut and says how much is missing, so that nobody thinks they have seen all of it.
 */
export function shownLine(line: string): string {
  const text = withoutEnding(line);
  const hidden = text.length - DIFF_LINE_CHARACTERS;
  if (hidden <= 0) return text;
  return `${text.slice(0, DIFF_LINE_CHARACTERS)}… (${hidden.toLocaleString('en')} more characters)`;
}

function withoutEnding(line: string): string {
  return line.replace(/\r?\n$/, '');
}
