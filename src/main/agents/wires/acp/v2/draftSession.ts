import type { ConnectionClient } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { isRecord, type JsonRecord } from '../../json';
import type { WireSession } from '../../rpc/sessionTable';
import { SessionFeed } from '../../sessionFeed';
import { unknownStopReason } from '../../stopReason';
import { CHILD_SESSIONS } from '../limits';
import { invalidUpdate } from '../translate/invalidUpdate';
import type { DraftTurn } from './draftTurn';
import { DraftTranslator } from './translate/draftTranslator';
import { activityFrom } from './translate/turnState';

/** Where the traffic under one id goes: a subagent's goes to the session that it works for. */
export interface DraftRoute extends WireSession {
  readonly feed: DraftSession;
  readonly translator: DraftTranslator;
}

/** One session of an agent that speaks version 2. */
export class DraftSession extends SessionFeed implements DraftRoute {
  readonly translator: DraftTranslator;
  readonly children = new Set<AgentSessionId>();
  /** The prompt that is under way. */
  turn: DraftTurn | null = null;
  private settings: readonly SessionEvent[] = [];
  private isReplaying = false;

  constructor(
    id: AgentSessionId,
    private readonly answering: ConnectionClient,
    ids: IdSource,
    /** Makes room for the traffic of a session that this one started; false if it is known. */
    private readonly admitChild: (route: DraftRoute) => boolean,
  ) {
    super(id, answering);
    this.translator = new DraftTranslator(ids, id);
  }

  get feed(): DraftSession {
    return this;
  }

  /** Takes in the answer that opened the session, before anything that was sent after it. */
  open(answer: JsonRecord): void {
    this.settings = this.translator.open(answer);
    this.isReplaying = false;
  }

  /** The history is told from the beginning, with what the user said. */
  beginReplay(): void {
    this.isReplaying = true;
  }

  /** What the answer said, then what the agent sent before it or right after it. */
  takeOpening(): readonly SessionEvent[] {
    const events = [...this.settings, ...this.takeHeld()];
    this.settings = [];
    return events;
  }

  hear(update: unknown): void {
    if (!isRecord(update)) {
      this.deliver([invalidUpdate('session/update', 'update must be an object')]);
      return;
    }
    if (update.sessionUpdate === 'state_update') this.hearState(update);
    else if (!this.isEcho(update)) this.hearFrom(this.translator, update);
  }

  private hearState(update: JsonRecord): void {
    const activity = activityFrom(update, this.turn?.isCancelled ?? false);
    if (activity === null) return;
    if (activity.type === 'idle') {
      this.deliver(this.translator.settle());
      if (activity.unknownReason !== null) {
        this.answering.report(unknownStopReason('session/update', activity.unknownReason));
      }
    }
    this.turn?.hear(activity);
  }

  /** What the user says in a turn is in the log before the agent repeats it. */
  private isEcho({ sessionUpdate }: JsonRecord): boolean {
    const isUsers = sessionUpdate === 'user_message' || sessionUpdate === 'user_message_chunk';
    return isUsers && !this.isReplaying && this.turn !== null;
  }

  private hearFrom(translator: DraftTranslator, update: JsonRecord): void {
    const heard = translator.translate(update);
    this.deliver(heard);
    for (const item of heard) {
      if (item.type === 'subagent.updated') this.welcome(item.subagent);
    }
  }

  private welcome(child: AgentSessionId): void {
    if (this.children.has(child) || this.children.size >= CHILD_SESSIONS) return;
    const translator = this.translator.forSubagent(this.id, child);
    const hear = (update: unknown) => {
      if (!isRecord(update) || update.sessionUpdate === 'state_update') return;
      this.hearFrom(translator, update);
    };
    if (this.admitChild({ id: child, feed: this, translator, hear })) this.children.add(child);
  }
}
