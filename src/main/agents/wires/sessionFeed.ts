import type { ConnectionClient } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { charactersIn } from '#shared/text/charactersIn';
import { type Heard, isEvent } from './heard';
import { HELD_CHARACTERS, HELD_UPDATES } from './limits';

/** Passes the events of one session to its client, and keeps them until there is one. */
export class SessionFeed {
  /** Events that arrived before there was a client. */
  private held: SessionEvent[] = [];
  /**
   * The size of the held events, including updates that did not fit: after the first lost update,
   * all are lost.
   */
  private heldCharacters = 0;
  private isTaken = false;
  /** The number of updates that did not fit. */
  private lost = 0;
  private isLossTold = false;
  private isLateTold = false;
  private opening: Promise<void> | null = null;

  constructor(
    readonly id: AgentSessionId,
    private readonly client: ConnectionClient,
  ) {}

  /** Settles when the caller knows the session; requests wait for it. Null: continue at once. */
  get whenOpen(): Promise<void> | null {
    return this.opening;
  }

  /**
   * Called when the caller learns of the session in this turn of the event loop; events wait for
   * the next turn.
   */
  openSoon(): void {
    const opening = new Promise<void>((resolve) => setImmediate(resolve));
    this.opening = opening;
    void opening.then(() => {
      this.opening = null;
      this.flush();
    });
  }

  /** Delivers in wire order. The client gets each event once, as soon as it accepts events. */
  deliver(heard: readonly Heard[]): void {
    if (heard.every(isEvent)) {
      this.ingest(heard);
      return;
    }
    let events: SessionEvent[] = [];
    for (const item of heard) {
      if (isEvent(item)) {
        events.push(item);
        continue;
      }
      this.ingest(events);
      events = [];
      if (item.type === 'terminal.data') {
        this.client.sessions.get(this.id)?.terminalData(item.terminalId, item.data);
      } else {
        this.client.report(item, this.id);
      }
    }
    this.ingest(events);
  }

  /** Hands over the held events: the caller must deliver them from now on. */
  takeHeld(): readonly SessionEvent[] {
    const events = this.held;
    this.held = [];
    this.heldCharacters = 0;
    return events;
  }

  flush(): void {
    if (this.held.length > 0) this.ingest([]);
    if (this.lost > 0 && !this.isLossTold) this.tellLoss();
  }

  private ingest(events: readonly SessionEvent[]): void {
    const all = this.held.length > 0 ? [...this.held, ...events] : events;
    if (all.length === 0) return;
    const client = this.client.sessions.get(this.id);
    if (client) {
      client.ingest(all);
      this.isTaken = true;
      this.held = [];
      this.heldCharacters = 0;
    } else if (this.isTaken) {
      this.reportLate();
    } else {
      this.hold(events);
    }
  }

  private hold(events: readonly SessionEvent[]): void {
    for (const event of events) {
      this.heldCharacters += charactersIn(event);
      const hasRoom = this.held.length < HELD_UPDATES && this.heldCharacters <= HELD_CHARACTERS;
      if (hasRoom) this.held.push(event);
      else this.lost++;
    }
  }

  /** Reports late updates only once: an agent that sends one sends a thousand. */
  private reportLate(): void {
    if (this.isLateTold) return;
    this.isLateTold = true;
    const message = `Updates arrived for the closed session ${this.id}.`;
    this.client.report({ type: 'unexpected', message }, this.id);
  }

  /** Reports lost updates once there is a client to tell. */
  private tellLoss(): void {
    this.isLossTold = true;
    const message = `${this.lost} updates were dropped: they arrived before the session began.`;
    this.client.report({ type: 'unexpected', message }, this.id);
  }
}
