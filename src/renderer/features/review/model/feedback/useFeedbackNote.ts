import type { DecisionId, SessionId } from '#shared/ids';
import { useReview } from '#window/features/review/model/reviewStore';
import { useSessionChanges } from '#window/state/session/sessionChanges';
import { settleFeedback } from './comments';
import { feedbackText, untoldRefusals } from './feedback';

interface FeedbackNote {
  /** A short summary. */
  readonly summary: string;
  text(): Promise<string | null>;
  /** Called when the agent has the note. */
  settle(): void;
}

/** Unsent feedback, to be sent with the next prompt; null if there is none. */
export function useFeedbackNote(sessionId: SessionId): FeedbackNote | null {
  const comments = useReview(sessionId, (state) => state.comments);
  const told = useReview(sessionId, (state) => state.told);
  const changes = useSessionChanges(sessionId)?.changes ?? [];
  const refused = untoldRefusals(changes, told);
  if (comments.length === 0 && refused.length === 0) return null;
  const decisions: readonly DecisionId[] = refused.map(({ decisionId }) => decisionId);
  return {
    summary: feedbackSummary(comments.length, refused.length),
    text: () => feedbackText(sessionId),
    settle: () => settleFeedback(sessionId, decisions),
  };
}

export function feedbackSummary(comments: number, refused: number): string {
  const parts = [
    comments > 0 && (comments === 1 ? '1 comment' : `${comments} comments`),
    refused > 0 && (refused === 1 ? '1 rejected hunk' : `${refused} rejected hunks`),
  ].filter(Boolean);
  return parts.join(' and ');
}
