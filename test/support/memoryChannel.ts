import type { MessageChannel } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';

/**
 * One end of a channel in memory. The other end's messages are delivered at once and in order, like
 * the lines of one chunk; after `pause` nothing is delivered until `resume`.
 */
export class MemoryChannel extends DisposableOwner implements MessageChannel {
  private readonly messages = this.register(new Emitter<unknown>());
  private readonly closes = this.register(new Emitter<string>());
  private readonly waiting: unknown[] = [];
  private other: MemoryChannel | undefined;
  private isClosed = false;
  isPaused = false;
  /** The size that each message pretends to have. */
  messageBytes = 0;
  /** Until it settles, the other end acts as if it did not read. */
  unread: Promise<void> | null = null;

  readonly onMessage = this.messages.event;
  readonly onClose = this.closes.event;

  /** Two ends, each of which receives what the other sends. */
  static pair(): [MemoryChannel, MemoryChannel] {
    const [left, right] = [new MemoryChannel(), new MemoryChannel()];
    left.other = right;
    right.other = left;
    return [left, right];
  }

  congestion(): Promise<void> | null {
    return this.unread;
  }

  send(message: object): void {
    if (this.isClosed || this.isDisposed) return;
    // A copy as the wire would make it: undefined members are not transmitted.
    this.other?.hear(JSON.parse(JSON.stringify(message)));
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    while (!this.isPaused && this.waiting.length > 0) this.messages.fire(this.waiting.shift());
  }

  /** Closes this end, as when the process has ended. */
  close(reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.closes.fire(reason);
  }

  private hear(message: unknown): void {
    if (this.isClosed || this.isDisposed) return;
    if (this.isPaused) this.waiting.push(message);
    else this.messages.fire(message);
  }
}
