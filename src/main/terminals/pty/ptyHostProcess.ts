import type { Event } from '#main/base/emitter';
import type { FromMain, ToMain } from '#main/ptyHost/hostMessages';

/** A running pty host: an Electron utility process, or in tests a plain child process. */
export interface PtyHostProcess {
  readonly onMessage: Event<ToMain>;
  /** Fires with the reason for its end, for the log. */
  readonly onExit: Event<string>;
  post(message: FromMain): void;
  /** Passes a window's port to the process. */
  connect(port: unknown): void;
  /** Kills the process at once, whatever its state. */
  kill(): void;
}

export interface PtyHostStarter {
  /** Throws the system's error if no file descriptor is left for it. */
  start(): PtyHostProcess;
}
