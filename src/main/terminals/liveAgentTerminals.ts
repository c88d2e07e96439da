import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { SessionId, TerminalId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import type { LiveAgentTerminal } from '#shared/terminal/terminal';

/** The running commands of all agents, collected from the events of their sessions. */
export class LiveAgentTerminals extends DisposableOwner {
  private readonly changes = this.register(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly live = new Map<string, LiveAgentTerminal>();

  list(): readonly LiveAgentTerminal[] {
    return [...this.live.values()];
  }

  hear(sessionId: SessionId, events: readonly SessionEvent[]): void {
    let hasChanged = false;
    for (const event of events) hasChanged = this.apply(sessionId, event) || hasChanged;
    if (hasChanged) this.changes.fire();
  }

  setTakenOver(sessionId: SessionId, terminalId: TerminalId, isTakenOver: boolean): void {
    const key = keyOf(sessionId, terminalId);
    const terminal = this.live.get(key);
    if (terminal === undefined) return;
    this.live.set(key, { ...terminal, isTakenOver });
    this.changes.fire();
  }

  forget(sessionId: SessionId): void {
    if (this.remove(sessionId, () => true)) this.changes.fire();
  }

  private apply(sessionId: SessionId, event: SessionEvent): boolean {
    switch (event.type) {
      case 'terminal.started': {
        const { terminalId, command, args, cwd, owner, tty } = event;
        this.live.set(keyOf(sessionId, terminalId), {
          kind: 'agent',
          id: terminalId,
          sessionId,
          command,
          args,
          cwd,
          isInteractive: tty === true,
          isTakenOver: false,
          isOurs: owner === 'client',
        });
        return true;
      }
      case 'terminal.ended':
        return this.live.delete(keyOf(sessionId, event.terminalId));
      // The agent can no longer report the ends of its own commands.
      case 'agent.exited':
      case 'agent.failed':
      case 'agent.detached':
        return this.remove(sessionId, ({ isOurs }) => !isOurs);
      default:
        return false;
    }
  }

  private remove(
    sessionId: SessionId,
    concerns: (terminal: LiveAgentTerminal) => boolean,
  ): boolean {
    const gone = [...this.live].filter(
      ([, terminal]) => terminal.sessionId === sessionId && concerns(terminal),
    );
    for (const [key] of gone) this.live.delete(key);
    return gone.length > 0;
  }
}

function keyOf(sessionId: SessionId, terminalId: TerminalId): string {
  return `${sessionId} ${terminalId}`;
}
