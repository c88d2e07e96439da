import type { PermissionAsk } from '#main/agents/connection';
import type { AskingParts, Questions } from '#main/host/session/questions';
import type { RequestId, ToolCallId } from '#shared/ids';
import type { PermissionOption, PermissionOutcome } from '#shared/session/request/requests';
import { type CallFacts, plannedEdits } from './plannedEdits';
import type { Workplace } from './workplace';

interface AskParts {
  readonly questions: Questions;
  readonly reviewEdits: Workplace['reviewEdits'];
}

/** A request, with the facts known about its tool call when it was made. */
export interface MadeAsk extends Pick<AskingParts, 'noted' | 'found'> {
  readonly ask: PermissionAsk;
  readonly told: CallFacts | undefined;
}

/**
 * Asks the user for permission. If an edit can be judged hunk by hunk, the user can answer in both
 * ways, and the first complete answer counts.
 */
export async function askForEdits(
  { ask, told, ...asking }: MadeAsk,
  signal: AbortSignal,
  { questions, reviewEdits }: AskParts,
): Promise<PermissionOutcome> {
  const { found } = asking;
  const edits = plannedEdits({ ...ask.tool, ...(found && { content: found }) }, told);
  const allow = optionOf(ask, ['allow_once']);
  const refuse = optionOf(ask, ['reject_once', 'reject_always']);
  if (reviewEdits === undefined || edits.length === 0 || !allow || !refuse) {
    return questions.permission(ask, signal, asking);
  }
  const review = reviewEdits(edits, ask.toolCallId as ToolCallId | null);
  const decideBy = (requestId: RequestId) =>
    void review.decision.then((verdict) => {
      if (verdict !== null) questions.answer(requestId, (verdict === 'accept' ? allow : refuse).id);
    });
  const outcome = await questions.permission(ask, signal, { ...asking, onAsked: decideBy });
  // I3: the decision is recorded before the agent acts on it.
  await review.settle(verdictOf(outcome, ask.options));
  return outcome;
}

function verdictOf(
  outcome: PermissionOutcome,
  options: readonly PermissionOption[],
): 'accept' | 'reject' | null {
  if (outcome.type === 'cancelled') return null;
  const kind = options.find(({ id }) => id === outcome.optionId)?.kind;
  return kind === 'allow_once' || kind === 'allow_always' ? 'accept' : 'reject';
}

function optionOf(
  { options }: PermissionAsk,
  kinds: readonly PermissionOption['kind'][],
): PermissionOption | undefined {
  return options.find(({ kind }) => kinds.includes(kind));
}
