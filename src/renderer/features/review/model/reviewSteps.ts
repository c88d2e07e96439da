import type { ChangeVerdict } from '#shared/airlock/verdict';
import type { DecisionId, SessionId } from '#shared/ids';
import { counted, formatNumber } from '#shared/text/counted';
import { KEPT_STEPS } from '#window/features/review/limits';
import { sessionChanges } from '#window/state/session/sessionChanges';
import { latestByPath } from './reviewedFiles';
import { reviewStore } from './reviewStore';
import type { ReviewPlace } from './walk';

/** The decisions that the next undo takes back; undefined if there are none. */
export function lastDecisions(session: SessionId): readonly DecisionId[] | undefined {
  return reviewStore(session).getState().steps.at(-1)?.decisions;
}

/** Records decisions that were made together and are undone together. */
export function noteStep(
  session: SessionId,
  decisions: readonly DecisionId[],
  place: ReviewPlace | null,
): void {
  if (decisions.length === 0) return;
  reviewStore(session).setState(({ steps }) => ({
    steps: [...steps, { decisions, place }].slice(-KEPT_STEPS),
  }));
}

/** Removes decisions that were undone or belong to another step. */
export function dropFromSteps(session: SessionId, undone: readonly DecisionId[]): void {
  const gone = new Set(undone);
  reviewStore(session).setState(({ steps }) => ({
    steps: steps
      .map(({ decisions, place }) => ({
        decisions: decisions.filter((one) => !gone.has(one)),
        place,
      }))
      .filter(({ decisions }) => decisions.length > 0),
  }));
}

/**
 * Keeps what is left of an undo that the user stopped or that failed, so that it can be undone
 * next.
 */
export function keepUndoable(
  session: SessionId,
  wanted: readonly DecisionId[],
  decisions: readonly DecisionId[],
  place: ReviewPlace | null,
): void {
  const total = counted(wanted.length, 'file');
  const words = `Undid ${formatNumber(wanted.length - decisions.length)} of ${total}`;
  reviewStore(session).setState(({ steps }) => ({
    steps: [...steps, { decisions, place }].slice(-KEPT_STEPS),
    last: { words, decisions, hasConflict: false },
  }));
}

/** The first hunk of these decisions. The list may not include the last decision yet. */
export function placeOfDecisions(
  session: SessionId,
  decisionIds: readonly DecisionId[],
): ReviewPlace | null {
  const files = latestByPath(sessionChanges(session)?.changes ?? []);
  const decisions = new Set(decisionIds);
  const places = files.flatMap(({ change: { path }, hunks }) =>
    hunks
      .filter(({ decisionId }) => decisionId !== null && decisions.has(decisionId))
      .map(({ hunk }) => ({ path, hunkId: hunk.id })),
  );
  const step = reviewStore(session)
    .getState()
    .steps.find((one) => one.decisions.some((decision) => decisions.has(decision)));
  return places[0] ?? step?.place ?? null;
}

/** The first hunk of several verdicts that are given together. */
export function placeOfVerdicts(
  session: SessionId,
  [verdict]: readonly ChangeVerdict[],
): ReviewPlace | null {
  const view = sessionChanges(session)?.changes.find(
    ({ change }) => change.changeId === verdict?.changeId,
  );
  return view ? { path: view.change.path, hunkId: verdict?.hunks[0]?.hunkId ?? null } : null;
}
