import type { PermissionAsk } from '#main/agents/connection';
import { OPEN_QUESTIONS } from '#main/host/limits';
import type { IdSource, RequestId, ToolCallId } from '#shared/ids';
import { entryId } from '#shared/session/entries';
import { type AskedFacts, changedFacts, noFacts } from '#shared/session/request/askedFacts';
import type {
  AnsweredBy,
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOutcome,
} from '#shared/session/request/requests';
import { PendingAnswers } from './pendingAnswers';
import type { SessionRecorder } from './recorder';

const cancelled = { type: 'cancelled' } as const;

/** An agent's questions to the user: logged, answered once, cancelled with their turn. */
export class Questions {
  private readonly pending = new PendingAnswers();

  constructor(
    private readonly recorder: SessionRecorder,
    private readonly ids: IdSource,
  ) {}

  /** `onAsked` gets the id under which the question can be answered from elsewhere. */
  async permission(
    ask: PermissionAsk,
    signal: AbortSignal,
    onAsked?: (requestId: RequestId) => void,
  ): Promise<PermissionOutcome> {
    if (this.mayNotAsk(signal)) return cancelled;
    const requestId = this.ids.mint('request');
    const toolCallId = ask.toolCallId as ToolCallId | null;
    const answer = this.pending.permission(requestId);
    // Some agents report a tool call here for the first time.
    if (toolCallId !== null) {
      this.recorder.record({ type: 'tool.updated', toolCallId, ...ask.tool });
    }
    this.recorder.record({
      type: 'permission.asked',
      requestId,
      question: {
        toolCallId,
        title: ask.title,
        options: ask.options,
        ...(ask.description === undefined ? {} : { description: ask.description }),
        asked: this.factsOf(ask),
        ...(ask.asker === undefined ? {} : { asker: ask.asker }),
      },
    });
    this.cancelOn(signal, requestId, 'permission');
    onAsked?.(requestId);
    return answer;
  }

  async elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationOutcome> {
    if (this.mayNotAsk(signal)) return cancelled;
    const requestId = this.ids.mint('request');
    const answer = this.pending.elicitation(requestId);
    this.recorder.record({ type: 'elicitation.asked', requestId, question });
    this.cancelOn(signal, requestId, 'elicitation');
    return answer;
  }

  /** The user said it in another place than the question's own. I7: the first answer counts. */
  answer(requestId: RequestId, optionId: string): void {
    const { head, entries } = this.recorder.state;
    const id = entryId('permission', requestId);
    const entry = entries.get(id);
    if (!head.openRequests.includes(id) || entry?.kind !== 'permission') return;
    // A decision made elsewhere applies to the original request: changes to it are shown by the
    // question itself.
    if (entry.change !== undefined) return;
    const outcome = { type: 'selected', optionId } as const;
    this.recorder.record({ type: 'permission.answered', requestId, outcome, by: 'user' });
    this.pending.settle(requestId, outcome);
  }

  settle(requestId: RequestId, outcome: PermissionOutcome | ElicitationOutcome): void {
    this.pending.settle(requestId, outcome);
  }

  /** I6: a question does not outlive its turn or its process. */
  cancelAll(by: AnsweredBy): void {
    for (const id of this.recorder.state.head.openRequests) {
      const entry = this.recorder.state.entries.get(id);
      if (entry?.kind === 'permission' || entry?.kind === 'elicitation') {
        this.cancel(entry.requestId, entry.kind, by);
      }
    }
    // Answers that still wait for the disk are dropped.
    this.pending.settleAll(cancelled);
  }

  /** The call as a whole, of which the request itself may only tell a part. */
  private factsOf({ toolCallId, tool }: PermissionAsk): AskedFacts {
    const known =
      toolCallId === null
        ? undefined
        : this.recorder.state.entries.get(entryId('tool', toolCallId));
    if (known?.kind !== 'tool') return changedFacts(noFacts, tool);
    const { title, name, toolKind, content, locations, input } = known;
    return { title, name, toolKind, content, locations, input };
  }

  private cancelOn(
    signal: AbortSignal,
    requestId: RequestId,
    kind: 'permission' | 'elicitation',
  ): void {
    signal.addEventListener('abort', () => this.cancel(requestId, kind, 'agent'), { once: true });
  }

  private cancel(requestId: RequestId, kind: 'permission' | 'elicitation', by: AnsweredBy): void {
    if (this.recorder.state.head.openRequests.includes(entryId(kind, requestId))) {
      this.recorder.record(
        kind === 'permission'
          ? { type: 'permission.answered', requestId, outcome: cancelled, by }
          : { type: 'elicitation.answered', requestId, outcome: cancelled, by },
      );
    }
    this.pending.settle(requestId, cancelled);
  }

  private mayNotAsk(signal: AbortSignal): boolean {
    const { turn, openRequests } = this.recorder.state.head;
    return signal.aborted || turn?.cancelling === true || openRequests.length >= OPEN_QUESTIONS;
  }
}
