import type { AppCommand } from '#shared/ipc/contract';

/** Commands that arrived before the window was ready, kept until it asks for them. */
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

  /** Called when the window closes or reloads: holds new commands until it is back. */
  hold(): void {
    this.windowIsReady = false;
  }
}
