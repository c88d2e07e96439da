import type { WireProblem } from '#main/agents/connection';
import type { TerminalId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';

/** Output of a command that the agent runs itself; it stays off the log. */
export interface TerminalData {
  readonly type: 'terminal.data';
  readonly terminalId: TerminalId;
  readonly data: string;
}

/** What one message came to: facts for the log, and things that pass it by. */
export type Heard = SessionEvent | TerminalData | WireProblem;

export function isEvent(heard: Heard): heard is SessionEvent {
  switch (heard.type) {
    case 'terminal.data':
    case 'invalid':
    case 'garbage':
    case 'unexpected':
    case 'stuck':
      return false;
    default:
      return true;
  }
}
