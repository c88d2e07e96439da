import type { MessageChannel } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';

/**
 * One end of a channel in memory. What the other end sends is heard at once and in order, as the
 * lines of one chunk would be; after `pause` nothing is delivered until `resume`.
 */
export class MemoryChannel extends DisposableOwner implements MessageChannel {
  private readonly messages = this.register(new Emitter<unknown>());
  private readonly closes = this.register(new Emitter<string>());
  private readonly waiting: unknown[] = [];
  private other: MemoryChannel | undefined;
  private isClosed = false;
  isPaused = false;
  /** As if each message had come in so many bytes. */
  messageBytes = 0;
  /** As if the other end did not read, until it settles. */
  unread: Promise<void> | null = null;

  readonly onMessage = this.messages.event;
  readonly onClose = this.closes.event;

  /** Two ends, each of which hears what the other says. */
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
    // A copy, as the wire would make one: members that are undefined do not get across.
    this.other?.hear(JSON.parse(JSON.stringify(message)));
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    while (!this.isPaused && this.waiting.length > 0) this.messages.fire(this.waiting.shift());
  }

  /** Ends this end, as when the process is gone. */
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
