import { type Disposable, toDisposable } from '#main/base/disposable';
import type { SessionId } from '#shared/ids';
import {
  type AppEvent,
  EVENT_CHANNEL,
  type EventName,
  type EventPayload,
} from '#shared/ipc/contract';
import { newestEvents } from './newestEvents';

/** One frame at 60 Hz: more often than that nobody can see. */
const FRAME_MILLISECONDS = 16;

/** Sent to a window and not taken by it yet. Beyond that it gets the newest of everything later. */
export const UNTAKEN_CHARACTERS = 4 * 1024 * 1024;

/** Of one message to a window, which is made and read in one go. */
const MESSAGE_CHARACTERS = 1024 * 1024;

/** The part of Electron's `webContents` that events need. */
export interface EventTarget {
  readonly id: number;
  isDestroyed(): boolean;
  send(channel: string, batch: string): void;
}

interface Attachment {
  readonly target: EventTarget;
  batch: AppEvent[];
  untaken: number;
}

/**
 * Sends events to the attached windows, in order, as a rule in one message per window and frame.
 * What a window has not taken lies in memory of ours, so that one that hangs is sent no more.
 */
export class Broadcast implements Disposable {
  private readonly attachments = new Map<number, Attachment>();
  private timer: NodeJS.Timeout | undefined;

  attach(target: EventTarget): Disposable {
    const attachment: Attachment = { target, batch: [], untaken: 0 };
    this.attachments.set(target.id, attachment);
    return toDisposable(() => this.attachments.delete(target.id));
  }

  /** `wants` tells which windows it is for; without it, all of them. */
  send<K extends EventName>(
    name: K,
    payload: EventPayload<K>,
    wants: (windowId: number) => boolean = () => true,
  ): void {
    for (const { target, batch } of this.attachments.values()) {
      if (wants(target.id)) batch.push([name, payload] as unknown as AppEvent);
    }
    this.sendSoon();
  }

  /** The window has dealt with so much of what it was sent. */
  taken(windowId: number, characters: number): void {
    const attachment = this.attachments.get(windowId);
    if (attachment === undefined) return;
    attachment.untaken = Math.max(0, attachment.untaken - characters);
    if (attachment.batch.length > 0) this.sendSoon();
  }

  /** The window's page starts anew: what the last one has not taken is gone. */
  restart(windowId: number): void {
    this.taken(windowId, Number.POSITIVE_INFINITY);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const attachment of this.attachments.values()) {
      if (attachment.target.isDestroyed()) attachment.batch = [];
      else this.sendTo(attachment);
    }
  }

  /** As much as the window can hold; of the rest the newest waits until it has taken some. */
  private sendTo(attachment: Attachment): void {
    const { target, batch } = attachment;
    let next = 0;
    while (next < batch.length && attachment.untaken <= UNTAKEN_CHARACTERS) {
      const texts: string[] = [];
      let characters = 0;
      while (next < batch.length && characters < MESSAGE_CHARACTERS) {
        const text = JSON.stringify(batch[next++]);
        texts.push(text);
        characters += text.length;
      }
      attachment.untaken += characters;
      target.send(EVENT_CHANNEL, `[${texts.join(',')}]`);
    }
    attachment.batch = next === batch.length ? [] : newestEvents(batch.slice(next));
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.attachments.clear();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  private sendSoon(): void {
    this.timer ??= setTimeout(() => this.flush(), FRAME_MILLISECONDS);
  }
}

/** Which window wants to hear of which sessions; the others' events stay in main. */
export class Subscriptions {
  private readonly byWindow = new Map<number, Set<SessionId>>();

  add(windowId: number, sessionId: SessionId): void {
    const sessions = this.byWindow.get(windowId) ?? new Set();
    this.byWindow.set(windowId, sessions.add(sessionId));
  }

  remove(windowId: number, sessionId: SessionId): void {
    this.byWindow.get(windowId)?.delete(sessionId);
  }

  /** The window is gone or starts anew. */
  clear(windowId: number): void {
    this.byWindow.delete(windowId);
  }

  has(windowId: number, sessionId: SessionId): boolean {
    return this.byWindow.get(windowId)?.has(sessionId) ?? false;
  }
}
