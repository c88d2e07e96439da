import type { ConnectionClient, MessageChannel } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';

/** Stops reading from the agent while what it said is still being worked off. */
export class InboundBrake extends DisposableOwner {
  private isOn = false;

  constructor(
    private readonly channel: MessageChannel,
    private readonly client: ConnectionClient,
  ) {
    super();
  }

  check(): void {
    if (this.isOn || this.isDisposed) return;
    const congestion = this.client.congestion();
    if (congestion === null) return;
    this.isOn = true;
    this.channel.pause();
    this.waitFor(congestion);
  }

  private waitFor(congestion: Promise<void>): void {
    const eased = () => {
      if (this.isDisposed) return;
      const more = this.client.congestion();
      if (more !== null) return this.waitFor(more);
      this.isOn = false;
      this.channel.resume();
    };
    congestion.then(eased, eased);
  }
}
