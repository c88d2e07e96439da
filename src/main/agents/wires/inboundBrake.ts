import type { ConnectionClient, MessageChannel } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { MESSAGES_PER_TURN, REQUEST_BYTES, REQUESTS_IN_FLIGHT } from './limits';

/**
 * Stops reading from the agent while its requests are unanswered, our answers are unread, or its
 * events are unwritten. An agent that asks for too much is slowed down: nothing is refused, and
 * nothing piles up.
 */
export class InboundBrake extends DisposableOwner {
  private isOn = false;
  private readonly requests = new Map<unknown, { bytes: number; waits: boolean }>();
  private openBytes = 0;
  private working = 0;
  private begunInThisTurn = 0;
  private easing: PromiseWithResolvers<void> | null = null;

  constructor(
    private readonly channel: MessageChannel,
    private readonly client: ConnectionClient,
  ) {
    super();
  }

  /** The number of requests that wait for something else, such as the user. */
  get waiting(): number {
    return this.requests.size - this.working;
  }

  /**
   * Registers the current message as a request, to be answered under this key. A request that
   * `waits` is answered after somebody else, perhaps the agent itself, has done something. It does
   * not count as being worked on, or reading might never continue.
   */
  hold(key: unknown, { waits, bytes }: { readonly waits: boolean; readonly bytes: number }): void {
    this.letGo(key);
    this.requests.set(key, { bytes, waits });
    this.openBytes += bytes;
    if (!waits) this.working++;
    if (this.begunInThisTurn++ > 0) return;
    setImmediate(() => {
      this.begunInThisTurn = 0;
    });
  }

  /** Called when the request was answered. */
  letGo(key: unknown): void {
    const request = this.requests.get(key);
    if (request === undefined) return;
    this.requests.delete(key);
    this.openBytes -= request.bytes;
    if (!request.waits) this.working--;
    if (this.isCrowded) return;
    this.easing?.resolve();
    this.easing = null;
  }

  check(): void {
    if (this.isOn || this.isDisposed) return;
    const congestion = this.congestion();
    if (congestion === null) return;
    this.isOn = true;
    this.channel.pause();
    this.waitFor(congestion);
  }

  protected override release(): void {
    this.easing?.resolve();
    super.release();
  }

  private get isCrowded(): boolean {
    return this.working >= REQUESTS_IN_FLIGHT || this.openBytes >= REQUEST_BYTES;
  }

  private congestion(): Promise<void> | null {
    if (this.isCrowded) {
      this.easing ??= Promise.withResolvers();
      return this.easing.promise;
    }
    if (this.begunInThisTurn >= MESSAGES_PER_TURN)
      return new Promise((resolve) => setImmediate(resolve));
    return this.channel.congestion() ?? this.client.congestion();
  }

  private waitFor(congestion: Promise<void>): void {
    const eased = () => {
      if (this.isDisposed) return;
      const more = this.congestion();
      if (more !== null) return this.waitFor(more);
      this.isOn = false;
      this.channel.resume();
    };
    congestion.then(eased, eased);
  }
}
