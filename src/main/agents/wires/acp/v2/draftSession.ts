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
  /** The prompt that is under way. */
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

  /** The history is replayed from the beginning, with the user's messages. */
  beginReplay(): void {
    this.isReplaying = true;
  }

  override hear(update: unknown): void {
    if (isState(update)) this.hearState(update);
    else if (!this.isEcho(update)) super.hear(update);
  }

  /** A subagent's activity is reported by the session that it works for. */
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

  /** The user's text of a turn is in the log before the agent repeats it. */
  private isEcho(update: unknown): boolean {
    if (!isRecord(update) || this.isReplaying || this.turn === null) return false;
    const { sessionUpdate } = update;
    return sessionUpdate === 'user_message' || sessionUpdate === 'user_message_chunk';
  }
}

function isState(update: unknown): update is JsonRecord {
  return isRecord(update) && update.sessionUpdate === 'state_update';
}
