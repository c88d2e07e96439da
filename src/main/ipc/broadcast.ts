import { type Disposable, toDisposable } from '#main/base/disposable';
import type { Host } from '#main/host/host';
import type { SessionId } from '#shared/ids';
import {
  type AppEvent,
  EVENT_CHANNEL,
  type EventName,
  type EventPayload,
} from '#shared/ipc/contract';

/** One frame at 60 Hz: a faster rate is not visible. */
const FRAME_MILLISECONDS = 16;

/**
 * Characters that were sent to a window and not read by it. Above this it gets only the newest
 * events later.
 */
export const UNTAKEN_CHARACTERS = 4 * 1024 * 1024;

/** The size of one message to a window, which is written and read at once. */
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
 * Sends events to the attached windows, in order, usually in one message per window and frame.
 * Events that a window has not read use our memory, so a window that hangs is sent no more.
 */
export class Broadcast implements Disposable {
  private readonly attachments = new Map<number, Attachment>();
  private timer: NodeJS.Timeout | undefined;

  attach(target: EventTarget): Disposable {
    const attachment: Attachment = { target, batch: [], untaken: 0 };
    this.attachments.set(target.id, attachment);
    return toDisposable(() => this.attachments.delete(target.id));
  }

  /** `wants` selects the windows; without it, all of them get the event. */
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

  /** Called when the window has processed this much of its events. */
  taken(windowId: number, characters: number): void {
    const attachment = this.attachments.get(windowId);
    if (attachment === undefined) return;
    attachment.untaken = Math.max(0, attachment.untaken - characters);
    if (attachment.batch.length > 0) this.sendSoon();
  }

  /** Called when the window's page reloads: messages that the old page has not read are dropped. */
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

  /** Sends as much as the window can hold; the newest of the rest waits until it has read some. */
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

/** The sessions that each window is subscribed to; the others' events stay in main. */
export class Subscriptions {
  private readonly byWindow = new Map<number, Set<SessionId>>();

  add(windowId: number, sessionId: SessionId): void {
    const sessions = this.byWindow.get(windowId) ?? new Set();
    this.byWindow.set(windowId, sessions.add(sessionId));
  }

  remove(windowId: number, sessionId: SessionId): void {
    this.byWindow.get(windowId)?.delete(sessionId);
  }

  /** Called when the window has closed or reloads. */
  clear(windowId: number): void {
    this.byWindow.delete(windowId);
  }

  has(windowId: number, sessionId: SessionId): boolean {
    return this.byWindow.get(windowId)?.has(sessionId) ?? false;
  }
}

/**
 * The newest event of each kind about each object, in order: the rest for a window that is too slow
 * for all of them. Most events report a current state, so older ones add nothing. A window that
 * gets a session's newest event without the earlier ones notices the gap by the event's number, and
 * requests the session again.
 */
function newestEvents(events: readonly AppEvent[]): AppEvent[] {
  const newest = new Map<unknown, AppEvent>();
  for (const event of events) {
    const key = keyOf(event);
    newest.delete(key);
    newest.set(key, newestOf(event));
  }
  return [...newest.values()];
}

function newestOf(event: AppEvent): AppEvent {
  const [name, payload] = event;
  if (name !== 'session.appended' || payload.events.length < 2) return event;
  return [name, { ...payload, events: payload.events.slice(-1) }];
}

/** The key of an event; of events with the same key only the last one matters. */
function keyOf(event: AppEvent): unknown {
  const [name, payload] = event;
  // Every command by the user is carried out.
  if (name === 'app.command') return event;
  const about = (payload ?? {}) as Readonly<Record<string, unknown>>;
  return [name, about.sessionId, about.terminalId, about.id].map(String).join(' ');
}

/**
 * Tells all windows what happens to sessions, and sends a session's events to the windows that show
 * it.
 */
export function broadcastSessions(
  host: Host,
  broadcast: Broadcast,
  subscriptions: Subscriptions,
): void {
  host.onDidAppend(({ sessionId, events }) => {
    broadcast.send('session.appended', { sessionId, events }, (windowId) =>
      subscriptions.has(windowId, sessionId),
    );
  });
  host.onDidChangeCondition(({ sessionId, condition }) => {
    broadcast.send('session.condition', { sessionId, condition }, (windowId) =>
      subscriptions.has(windowId, sessionId),
    );
  });
  host.onDidChangeUnsaved(() =>
    broadcast.send('sessions.unsavedChanged', { sessionIds: [...host.unsaved] }),
  );
  host.onDidChangeSummary((summary) => broadcast.send('sessions.changed', summary));
  host.onDidRemove((sessionId) => broadcast.send('sessions.removed', { sessionId }));
  host.onDidChangeChanges((sessionId) => broadcast.send('changes.changed', { sessionId }));
}
