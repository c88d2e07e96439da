import type { PermissionAsk } from '#main/agents/connection';
import { onUnexpectedError } from '#main/base/unexpected';
import { FORM_CHARACTERS, OPEN_QUESTIONS } from '#main/host/limits';
import type { IdSource, NoteId, RequestId, ToolCallId, TurnId } from '#shared/ids';
import type { Judgement } from '#shared/permissions/judge';
import type { ToolContent } from '#shared/session/content';
import { entryId } from '#shared/session/entries';
import type { SessionEvent, ToolFields } from '#shared/session/events';
import { type AskedFacts, changedFacts, noFacts } from '#shared/session/request/askedFacts';
import type {
  AnsweredBy,
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOption,
  PermissionOutcome,
} from '#shared/session/request/requests';
import { charactersIn } from '#shared/text/charactersIn';
import { boundEvent } from './eventBounds';
import { PendingAnswers } from './pendingAnswers';
import type { SessionRecorder } from './sessionRecorder';

const cancelled = { type: 'cancelled' } as const;

/** Posted once, however often the agent sends such questions. */
const tooLong: SessionEvent = {
  type: 'notice.posted',
  noteId: 'question-too-long' as NoteId,
  severity: 'warning',
  title: 'The agent asked a question that is too long to show. It was answered as cancelled.',
};

/** A request at the moment at which the agent made it. */
export interface NotedAsk {
  readonly facts: AskedFacts;
  readonly turnId: TurnId | null;
}

export interface AskingParts {
  /** The note from when the agent asked, for an earlier question; null if nothing may be asked. */
  readonly noted?: NotedAsk | null;
  /** Our own findings about what the request would change. */
  readonly found?: readonly ToolContent[] | undefined;
  /** Called with the id under which the question can be answered from elsewhere. */
  readonly onAsked?: (requestId: RequestId) => void;
}

/** An agent's questions to the user: logged, answered once, and cancelled with their turn. */
export class Questions {
  private readonly pending = new PendingAnswers();
  private turnEnd = new AbortController();

  constructor(
    private readonly recorder: SessionRecorder,
    private readonly ids: IdSource,
    /** Judges a request by the user's rules; without it every request is asked. */
    private readonly rules?: { judge(asked: AskedFacts): Promise<Judgement> },
  ) {}

  /** I6: aborts when the current turn ends. Requests made in it are then no longer asked. */
  untilTurnEnds(): AbortSignal {
    return this.turnEnd.signal;
  }

  /**
   * Called as soon as the agent asks: the question is about the tool call's current state. Later
   * updates by the agent are changes, even before the question is on the screen. Null if nothing
   * may be asked.
   */
  note(ask: PermissionAsk, signal: AbortSignal): NotedAsk | null {
    if (this.mayNotAsk(signal)) return null;
    const toolCallId = ask.toolCallId as ToolCallId | null;
    // Some agents first report a tool call here.
    if (toolCallId !== null) {
      this.recorder.record({ type: 'tool.updated', toolCallId, ...ask.tool });
    }
    return { facts: this.factsOf(ask), turnId: this.turnId };
  }

  async permission(
    ask: PermissionAsk,
    signal: AbortSignal,
    { noted = this.note(ask, signal), found, onAsked }: AskingParts = {},
  ): Promise<PermissionOutcome> {
    if (noted === null || this.isGone(noted, signal)) return cancelled;
    const { asked: facts, known } = this.withFound(ask, noted.facts, found);
    const judgement = this.rules && (await this.rules.judge(facts));
    if (this.isGone(noted, signal)) return cancelled;
    const changes = this.changesSince(known, ask);
    // The judged facts must be the shown ones, which the agent may have changed in the meantime.
    const outcome = judgement && changes.length === 0 ? outcomeOf(judgement, ask.options) : null;
    const requestId = this.ids.mint('request');
    const asked = {
      type: 'permission.asked',
      requestId,
      question: {
        toolCallId: ask.toolCallId as ToolCallId | null,
        title: ask.title,
        options: ask.options,
        ...(ask.description === undefined ? {} : { description: ask.description }),
        asked: facts,
        ...(ask.asker === undefined ? {} : { asker: ask.asker }),
      },
    } as const;
    const answer = this.pending.permission(requestId);
    this.cancelOn(signal, requestId, 'permission', answer);
    if (judgement && outcome) {
      const ruled = { outcome, by: 'policy', rules: judgement.by } as const;
      this.recorder.record(asked, { type: 'permission.answered', requestId, ...ruled });
      this.settleOnceSaved(requestId, outcome);
    } else {
      this.recorder.record(asked, ...changes);
      onAsked?.(requestId);
    }
    return answer;
  }

