import type { AppCommand } from '#shared/ipc/contract';

/** Commands that came before the window was ready, kept until it asks. */
export class PendingCommands {
  private waiting: AppCommand[] = [];
  private windowIsReady = false;

  constructor(private readonly send: (command: AppCommand) => void) {}

  push(command: AppCommand): void {
    if (this.windowIsReady) this.send(command);
    else this.waiting.push(command);
  }

  take(): readonly AppCommand[] {
    const taken = this.waiting;
    this.waiting = [];
    this.windowIsReady = true;
    return taken;
  }

  /** The window went away or reloads: hold what comes until it is back. */
  hold(): void {
    this.windowIsReady = false;
  }
}
