import type { ConnectionClient } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { charactersIn } from '#shared/text/charactersIn';
import { type Heard, isEvent } from './heard';
import { HELD_CHARACTERS, HELD_UPDATES } from './limits';

/** Passes the events of one session to its client, and keeps them until there is one. */
export class SessionFeed {
  /** Events that came before anybody asked for them. */
  private held: SessionEvent[] = [];
  /** Includes updates that did not fit: after the first lost update, all are lost. */
  private heldCharacters = 0;
  private isTaken = false;
  /** Updates that did not fit. */
  private lost = 0;
  private isLossTold = false;
  private isLateTold = false;
  private opening: Promise<void> | null = null;

  constructor(
    readonly id: AgentSessionId,
    private readonly client: ConnectionClient,
  ) {}

  /** Requests that must wait until the caller knows the session wait for this; null: continue. */
  get whenOpen(): Promise<void> | null {
    return this.opening;
  }

  /** The caller learns of the session in this turn of the event loop; events wait for the next. */
  openSoon(): void {
    const opening = new Promise<void>((resolve) => setImmediate(resolve));
    this.opening = opening;
    void opening.then(() => {
      this.opening = null;
      this.flush();
    });
  }

  /**
   * Delivers in wire order. Each event goes to the client once, as soon as the client takes events.
   */
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

  /** Hands over what was kept: it is the caller's to deliver now. */
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

  /** Once: an agent that sends one such update sends a thousand. */
  private reportLate(): void {
    if (this.isLateTold) return;
    this.isLateTold = true;
    const message = `Updates arrived for the closed session ${this.id}.`;
    this.client.report({ type: 'unexpected', message }, this.id);
  }

  /** Once there is somebody to tell. */
  private tellLoss(): void {
    this.isLossTold = true;
    const message = `${this.lost} updates were dropped: they arrived before the session began.`;
    this.client.report({ type: 'unexpected', message }, this.id);
  }
}
