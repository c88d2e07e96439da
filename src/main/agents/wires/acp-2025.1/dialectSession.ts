import type { ConnectionClient } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { WireSession } from '../rpc/sessionTable';
import { SessionFeed } from '../sessionFeed';
import { UpdateTranslator } from './translate/updateTranslator';

/** One session of the agent. */
export class DialectSession extends SessionFeed implements WireSession {
  private readonly translator: UpdateTranslator;
  private isLoading = false;
  private turn: { wasCancelled: boolean } | null = null;

  constructor(id: AgentSessionId, client: ConnectionClient, ids: IdSource) {
    super(id, client);
    this.translator = new UpdateTranslator(ids);
  }

  get isWorking(): boolean {
    return this.turn !== null;
  }

  get wasCancelled(): boolean {
    return this.turn?.wasCancelled ?? false;
  }

  hear(params: unknown): void {
    // What an agent repeats while it loads is in our log already.
    if (!this.isLoading) this.deliver(this.translator.translate(params));
  }

  keepUnknown(method: string, params: unknown): void {
    this.deliver([this.translator.keepUnknown(method, params)]);
  }

  beginLoading(): void {
    this.isLoading = true;
  }

  /** Called when the answer is read, since what was sent after it is news. */
  endLoading(): void {
    this.isLoading = false;
  }

  /** The turn lasts as long as the promise that `run` gives. */
  async inTurn<T>(run: () => Promise<T>): Promise<T> {
    this.translator.beginTurn();
    this.flush();
    this.turn = { wasCancelled: false };
    try {
      return await run();
    } finally {
      this.turn = null;
    }
  }

  /** False when there is nothing to stop. */
  cancel(): boolean {
    if (this.turn === null) return false;
    this.turn.wasCancelled = true;
    return true;
  }
}
