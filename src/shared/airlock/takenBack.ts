import type { CrossingRequest } from './crossingPlan';
import type { Composition } from './diff/compose';
import { withoutEndingKind } from './diff/lines';
import { computeHunks, type TextHunk } from './hunks';

/** The user's file before and after a decision. */
export interface Written {
  readonly before: Composition;
  readonly after: Composition;
}

/**
 * Where a conflict was resolved, the written lines are neither those of the hunks nor a replacement
 * of the base's: undoing then restores what the user had.
 */
export function takenBack(request: CrossingRequest, { before, after }: Written): CrossingRequest {
  const [from, to] = [after.content.text, before.content.text];
  if (from === null || to === null || request.edits.length === 0) return request;
  if (request.hunks.some(({ type }) => type === 'format' || type === 'whole')) return request;
  const edits = computeHunks(from.text, to.text);
  if (saySame(edits, request.edits)) return request;
  return { ...request, from: after, to: before, edits };
}

/** Whether the hunks have the same lines, wherever they are and whatever their line endings. */
function saySame(left: readonly TextHunk[], right: readonly TextHunk[]): boolean {
  return (['removed', 'added'] as const).every(
    (side) => linesOf(left, side) === linesOf(right, side),
  );
}

function linesOf(hunks: readonly TextHunk[], side: 'removed' | 'added'): string {
  return hunks.flatMap((hunk) => hunk[side].map(withoutEndingKind)).join('');
}
