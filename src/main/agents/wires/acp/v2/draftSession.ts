import type { ConnectionClient } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import { isRecord, type JsonRecord } from '../../json';
import type { SessionTable } from '../../rpc/sessionTable';
import { AcpSession, type Route } from '../acpSession';
import type { SessionTranslator } from '../translate/sessionTranslator';
import type { DraftTurn } from './draftTurn';
import { DraftTranslator } from './translate/draftTranslator';
import { activityFrom } from './translate/turnState';

/** One session of an agent that speaks version 2. */
export class DraftSession extends AcpSession<DraftTranslator> {
  /** The running prompt. */
  turn: DraftTurn | null = null;
  private isReplaying = false;

  constructor(
    id: AgentSessionId,
    client: ConnectionClient,
    ids: IdSource,
    sessions: SessionTable<Route<DraftSession>>,
  ) {
    super(id, client, new DraftTranslator(ids, id), sessions);
  }

  override open(answer: JsonRecord): void {
    super.open(answer);
    this.isReplaying = false;
  }

  /** Called when the agent replays the history from the beginning, with the user's messages. */
  beginReplay(): void {
    this.isReplaying = true;
  }

  override hear(update: unknown): void {
    if (isState(update)) this.hearState(update);
    else if (!this.isEcho(update)) super.hear(update);
  }

  /** The parent session reports a subagent's activity. */
  protected override hearChild(translator: SessionTranslator, update: unknown): void {
    if (isRecord(update) && !isState(update)) super.hearChild(translator, update);
  }

  private hearState(update: JsonRecord): void {
    const activity = activityFrom(update, this.turn?.isCancelled ?? false);
    if (activity === null) {
      super.hear(update);
      return;
    }
    if (activity.type === 'idle') this.deliver(this.translator.settle());
    this.turn?.hear(activity);
  }

  /** Whether the update repeats the user's own text of this turn, which is in the log already. */
  private isEcho(update: unknown): boolean {
    if (!isRecord(update) || this.isReplaying || this.turn === null) return false;
    const { sessionUpdate } = update;
    return sessionUpdate === 'user_message' || sessionUpdate === 'user_message_chunk';
  }
}

function isState(update: unknown): update is JsonRecord {
  return isRecord(update) && update.sessionUpdate === 'state_update';
}
