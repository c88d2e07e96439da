import { resolve } from 'node:path';
import type { SessionAirlock } from '#main/airlock/airlock';
import { type Authorship, sameVersion } from '#shared/airlock/change';
import type { ChangeView } from '#shared/airlock/changeView';
import type { EditReview, PlannedEdit } from './workplace';

/** Shows edits that an agent asks permission for as changes, each with its hunks. */
export function reviewPlannedEdits(
  airlock: SessionAirlock,
  edits: readonly PlannedEdit[],
  by: Authorship,
): EditReview {
  const known = new Set(airlock.changes.all.map(({ change }) => change.changeId));
  const withdrawal = new AbortController();
  const listings: Promise<void>[] = [];
  const answers = edits.map(({ path, ...edit }) => {
    const listed = Promise.withResolvers<void>();
    listings.push(listed.promise);
    return airlock.judgeEdit(resolve(airlock.cwd, path), edit, by, {
      signal: withdrawal.signal,
      onListed: listed.resolve,
    });
  });
  /**
   * The changes made from these edits; others may have been proposed in the meantime. Edits that
   * the agent wrote without waiting for the answer are found on disk.
   */
  const own = () => {
    const fresh = airlock.changes.all.filter(({ change }) => !known.has(change.changeId));
    const asked = fresh.filter(
      ({ change }) => change.origin === 'permission' && change.toolCallId === by.toolCallId,
    );
    const isWritten = ({ change }: ChangeView) =>
      change.origin === 'scan' &&
      change.asked === 'not-awaited' &&
      asked.some(
        (request) =>
          request.status === 'superseded' &&
          request.change.path === change.path &&
          sameVersion(request.change.proposed, change.proposed),
      );
    return [...asked, ...fresh.filter(isWritten)].filter(({ status }) => status === 'open');
  };
  return {
    decision: Promise.all(answers).then((results) => {
      const judged = results.flatMap((result) => (result.ok ? [result.value.type] : []));
      // An edit that cannot be understood is decided only by the question.
      if (judged.length < results.length) return null;
      return judged.every((type) => type === 'allow') ? 'accept' : 'reject';
    }),
    settle: async (verdict) => {
      // An answer may arrive before we have looked at the files.
      await Promise.all(listings);
      const verdicts = (verdict === null ? [] : own()).map(({ change, hunks }) => ({
        changeId: change.changeId,
        hunks: hunks.flatMap(({ hunk, outcome }) =>
          outcome.state === 'pending' && verdict ? [{ hunkId: hunk.id, verdict }] : [],
        ),
        acknowledgesRisk: true,
      }));
      if (verdicts.length > 0) await airlock.changes.decide(verdicts);
      // Withdraw the changes that were not decided.
      withdrawal.abort();
    },
  };
}
