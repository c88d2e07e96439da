import { type Disposable, toDisposable } from '#main/base/disposable';
import {
  type AppEvent,
  EVENT_CHANNEL,
  type EventName,
  type EventPayload,
} from '#shared/ipc/contract';

/** One frame at 60 Hz: more often than that nobody can see. */
const FRAME_MILLISECONDS = 16;

/** The part of Electron's `webContents` that events need. */
export interface EventTarget {
  readonly id: number;
  isDestroyed(): boolean;
  send(channel: string, batch: string): void;
}

/** Sends events to every attached window, in order, at most one message per window and frame. */
export class Broadcast implements Disposable {
  private readonly targets = new Map<number, EventTarget>();
  private batch: AppEvent[] = [];
  private timer: NodeJS.Timeout | undefined;

  attach(target: EventTarget): Disposable {
    this.targets.set(target.id, target);
    return toDisposable(() => this.targets.delete(target.id));
  }

  send<K extends EventName>(name: K, payload: EventPayload<K>): void {
    this.batch.push([name, payload] as unknown as AppEvent);
    this.timer ??= setTimeout(() => this.flush(), FRAME_MILLISECONDS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.batch.length === 0) return;
    const text = JSON.stringify(this.batch);
    this.batch = [];
    for (const target of this.targets.values()) {
      if (!target.isDestroyed()) target.send(EVENT_CHANNEL, text);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.batch = [];
    this.targets.clear();
  }
  [Symbol.dispose](): void {
    this.dispose();
  }
}
