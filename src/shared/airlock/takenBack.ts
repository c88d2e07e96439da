import type { Composition } from './compose';
import type { CrossingRequest } from './crossingPlan';
import { computeHunks, type TextHunk } from './hunks';
import { withoutEndingKind } from './lines';

/** What a decision found in the user's file, and what it left there. */
export interface Written {
  readonly before: Composition;
  readonly after: Composition;
}

/**
 * Where a clash was settled, the lines that were written are not those of the hunks, nor did they
 * take the place of the base's: then the way back leads to what the user had.
 */
export function takenBack(request: CrossingRequest, { before, after }: Written): CrossingRequest {
  const [from, to] = [after.content.text, before.content.text];
  if (from === null || to === null || request.edits.length === 0) return request;
  if (request.hunks.some(({ type }) => type === 'format' || type === 'whole')) return request;
  const edits = computeHunks(from.text, to.text);
  if (saySame(edits, request.edits)) return request;
  return { ...request, from: after, to: before, edits };
}

/** Wherever they are, and however the file ends its lines. */
function saySame(left: readonly TextHunk[], right: readonly TextHunk[]): boolean {
  return (['removed', 'added'] as const).every(
    (side) => linesOf(left, side) === linesOf(right, side),
  );
}

function linesOf(hunks: readonly TextHunk[], side: 'removed' | 'added'): string {
  return hunks.flatMap((hunk) => hunk[side].map(withoutEndingKind)).join('');
}
