import type { AgentTerminalAddress } from '#shared/ipc/terminals';
import type { TerminalSize } from '#shared/terminal/portMessages';
import type { LiveAgentTerminal } from '#shared/terminal/terminal';
import { reportError } from '#window/diagnostics/reportError';
import { terminalList } from '#window/features/terminal/terminalList';
import { call } from '#window/ipc/client';
import { followAgentOutput } from './agentOutput';
import { Screen } from './screen';

export interface AgentScreenEvents {
  onTitle(title: string): void;
  onBell(): void;
  onFind(): void;
}

/** An agent's command on the screen. The user cannot type into it before taking it over. */
export class AgentScreen {
  readonly screen: Screen;
  private readonly address: AgentTerminalAddress;
  private readonly stops: readonly (() => void)[];
  private isTakenOver: boolean;
  /** While earlier output is redrawn, no query in it is answered and no bell rings. */
  private isReplaying = true;
  private isLive = true;

  constructor(
    private readonly terminal: LiveAgentTerminal,
    private readonly events: AgentScreenEvents,
  ) {
    this.address = { sessionId: terminal.sessionId, terminalId: terminal.id };
    this.isTakenOver = terminal.isTakenOver;
    this.screen = new Screen({
      label: `Agent terminal: ${terminal.command}`,
      convertEol: !terminal.isInteractive,
      isReadOnly: !terminal.isTakenOver,
      onInput: (data, isTyped) => this.type(data, isTyped),
      onResize: (size) => this.resize(size),
      onTitle: (title) => events.onTitle(title),
      onBell: () => this.ring(),
      onFind: () => events.onFind(),
    });
    this.stops = [
      followAgentOutput(this.address, {
        replay: (data) => this.replay(data).catch(reportError),
        write: (data) => void this.screen.write(data).catch(reportError),
      }),
      terminalList.subscribe(({ agents }) => {
        const now = agents.find(
          ({ id, sessionId }) => id === terminal.id && sessionId === terminal.sessionId,
        );
        this.isLive = now !== undefined;
        this.setTakenOver(now?.isTakenOver ?? false);
      }),
    ];
    this.screen.opened.then(() => this.resize(this.screen.size)).catch(reportError);
  }

  clear(): void {
    this.screen.clear();
  }

  reset(): void {
    this.screen.reset();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.screen.dispose();
  }

  private setTakenOver(isTakenOver: boolean): void {
    if (this.isTakenOver === isTakenOver) return;
    this.isTakenOver = isTakenOver;
    this.screen.setReadOnly(!isTakenOver);
    if (isTakenOver) this.screen.focus();
  }

  private async replay(data: string): Promise<void> {
    await this.screen.write(data);
    this.isReplaying = false;
  }

  private type(data: string, isTyped: boolean): void {
    if (this.isReplaying && !isTyped) return;
    call('terminals.agentInput', { ...this.address, data }).catch(reportError);
  }

  /**
   * A size is not input: the program draws for the screen that shows it, even if the user may not
   * type.
   */
  private resize(size: TerminalSize): void {
    if (!this.terminal.isInteractive || !this.isLive) return;
    call('terminals.agentResize', { ...this.address, size }).catch(reportError);
  }

  private ring(): void {
    if (this.isReplaying) return;
    this.screen.flash();
    this.events.onBell();
  }
}
