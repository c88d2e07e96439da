import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import { splitLines } from '#shared/airlock/diff/lines';
import type { DecisionId, SessionId } from '#shared/ids';
import { sendPrompt } from '#window/actions/sessionActions';
import { loadTexts } from '#window/features/review/model/diff/changeTexts';
import { reviewStore } from '#window/features/review/model/reviewStore';
import { sessionChanges } from '#window/state/session/sessionChanges';
import { sessionSummary } from '#window/state/session/sessionsStore';
import { showToast } from '#window/ui/overlay/toasts';
import { settleFeedback } from './comments';
import { composeFeedback, type RejectedHunk } from './composeFeedback';

interface Refused {
  readonly view: ChangeView;
  readonly hunk: HunkView;
  readonly decisionId: DecisionId;
}

/**
 * Rejected hunks that the agent was not told about. It knows of a held write, which was answered.
 */
export function untoldRefusals(
  changes: readonly ChangeView[],
  told: ReadonlySet<DecisionId>,
): readonly Refused[] {
  return changes.flatMap((view) =>
    view.hunks.flatMap((hunk) => {
      const { decisionId, outcome } = hunk;
      const isNews = outcome.state === 'rejected' && decisionId !== null && !told.has(decisionId);
      return isNews && view.change.origin !== 'held-write' ? [{ view, hunk, decisionId }] : [];
    }),
  );
}

/** All unsent feedback as a prompt; null if there is none. */
export async function feedbackText(session: SessionId): Promise<string | null> {
  const { comments } = reviewStore(session).getState();
  return composeFeedback({
    comments,
    refusals: await Promise.all(untold(session).map((one) => refusalOf(session, one))),
    isReverted: sessionSummary(session)?.isolation !== undefined,
  });
}

/** Sends all comments and rejections as one prompt, in the user's own words if given. */
export async function sendFeedback(session: SessionId, words?: string): Promise<void> {
  const refused = untold(session);
  const text = words ?? (await feedbackText(session));
  if (text === null) return;
  await sendPrompt(session, text);
  settleFeedback(session, refused.map(decisionOf));
  showToast({ title: 'Sent to the agent' });
}

/** Marks rejections that the user does not want to send. */
export function keepFromAgent(session: SessionId): void {
  settleFeedback(session, untold(session).map(decisionOf));
}

function untold(session: SessionId): readonly Refused[] {
  const { told } = reviewStore(session).getState();
  return untoldRefusals(sessionChanges(session)?.changes ?? [], told);
}

function decisionOf({ decisionId }: Refused): DecisionId {
  return decisionId;
}

async function refusalOf(session: SessionId, { view, hunk }: Refused): Promise<RejectedHunk> {
  const { path, changeId } = view.change;
  if (hunk.hunk.type !== 'text') return { path, hunk: hunk.hunk, lines: [] };
  const texts = await loadTexts(session, changeId);
  const { baseStart, baseCount, proposedStart, proposedCount } = hunk.hunk;
  const lines =
    proposedCount > 0
      ? splitLines(texts.proposed ?? '').slice(proposedStart, proposedStart + proposedCount)
      : splitLines(texts.base ?? '').slice(baseStart, baseStart + baseCount);
  return { path, hunk: hunk.hunk, lines };
}