  async elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationOutcome> {
    if (this.mayNotAsk(signal)) return cancelled;
    if (charactersIn(question.body) > FORM_CHARACTERS) {
      this.recorder.record(tooLong);
      return cancelled;
    }
    const requestId = this.ids.mint('request');
    const answer = this.pending.elicitation(requestId);
    this.recorder.record({ type: 'elicitation.asked', requestId, question });
    this.cancelOn(signal, requestId, 'elicitation', answer);
    return answer;
  }

  /** Answers a question from elsewhere in the app. I7: the first answer counts. */
  answer(requestId: RequestId, optionId: string): void {
    const { head, entries } = this.recorder.state;
    const id = entryId('permission', requestId);
    const entry = entries.get(id);
    if (!head.openRequests.includes(id) || entry?.kind !== 'permission') return;
    // An answer given elsewhere applies to the original request; the question itself shows changes
    // to it.
    if (entry.change !== undefined) return;
    const outcome = { type: 'selected', optionId } as const;
    this.recorder.record({ type: 'permission.answered', requestId, outcome, by: 'user' });
    this.settleOnceSaved(requestId, outcome);
  }

  /** Answers open questions that the changed rules now decide. */
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
      this.settleOnceSaved(requestId, outcome);
    }
  }

  /** I3: the answer is on disk before the agent gets it; until then the turn may be stopped. */
  private settleOnceSaved(requestId: RequestId, outcome: PermissionOutcome): void {
    const settle = () => {
      // A session that is being closed no longer waits for its disk.
      this.pending.settle(requestId, this.recorder.isDisposed ? cancelled : outcome);
    };
    this.recorder.saved().then(settle, onUnexpectedError);
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
    this.turnEnd.abort();
    this.turnEnd = new AbortController();
  }

  /**
   * The request with our findings, and the call's resulting state. A call that the agent has
   * changed in the meantime stays unchanged.
   */
  private withFound(
    ask: PermissionAsk,
    noted: AskedFacts,
    found: AskingParts['found'],
  ): { readonly asked: AskedFacts; readonly known: AskedFacts } {
    if (found === undefined) return { asked: noted, known: noted };
    const toolCallId = ask.toolCallId as ToolCallId | null;
    if (toolCallId === null || this.changesSince(noted, ask).length > 0) {
      return { asked: { ...noted, content: found }, known: noted };
    }
    this.recorder.record({ type: 'tool.updated', toolCallId, content: found });
    const known = this.factsOf(ask);
    return { asked: known, known };
  }

  /** The agent's later updates of the call, to be sent again after the question. */
  private changesSince(known: AskedFacts, ask: PermissionAsk): readonly SessionEvent[] {
    const toolCallId = ask.toolCallId as ToolCallId | null;
    const now = this.factsOf(ask);
    if (toolCallId === null || JSON.stringify(now) === JSON.stringify(known)) return [];
    const { toolKind: kind, ...facts } = now;
    return [{ type: 'tool.updated', toolCallId, kind, ...facts }];
  }

  /** I6: whether its turn has ended or the agent withdrew it. */
  isGone(noted: NotedAsk | null, signal: AbortSignal): boolean {
    if (noted === null || this.mayNotAsk(signal)) return true;
    const { turnId } = noted;
    return turnId !== null && this.turnId !== turnId;
  }

  private get turnId(): TurnId | null {
    return this.recorder.state.head.turn?.turnId ?? null;
  }

  /** The whole call, of which the request itself may contain only a part. */
  private factsOf({ toolCallId, tool }: PermissionAsk): AskedFacts {
    const known =
      toolCallId === null
        ? undefined
        : this.recorder.state.entries.get(entryId('tool', toolCallId));
    if (known?.kind !== 'tool') return changedFacts(noFacts, boundFields(tool));
    const { title, name, toolKind, content, locations, input } = known;
    return { title, name, toolKind, content, locations, input };
  }

  private cancelOn(
    signal: AbortSignal,
    requestId: RequestId,
    kind: 'permission' | 'elicitation',
    answer: Promise<unknown>,
  ): void {
    const cancel = () => this.cancel(requestId, kind, 'agent');
    signal.addEventListener('abort', cancel, { once: true });
    // Remove the listener, because the signal may belong to a whole turn with many questions.
    void answer.then(() => signal.removeEventListener('abort', cancel));
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
    const isStopped = signal.aborted || turn?.cancelling === true;
    return isStopped || this.recorder.isFull || openRequests.length >= OPEN_QUESTIONS;
  }
}

/** Limits the fields of a call without its own entry, which is kept with the question. */
function boundFields(tool: ToolFields): ToolFields {
  const { event } = boundEvent({ type: 'tool.updated', toolCallId: '' as ToolCallId, ...tool });
  return event as ToolFields;
}

/**
 * The option that matches the rules' judgement, for this one time: a rule could not undo what the
 * agent remembers itself. Null if the user is asked, also because the agent offers no such option.
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
