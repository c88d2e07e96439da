import type { SessionId, TerminalId } from '#shared/ids';
import type { TerminalEnd } from './portMessages';

export type TerminalState =
  | { readonly type: 'running' }
  | ({
      readonly type: 'ended';
      /** `lost`: the pty host crashed. `restart`: it ran in an earlier run of the app. */
      readonly cause: 'exit' | 'lost' | 'restart';
      /** Milliseconds since 1970; 0 if unknown. */
      readonly at: number;
    } & TerminalEnd);

/** A terminal of the user's own: a shell, or one command of the project. */
export interface UserTerminal {
  readonly kind: 'shell' | 'run';
  readonly id: TerminalId;
  /** The name shown if neither the user nor the program sets one. */
  readonly name: string;
  readonly givenName: string | null;
  /** The session in whose folder it was opened; null for the project itself. */
  readonly sessionId: SessionId | null;
  readonly cwd: string;
  /** The command of a `run`; null for shells. */
  readonly command: string | null;
  /**
   * The terminal's folder is removed when it has ended: it is neither run again nor kept over a
   * restart of the app.
   */
  readonly isOneOff?: true;
  readonly state: TerminalState;
}

/** A command of an agent's that runs now. */
export interface LiveAgentTerminal {
  readonly kind: 'agent';
  readonly id: TerminalId;
  readonly sessionId: SessionId;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The command runs in a pty of ours, so that the user can take it over. */
  readonly isInteractive: boolean;
  readonly isTakenOver: boolean;
  /** We run it for the agent, and so can end it; otherwise the agent runs it itself. */
  readonly isOurs: boolean;
}

export interface TerminalList {
  readonly user: readonly UserTerminal[];
  readonly agents: readonly LiveAgentTerminal[];
}

/** The kept output of an agent's terminal, and its position in the stream. */
export interface AgentTerminalOutput {
  readonly data: string;
  /** Characters printed before `data` begins. */
  readonly offset: number;
}

/** A command that the project offers to run. */
export interface Runnable {
  readonly name: string;
  /** The command line as it is given to the shell. */
  readonly command: string;
  /** The detail beside the name, such as a script's text. */
  readonly detail: string;
  readonly source: 'package.json' | '.airlock.json';
}
