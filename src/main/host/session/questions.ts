import type { PermissionAsk } from '#main/agents/connection';
import { onUnexpectedError } from '#main/base/unexpected';
import { OPEN_QUESTIONS } from '#main/host/limits';
import type { IdSource, RequestId, ToolCallId } from '#shared/ids';
import type { Judgement } from '#shared/permissions/judge';
import { entryId } from '#shared/session/entries';
import { type AskedFacts, changedFacts, noFacts } from '#shared/session/request/askedFacts';
import type {
  AnsweredBy,
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOption,
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
    /** What the user's rules say about a request; without it everything is asked. */
    private readonly rules?: { judge(asked: AskedFacts): Promise<Judgement> },
  ) {}

  /** `onAsked` gets the id under which the question can be answered from elsewhere. */
  async permission(
    ask: PermissionAsk,
    signal: AbortSignal,
    onAsked?: (requestId: RequestId) => void,
  ): Promise<PermissionOutcome> {
    if (this.mayNotAsk(signal)) return cancelled;
    const toolCallId = ask.toolCallId as ToolCallId | null;
    // Some agents report a tool call here for the first time.
    if (toolCallId !== null) {
      this.recorder.record({ type: 'tool.updated', toolCallId, ...ask.tool });
    }
    const ruled = this.rules && (await this.ruledAnswer(ask, this.rules));
    if (ruled === 'gone' || this.mayNotAsk(signal)) return cancelled;
    const requestId = this.ids.mint('request');
    const asked = {
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
    } as const;
    const answer = this.pending.permission(requestId);
    this.cancelOn(signal, requestId, 'permission');
    if (ruled) {
      this.recorder.record(asked, { type: 'permission.answered', requestId, ...ruled });
      // I3: the answer is on the disk before the agent has it; the turn may be stopped until then.
      const settle = () => this.pending.settle(requestId, ruled.outcome);
      this.recorder.saved().then(settle, onUnexpectedError);
    } else {
      this.recorder.record(asked);
      onAsked?.(requestId);
    }
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

  /** Answers what is open and the rules, which have changed, decide by now. */
  async judgeAgain(): Promise<void> {
    for (const id of this.recorder.state.head.openRequests) {
      const entry = this.recorder.state.entries.get(id);
      if (entry?.kind !== 'permission' || entry.change || !entry.question.asked) continue;
      const { asked, options } = entry.question;
      const judgement = await this.rules?.judge(asked);
      const outcome = judgement && outcomeOf(judgement, options);
      const now = this.recorder.state.entries.get(id);
      const isOpen = now?.kind === 'permission' && now.answer === null && !now.change;
      if (!judgement || !outcome || !isOpen) continue;
      const { requestId } = entry;
      const by = { by: 'policy', rules: judgement.by } as const;
      this.recorder.record({ type: 'permission.answered', requestId, outcome, ...by });
      await this.recorder.saved();
      this.pending.settle(requestId, outcome);
    }
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

  /** The answer of the rules; undefined: the user is asked. `gone`: its turn has ended meanwhile. */
  private async ruledAnswer(ask: PermissionAsk, rules: NonNullable<Questions['rules']>) {
    const { turn } = this.recorder.state.head;
    const facts = this.factsOf(ask);
    const judgement = await rules.judge(facts);
    if (turn !== null && this.recorder.state.head.turn?.turnId !== turn.turnId) return 'gone';
    // The facts that were judged must be those that are shown: the agent may have changed them in the meantime.
    const isSame = JSON.stringify(facts) === JSON.stringify(this.factsOf(ask));
    const outcome = isSame ? outcomeOf(judgement, ask.options) : null;
    return outcome ? ({ outcome, by: 'policy', rules: judgement.by } as const) : undefined;
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

/**
 * The option that says what the rules say, for this one time: what the agent remembers by itself no rule
 * could take back. Null: the user is asked, also where the agent offers no such option.
 */
function outcomeOf(
  { effect }: Judgement,
  options: readonly PermissionOption[],
): PermissionOutcome | null {
  if (effect === 'ask') return null;
  const kinds =
    effect === 'allow' ? (['allow_once'] as const) : (['reject_once', 'reject_always'] as const);
  for (const wanted of kinds) {
    const option = options.find(({ kind }) => kind === wanted);
    if (option) return { type: 'selected', optionId: option.id };
  }
  return null;
}
