import type { ConnectionClient } from '#main/agents/connection';
import type { AgentSessionId, IdSource, TerminalId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { capital } from '#shared/text/capital';
import type { WireSession } from '../rpc/sessionTable';
import { SessionFeed } from '../sessionFeed';
import { Acp2025Translator } from './translate/acp2025Translator';

/** One session of the agent. */
export class DialectSession extends SessionFeed implements WireSession {
  /** The agent's id for the session, which changes with the mode. */
  agentsId: AgentSessionId;
  /** Modes that can still be chosen. */
  modes: readonly string[] = [];
  mode: string | null = null;
  hasBegun = false;
  private readonly translator: Acp2025Translator;
  private isLoading = false;
  private turn: { wasCancelled: boolean } | null = null;

  constructor(id: AgentSessionId, client: ConnectionClient, ids: IdSource) {
    super(id, client);
    this.agentsId = id;
    this.translator = new Acp2025Translator(ids);
  }

  get isWorking(): boolean {
    return this.turn !== null;
  }

  get wasCancelled(): boolean {
    return this.turn?.wasCancelled ?? false;
  }

  hear(params: unknown): void {
    // Our log already has the messages that an agent repeats while it loads.
    if (!this.isLoading) this.deliver(this.translator.translate(params));
  }

  keepUnknown(method: string, params: unknown): void {
    this.deliver([this.translator.keepUnknown(method, params)]);
  }

  beginLoading(): void {
    this.isLoading = true;
  }

  /** Called when the answer has been read: later messages are new. */
  endLoading(): void {
    this.isLoading = false;
  }

  /** Runs a turn, which lasts until the promise from `run` settles. */
  async inTurn<T>(run: () => Promise<T>): Promise<T> {
    this.translator.beginTurn();
    this.flush();
    this.settleMode();
    this.turn = { wasCancelled: false };
    try {
      return await run();
    } finally {
      this.turn = null;
    }
  }

  /** Reports a command that we run for the agent, because the agent does not report it. */
  commandStarted(terminalId: TerminalId, command: string): void {
    this.deliver(this.translator.commandStarted(terminalId, command));
  }

  commandEnded(terminalId: TerminalId, exitCode: number | null): void {
    this.deliver(this.translator.commandEnded(terminalId, exitCode));
  }

  /** False if there is nothing to stop. */
  cancel(): boolean {
    if (this.turn === null) return false;
    this.turn.wasCancelled = true;
    return true;
  }

  /** Called with the first prompt: the mode can no longer change, so it is the only one to show. */
  private settleMode(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const { mode, modes } = this;
    this.modes = [];
    if (mode !== null && modes.length > 1) this.deliver([modesUpdated([mode], mode)]);
  }
}

export function modesUpdated(modes: readonly string[], current: string): SessionEvent {
  const available = modes.map((id) => ({ id, name: capital(id) }));
  return { type: 'modes.updated', available, current };
}
