import type { Event } from '#main/base/emitter';
import type { FromMain, ToMain } from '#main/ptyHost/hostMessages';

/** A running pty host: a utility process of Electron's, or in tests a plain child. */
export interface PtyHostProcess {
  readonly onMessage: Event<ToMain>;
  /** Fires with the reason of its end, for the log. */
  readonly onExit: Event<string>;
  post(message: FromMain): void;
  /** Hands a window's port to the process. */
  connect(port: unknown): void;
  /** Kills the process at once, whatever its state. */
  kill(): void;
}

export interface PtyHostStarter {
  /** Throws the system's error where no file descriptor is left for it. */
  start(): PtyHostProcess;
}
