import { diffLines } from '#shared/airlock/diff/diffLines';
import { splitLines } from '#shared/airlock/diff/lines';
import type { ShownRow } from './DiffLines';
import { editRows, editSpans } from './diffRow';

export interface DiffSummary {
  readonly rows: readonly ShownRow[];
  readonly added: number;
  readonly removed: number;
}

/** Pure: what changed between two texts, with a few lines around it. */
export function diffRows(before: string, after: string): DiffSummary {
  const old = splitLines(before);
  const next = splitLines(after);
  const edits = diffLines(old, next);
  const spans = editSpans(edits, old.length);
  const rows: ShownRow[] = [];
  let added = 0;
  let removed = 0;
  let shown = 0;
  edits.forEach((edit, index) => {
    const span = spans[index] ?? { from: edit.baseStart, to: edit.baseEnd };
    if (span.from > shown) rows.push({ type: 'gap', lines: span.from - shown });
    rows.push(...editRows(old, next, edit, span));
    removed += edit.baseEnd - edit.baseStart;
    added += edit.otherEnd - edit.otherStart;
    shown = span.to;
  });
  if (edits.length > 0 && shown < old.length) rows.push({ type: 'gap', lines: old.length - shown });
  return { rows, added, removed };
}
