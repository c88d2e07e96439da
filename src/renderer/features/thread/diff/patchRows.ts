import type { ShownRow } from '#window/ui/diff/DiffLines';
import { shownLine } from '#window/ui/diff/diffRow';
import type { DiffSummary } from '#window/ui/diff/diffRows';

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/**
 * Pure: a unified patch as rows. Lines outside hunks are left out, because they only name the
 * files.
 */
export function patchRows(patch: string): DiffSummary {
  const rows: ShownRow[] = [];
  let added = 0;
  let removed = 0;
  let before = 0;
  let after = 0;
  let inHunk = false;
  for (const line of patch.split('\n')) {
    const head = hunkHead.exec(line);
    if (head) {
      if (rows.length > 0) rows.push({ type: 'gap', lines: Math.max(0, Number(head[1]) - before) });
      before = Number(head[1]);
      after = Number(head[2]);
      inHunk = true;
      continue;
    }
    const text = shownLine(line.slice(1));
    if (!inHunk) continue;
    if (line.startsWith('+')) {
      rows.push({ type: 'added', text, before: null, after: after++, changed: null });
      added++;
    } else if (line.startsWith('-')) {
      rows.push({ type: 'removed', text, before: before++, after: null, changed: null });
      removed++;
    } else if (line.startsWith(' ')) {
      rows.push({ type: 'context', text, before: before++, after: after++, changed: null });
    } else if (!line.startsWith('\\')) {
      inHunk = false;
    }
  }
  return { rows, added, removed };
}
