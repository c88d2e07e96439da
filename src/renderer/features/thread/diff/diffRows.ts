import { diffLines, type LineEdit } from '#shared/airlock/diffLines';
import { splitLines } from '#shared/airlock/lines';
import { DIFF_CONTEXT_LINES, DIFF_LINE_CHARACTERS } from '../limits';

export type DiffRow =
  | {
      readonly type: 'context' | 'added' | 'removed';
      readonly text: string;
      /** Counted from one, as editors do; null on the side that does not have the line. */
      readonly before: number | null;
      readonly after: number | null;
      /** The part that makes the difference, if the line has a counterpart. */
      readonly changed: readonly [start: number, end: number] | null;
    }
  | { readonly type: 'gap'; readonly lines: number };

export interface DiffSummary {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

/** Pure: what changed between two texts, with a few lines around it. */
export function diffRows(before: string, after: string): DiffSummary {
  const old = splitLines(before);
  const next = splitLines(after);
  const edits = diffLines(old, next);
  const rows: DiffRow[] = [];
  let added = 0;
  let removed = 0;
  let shown = 0;
  edits.forEach((edit, index) => {
    const from = Math.max(shown, edit.baseStart - DIFF_CONTEXT_LINES);
    if (from > shown) rows.push({ type: 'gap', lines: from - shown });
    pushContext(rows, old, from, edit.baseStart, edit.otherStart - edit.baseStart);
    rows.push(...editRows(old, next, edit));
    removed += edit.baseEnd - edit.baseStart;
    added += edit.otherEnd - edit.otherStart;
    const limit = edits[index + 1]?.baseStart ?? old.length;
    shown = Math.min(edit.baseEnd + DIFF_CONTEXT_LINES, limit);
    pushContext(rows, old, edit.baseEnd, shown, edit.otherEnd - edit.baseEnd);
  });
  if (edits.length > 0 && shown < old.length) rows.push({ type: 'gap', lines: old.length - shown });
  return { rows, added, removed };
}

function pushContext(
  rows: DiffRow[],
  old: readonly string[],
  from: number,
  to: number,
  shift: number,
) {
  for (let line = from; line < to; line++) {
    rows.push({
      type: 'context',
      text: shownLine(old[line]),
      before: line + 1,
      after: line + shift + 1,
      changed: null,
    });
  }
}

function editRows(old: readonly string[], next: readonly string[], edit: LineEdit): DiffRow[] {
  const removed = old.slice(edit.baseStart, edit.baseEnd).map(shownLine);
  const added = next.slice(edit.otherStart, edit.otherEnd).map(shownLine);
  // Lines are compared with each other only where each has exactly one counterpart.
  const isPaired = removed.length === added.length;
  return [
    ...removed.map(
      (text, index): DiffRow => ({
        type: 'removed',
        text,
        before: edit.baseStart + index + 1,
        after: null,
        changed: isPaired ? changedPart(text, added[index] ?? '') : null,
      }),
    ),
    ...added.map(
      (text, index): DiffRow => ({
        type: 'added',
        text,
        before: null,
        after: edit.otherStart + index + 1,
        changed: isPaired ? changedPart(text, removed[index] ?? '') : null,
      }),
    ),
  ];
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

export function shownLine(line = ''): string {
  const text = line.replace(/\r?\n$/, '');
  return text.length > DIFF_LINE_CHARACTERS ? `${text.slice(0, DIFF_LINE_CHARACTERS)}…` : text;
}
