import type { TerminalExit } from '#main/agents/connection';
import type { Disposable } from '#main/base/disposable';
import type { Event } from '#main/base/emitter';
import type { OutputTail } from './output/outputTail';

/** A command that runs for an agent, on pipes or in a pty. Disposing kills it. */
export interface RunningCommand extends Disposable {
  readonly tail: OutputTail;
  readonly onDidWrite: Event<string>;
  readonly exit: TerminalExit | null;
  /** Settles when the command has ended and its output has been read. */
  readonly ended: Promise<TerminalExit>;
  /** Asks the command and its descendants to end, then kills them. Settles when it has ended. */
  kill(): Promise<void>;
}
