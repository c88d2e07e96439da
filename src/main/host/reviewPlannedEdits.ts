import type { SessionAirlock } from '#main/airlock/airlock';
import type { ToolCallId, TurnId } from '#shared/ids';
import type { EditReview, PlannedEdit } from './workplace';

interface Author {
  readonly turnId: TurnId | null;
  readonly toolCallId: ToolCallId | null;
}

/** Puts edits that an agent asks permission for before the user as changes, each with its hunks. */
export function reviewPlannedEdits(
  airlock: SessionAirlock,
  edits: readonly PlannedEdit[],
  by: Author,
): EditReview {
  const known = new Set(airlock.changes.map(({ change }) => change.changeId));
  const withdrawal = new AbortController();
  const answers = edits.map(({ path, before, after }) =>
    airlock.judgeEdit(path, { before, after }, by, withdrawal.signal),
  );
  /** What was made of these edits; others may have been proposed meanwhile. */
  const own = () =>
    airlock.changes.filter(
      ({ change, status }) =>
        status === 'open' &&
        change.origin === 'permission' &&
        change.toolCallId === by.toolCallId &&
        !known.has(change.changeId),
    );
  return {
    decision: Promise.all(answers).then((results) => {
      const judged = results.flatMap((result) => (result.ok ? [result.value.type] : []));
      // An edit that nobody can make out is for the question alone to settle.
      if (judged.length < results.length) return null;
      return judged.every((type) => type === 'allow') ? 'accept' : 'reject';
    }),
    settle: async (verdict) => {
      const verdicts = (verdict === null ? [] : own()).map(({ change, hunks }) => ({
        changeId: change.changeId,
        hunks: hunks.flatMap(({ hunk, outcome }) =>
          outcome.state === 'pending' && verdict ? [{ hunkId: hunk.id, verdict }] : [],
        ),
        acknowledgesRisk: true,
      }));
      if (verdicts.length > 0) await airlock.decide(verdicts);
      // Whatever could not be decided is nobody's wish any more.
      withdrawal.abort();
    },
  };
}
