import type { DecisionId, SessionId } from '#shared/ids';
import { useSessionChanges } from '../../../state/sessionChanges';
import { settleFeedback } from './comments';
import { feedbackText, untoldRefusals } from './feedback';
import { useReview } from './reviewStore';

interface FeedbackNote {
  /** In a few words. */
  readonly summary: string;
  text(): Promise<string | null>;
  /** The agent has it. */
  settle(): void;
}

/** What the agent has not heard of yet, to go with whatever it is told next; null if that is nothing. */
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
