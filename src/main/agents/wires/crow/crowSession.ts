import type { ConnectionClient, PermissionAsk } from '#main/agents/connection';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AgentSessionId, IdSource } from '#shared/ids';
import { isEnded } from '#shared/session/reduceHead';
import { charactersIn } from '#shared/text/charactersIn';
import { identifier, isRecord, type JsonRecord } from '../json';
import { REQUEST_BYTES } from '../limits';
import type { WireSession } from '../rpc/sessionTable';
import { SessionFeed } from '../sessionFeed';
import { CrowTranslator } from './translate/crowTranslator';
import { refusalAmong } from './translate/permissions';

/** Sends the decision about a tool call; null if no option refuses it. */
export type SendDecision = (
  session: AgentSessionId,
  toolCallId: string | null,
  optionId: string | null,
) => void;

/** One session of the agent, with its open permission requests. */
export class CrowSession extends SessionFeed implements WireSession {
  private readonly translator: CrowTranslator;
  private readonly questions = new Map<AbortController, string | null>();
  /**
   * The length of the open questions. They are not requests, so nothing else slows the agent down.
   */
  private openCharacters = 0;
  private isLoading = false;
  private turns = 0;

  constructor(
    id: AgentSessionId,
    private readonly answering: ConnectionClient,
    private readonly sendDecision: SendDecision,
    ids: IdSource,
  ) {
    super(id, answering);
    this.translator = new CrowTranslator(ids);
  }

  get isWorking(): boolean {
    return this.turns > 0;
  }

  hear(update: unknown): void {
    if (isRecord(update) && update['@type'] === 'permission_request') {
      // A permission request in a replayed history was answered when it was first sent.
      if (!this.isLoading) this.question(update);
      return;
    }
    const heard = this.translator.translate(update);
    for (const item of heard) {
      const isOver = item.type === 'tool.updated' && item.status && isEnded(item.status);
      if (isOver && isRecord(update)) this.withdraw(identifier(update.tool_call_id));
    }
    this.deliver(heard);
  }

  keepUnknown(method: string, params: unknown): void {
    this.deliver([this.translator.keepUnknown(method, params)]);
  }

  /** Called before a replay: updates from now on repeat the history. */
  beginLoading(): void {
    this.isLoading = true;
  }

  /** Called when the answer has been read: later updates are new. */
  endLoading(): void {
    this.isLoading = false;
    this.translator.beginTurn();
  }

  /** Runs a turn, which lasts until the promise from `run` settles; its questions end with it. */
  async inTurn<T>(run: () => Promise<T>): Promise<T> {
    this.translator.beginTurn();
    this.flush();
    this.turns++;
    try {
      return await run();
    } finally {
      this.turns--;
      this.withdrawAll();
    }
  }

  withdrawAll(): void {
    for (const controller of this.questions.keys()) controller.abort();
    this.questions.clear();
  }

  private question(update: JsonRecord): void {
    const ask = this.translator.permission(update);
    if (typeof ask === 'string') {
      this.deliver([this.translator.keepUnknown(`permission_request: ${ask}`, update)]);
      return;
    }
    this.ask(ask, identifier(update.tool_call_id)).catch(onUnexpectedError);
  }

  private async ask(ask: PermissionAsk, toolCallId: string | null): Promise<void> {
    const characters = charactersIn(ask);
    if (this.openCharacters + characters > REQUEST_BYTES) {
      this.sendDecision(this.id, toolCallId, refusalAmong(ask.options));
      return;
    }
    const controller = new AbortController();
    this.questions.set(controller, toolCallId);
    this.openCharacters += characters;
    if (this.whenOpen) await this.whenOpen;
    const outcome = await this.answering.of(this.id).askPermission(ask, controller.signal);
    this.openCharacters -= characters;
    // The agent continued without an answer, and no longer waits for one.
    if (!this.questions.delete(controller)) return;
    const isChosen = outcome.type === 'selected';
    const optionId = isChosen ? outcome.optionId : refusalAmong(ask.options);
    this.sendDecision(this.id, toolCallId, optionId);
  }

  private withdraw(toolCallId: string | null): void {
    for (const [controller, about] of this.questions) {
      if (about !== toolCallId || about === null) continue;
      this.questions.delete(controller);
      controller.abort();
    }
  }
}
