import type { PermissionAsk, TurnResult } from '#main/agents/connection';
import type { MessageId, RequestId, SessionId, ToolCallId, TurnId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { Entry, EntryKind } from '#shared/session/entries';
import { EVENT_VERSION, type SessionEvent } from '#shared/session/events';
import { apply, createState } from '#shared/session/fold';
import type { PermissionOutcome } from '#shared/session/request/requests';
import type { SessionState } from '#shared/session/state';

export interface Failure {
  readonly method: string;
  readonly code: string;
  readonly message: string;
}

/** Folds the events of a replayed recording, with the turns and answers that the host would add. */
export class TranscriptFold {
  /** One state per opened conversation; a loaded one begins from scratch. */
  readonly states: SessionState[] = [];
  private count = 0;

  /** `heard` is the list in which the client puts events; folding empties it. */
  constructor(private readonly heard: SessionEvent[]) {}

  begin(): void {
    this.drain();
    this.states.push(createState('ses_replayed' as SessionId));
  }

  drain(): void {
    for (const event of this.heard.splice(0)) this.apply(event);
  }

  /** Folds the events that were received before, and then these. */
  take(events: readonly SessionEvent[]): void {
    this.drain();
    for (const event of events) this.apply(event);
  }

  async turn(content: readonly ContentBlock[], prompt: () => Promise<TurnResult>): Promise<void> {
    const turnId = `trn_${++this.count}` as string as TurnId;
    const messageId = `msg_of_turn_${this.count}` as string as MessageId;
    this.apply({ type: 'turn.started', turnId, messageId, content });
    try {
      const { reason } = await prompt();
      this.take([{ type: 'turn.ended', turnId, reason }]);
    } catch (error) {
      this.take([{ type: 'turn.ended', turnId, reason: 'failed' }]);
      throw error;
    }
  }

  /** Adds events as the host does: the call, the question, the answer. */
  async permission(ask: PermissionAsk, outcome: PermissionOutcome): Promise<PermissionOutcome> {
    const toolCallId = ask.toolCallId as ToolCallId | null;
    const requestId = `req_${++this.count}` as string as RequestId;
    const { title, options } = ask;
    this.drain();
    if (toolCallId) this.apply({ type: 'tool.updated', toolCallId, ...ask.tool });
    this.apply({ type: 'permission.asked', requestId, question: { toolCallId, title, options } });
    this.apply({ type: 'permission.answered', requestId, outcome, by: 'user' });
    return outcome;
  }

  private apply(event: SessionEvent): void {
    const state = this.states.at(-1);
    if (!state) throw new Error(`${event.type} came before there was a session.`);
    const seq = state.head.seq + 1;
    apply(state, { ...event, v: EVENT_VERSION, seq, at: seq });
  }
}

/** The result of a recording, short enough to be written down and read. */
export function factsOf(state: SessionState) {
  const { head } = state;
  return {
    ends: entriesOf(state, 'turn-end').map(({ reason }) => reason),
    tools: entriesOf(state, 'tool').map(({ title, status }) => `${title}: ${status}`),
    questions: entriesOf(state, 'permission').length,
    notices: entriesOf(state, 'notice').length,
    title: head.title,
    modes: head.modes?.current ?? null,
    options: head.options.map(({ id, value }) => `${id}=${value}`).join(' '),
    says: lastWords(state),
  };
}

export function entriesOf<K extends EntryKind>(
  state: SessionState,
  kind: K,
): readonly Extract<Entry, { kind: K }>[] {
  return [...state.entries.values()].filter(
    (entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind,
  );
}

function lastWords(state: SessionState): string {
  const last = entriesOf(state, 'message').findLast(({ role }) => role === 'agent');
  return (last?.blocks ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('');
}
