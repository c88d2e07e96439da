import type { WireProblem } from '#main/agents/connection';
import type { TerminalId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';

/** Output of a command that the agent runs itself; it is not written to the log. */
export interface HeardTerminalData {
  readonly type: 'terminal.data';
  readonly terminalId: TerminalId;
  readonly data: string;
}

/** The result of one message: events for the log, and items that are not logged. */
export type Heard = SessionEvent | HeardTerminalData | WireProblem;

export function isEvent(heard: Heard): heard is SessionEvent {
  switch (heard.type) {
    case 'terminal.data':
    case 'invalid':
    case 'garbage':
    case 'unexpected':
    case 'noted':
    case 'stuck':
      return false;
    default:
      return true;
  }
}
