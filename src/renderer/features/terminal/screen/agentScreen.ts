import type { AgentTerminalAddress } from '#shared/ipc/terminals';
import type { TerminalSize } from '#shared/terminal/portMessages';
import type { LiveAgentTerminal } from '#shared/terminal/terminal';
import { reportError } from '../../../diagnostics/reportError';
import { call } from '../../../ipc/client';
import { terminalList } from '../terminalList';
import { followAgentOutput } from './agentOutput';
import { Screen } from './screen';

export interface AgentScreenEvents {
  onTitle(title: string): void;
  onFind(): void;
}

/** A command of an agent's on the screen. Nothing is typed into it until the user takes it over. */
export class AgentScreen {
  readonly screen: Screen;
  private readonly address: AgentTerminalAddress;
  private readonly stops: readonly (() => void)[];
  private isTakenOver: boolean;

  constructor(terminal: LiveAgentTerminal, events: AgentScreenEvents) {
    this.address = { sessionId: terminal.sessionId, terminalId: terminal.id };
    this.isTakenOver = terminal.isTakenOver;
    this.screen = new Screen({
      label: `Agent terminal: ${terminal.command}`,
      convertEol: !terminal.isInteractive,
      isReadOnly: !terminal.isTakenOver,
      onInput: (data) => call('terminals.agentInput', { ...this.address, data }).catch(reportError),
      onResize: (size) => this.resize(size),
      onTitle: (title) => events.onTitle(title),
      onFind: () => events.onFind(),
    });
    this.stops = [
      followAgentOutput(this.address, (data) => this.screen.terminal.write(data)),
      terminalList.subscribe(({ agents }) => {
        const now = agents.find(
          ({ id, sessionId }) => id === terminal.id && sessionId === terminal.sessionId,
        );
        this.setTakenOver(now?.isTakenOver ?? false);
      }),
    ];
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.screen.dispose();
  }

  private setTakenOver(isTakenOver: boolean): void {
    if (this.isTakenOver === isTakenOver) return;
    this.isTakenOver = isTakenOver;
    this.screen.setReadOnly(!isTakenOver);
    if (!isTakenOver) return;
    this.resize(this.screen.size);
    this.screen.focus();
  }

  private resize(size: TerminalSize): void {
    if (!this.isTakenOver) return;
    call('terminals.agentResize', { ...this.address, size }).catch(reportError);
  }
}
