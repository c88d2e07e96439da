import type { SessionAirlock } from '#main/airlock/airlock';
import type { Authorship } from '#shared/airlock/change';
import type { EditReview, PlannedEdit } from './workplace';

/** Puts edits that an agent asks permission for before the user as changes, each with its hunks. */
export function reviewPlannedEdits(
  airlock: SessionAirlock,
  edits: readonly PlannedEdit[],
  by: Authorship,
): EditReview {
  const known = new Set(airlock.changes.all.map(({ change }) => change.changeId));
  const withdrawal = new AbortController();
  const answers = edits.map(({ path, before, after }) =>
    airlock.judgeEdit(path, { before, after }, by, withdrawal.signal),
  );
  /** The changes made from these edits; others may have been proposed in the meantime. */
  const own = () =>
    airlock.changes.all.filter(
      ({ change, status }) =>
        status === 'open' &&
        change.origin === 'permission' &&
        change.toolCallId === by.toolCallId &&
        !known.has(change.changeId),
    );
  return {
    decision: Promise.all(answers).then((results) => {
      const judged = results.flatMap((result) => (result.ok ? [result.value.type] : []));
      // An edit that cannot be understood is settled by the question alone.
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
      if (verdicts.length > 0) await airlock.changes.decide(verdicts);
      // Withdraws the changes that were not decided.
      withdrawal.abort();
    },
  };
}
