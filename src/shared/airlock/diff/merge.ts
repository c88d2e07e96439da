import type { HunkId } from '#shared/ids';
import { applyHunks, applyToLines, inOrder, rebaseHunks, type TextHunk } from '../hunks';
import { diffLines, type LineEdit } from './diffLines';
import {
  dominantEnding,
  endingOf,
  splitLines,
  uniformEnding,
  withEnding,
  withoutEndingKind,
} from './lines';

/**
 * A place where both sides changed the same lines, or lines that touch. Nothing was written there.
 */
export interface MergeConflict {
  readonly base: readonly string[];
  /** The target's lines there now, and their position. */
  readonly targetStart: number;
  readonly target: readonly string[];
  /** The same lines of the base after the hunk. */
  readonly proposed: readonly string[];
}

export type HunkMerge =
  | { readonly id: HunkId; readonly outcome: 'applied' }
  /** The target already contains the hunk's lines. */
  | { readonly id: HunkId; readonly outcome: 'present' }
  | { readonly id: HunkId; readonly outcome: 'conflict'; readonly conflict: MergeConflict };

export interface Merge {
  readonly text: string;
  readonly hunks: readonly HunkMerge[];
}

/**
 * Puts hunks of a base into a target that has moved on since. Whatever the target changed stays;
 * a hunk that touches such a place is left out and reported. Endings follow the target.
 */
export function mergeHunks(base: string, target: string, hunks: readonly TextHunk[]): Merge {
  const { placed, outcomes } = placeHunks(base, target, hunks);
  return { text: applyToLines(splitLines(target), placed).join(''), hunks: outcomes };
}

export interface PlacedHunks {
  /** The hunks that can be applied, as hunks of the target. */
  readonly placed: readonly TextHunk[];
  readonly outcomes: readonly HunkMerge[];
}

/** Finds where hunks of a base belong in a target that has moved on since. */
export function placeHunks(base: string, target: string, hunks: readonly TextHunk[]): PlacedHunks {
  const baseLines = splitLines(base);
  const targetLines = splitLines(target);
  const translate = endingTranslation(baseLines, targetLines);
  const edits = translate.isNeeded
    ? diffLines(baseLines.map(withoutEndingKind), targetLines.map(withoutEndingKind))
    : diffLines(baseLines, targetLines);
  const outcomes: HunkMerge[] = [];
  const placed: TextHunk[] = [];
  for (const hunk of inOrder(hunks)) {
    const added = hunk.added.map(translate.line);
    const touching = edits.filter((edit) => touches(edit, hunk));
    if (touching.length === 0) {
      placed.push({
        ...hunk,
        added,
        baseStart: hunk.baseStart + shiftBefore(edits, hunk.baseStart),
      });
      outcomes.push({ id: hunk.id, outcome: 'applied' });
    } else if (saysTheSame(touching, hunk, added, targetLines)) {
      outcomes.push({ id: hunk.id, outcome: 'present' });
    } else {
      const start = Math.min(hunk.baseStart, touching[0]?.baseStart ?? hunk.baseStart);
      const shift = shiftBefore(edits, start);
      const shown = baseLines.map(translate.line);
      const conflict = conflictOf(touching, shift, hunk, added, shown, targetLines);
      outcomes.push({ id: hunk.id, outcome: 'conflict', conflict });
    }
  }
  return { placed, outcomes };
}

/** How to resolve a conflict: use the hunk's lines, or put them after the target's. */
export type Resolution = 'proposed' | 'both';

/** Merges, and resolves each conflict as requested. No hunk is left out. */
export function mergeResolved(
  base: string,
  target: string,
  hunks: readonly TextHunk[],
  resolution: Resolution,
): string {
  const taken: TextHunk[] = [];
  let text = target;
  for (const hunk of inOrder(hunks)) {
    const [rebased] = rebaseHunks([hunk], taken);
    if (rebased === undefined) continue;
    const merge = mergeHunks(applyHunks(base, taken), text, [rebased]);
    const [result] = merge.hunks;
    text =
      result?.outcome === 'conflict'
        ? resolveConflict(text, result.conflict, resolution)
        : merge.text;
    taken.push(hunk);
  }
  return text;
}

function resolveConflict(target: string, conflict: MergeConflict, resolution: Resolution): string {
  const lines = splitLines(target);
  const kept = resolution === 'both' ? conflict.target : [];
  const { targetStart: start, target: replaced, proposed } = conflict;
  const rest = lines.slice(start + replaced.length);
  return joinWhole([...lines.slice(0, start), ...kept, ...proposed, ...rest]);
}

/** Joins lines of two sides. A line without an ending gets one if another line follows. */
export function joinWhole(lines: readonly string[]): string {
  const ending = dominantEnding(lines) ?? '\n';
  return lines
    .map((line, index) =>
      index < lines.length - 1 && endingOf(line) === '' ? line + ending : line,
    )
    .join('');
}

interface Translation {
  readonly isNeeded: boolean;
  line(line: string): string;
}

/** The user's checkout may use other line endings than the agent's; that is not an edit. */
function endingTranslation(base: readonly string[], target: readonly string[]): Translation {
  const from = uniformEnding(base);
  const to = uniformEnding(target);
  if (from === null || to === null || from === to) return { isNeeded: false, line: (line) => line };
  return {
    isNeeded: true,
    line: (line) => (endingOf(line) === from ? withEnding(line, to) : line),
  };
}

/** Adjacent edits conflict: with no common line between them their order is unknown. */
function touches(edit: LineEdit, hunk: TextHunk): boolean {
  return edit.baseStart <= hunk.baseStart + hunk.removed.length && hunk.baseStart <= edit.baseEnd;
}

/** The number of lines by which an untouched line of the base is shifted in the target. */
function shiftBefore(edits: readonly LineEdit[], baseLine: number): number {
  const before = edits.findLast((edit) => edit.baseEnd < baseLine);
  return before ? before.otherEnd - before.baseEnd : 0;
}

function saysTheSame(
  touching: readonly LineEdit[],
  hunk: TextHunk,
  added: readonly string[],
  target: readonly string[],
): boolean {
  const [edit] = touching;
  if (edit === undefined || touching.length > 1) return false;
  if (edit.baseStart !== hunk.baseStart) return false;
  if (edit.baseEnd !== hunk.baseStart + hunk.removed.length) return false;
  const present = target.slice(edit.otherStart, edit.otherEnd);
  return present.length === added.length && present.every((line, index) => line === added[index]);
}

function conflictOf(
  touching: readonly LineEdit[],
  shift: number,
  hunk: TextHunk,
  added: readonly string[],
  base: readonly string[],
  target: readonly string[],
): MergeConflict {
  const hunkEnd = hunk.baseStart + hunk.removed.length;
  const start = Math.min(hunk.baseStart, ...touching.map((edit) => edit.baseStart));
  const end = Math.max(hunkEnd, ...touching.map((edit) => edit.baseEnd));
  const last = touching.at(-1);
  const targetEnd = end + (last ? last.otherEnd - last.baseEnd : shift);
  return {
    base: base.slice(start, end),
    targetStart: start + shift,
    target: target.slice(start + shift, targetEnd),
    proposed: [...base.slice(start, hunk.baseStart), ...added, ...base.slice(hunkEnd, end)],
  };
}
