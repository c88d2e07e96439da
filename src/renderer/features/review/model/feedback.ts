import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import { splitLines } from '#shared/airlock/lines';
import type { DecisionId, SessionId } from '#shared/ids';
import { sendPrompt } from '../../../state/sessionActions';
import { sessionChanges } from '../../../state/sessionChanges';
import { sessionSummary } from '../../../state/sessionsStore';
import { showToast } from '../../../ui/toasts';
import { loadTexts } from './changeTexts';
import { settleFeedback } from './comments';
import { composeFeedback, type Refusal } from './composeFeedback';
import { reviewStore } from './reviewStore';

interface Refused {
  readonly view: ChangeView;
  readonly hunk: HunkView;
  readonly decisionId: DecisionId;
}

/** Hunks that were rejected and that the agent has not heard of. One that waited for its write has. */
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

/** Everything that the agent has not heard of, as the prompt that would tell it; null if there is nothing. */
export async function feedbackText(session: SessionId): Promise<string | null> {
  const { comments } = reviewStore(session).getState();
  return composeFeedback({
    comments,
    refusals: await Promise.all(untold(session).map((one) => refusalOf(session, one))),
    isReverted: sessionSummary(session)?.isolation !== undefined,
  });
}

/** Sends all comments and refusals as one prompt, in words of the user's own if they have any. */
export async function sendFeedback(session: SessionId, words?: string): Promise<void> {
  const refused = untold(session);
  const text = words ?? (await feedbackText(session));
  if (text === null) return;
  await sendPrompt(session, text);
  settleFeedback(session, refused.map(decisionOf));
  showToast({ title: 'Sent to the agent' });
}

/** The user does not want the agent to hear of them. */
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

async function refusalOf(session: SessionId, { view, hunk }: Refused): Promise<Refusal> {
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
