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

interface Attachment {
  readonly target: EventTarget;
  batch: AppEvent[];
}

/** Sends events to the attached windows, in order, at most one message per window and frame. */
export class Broadcast implements Disposable {
  private readonly attachments = new Map<number, Attachment>();
  private timer: NodeJS.Timeout | undefined;

  attach(target: EventTarget): Disposable {
    const attachment: Attachment = { target, batch: [] };
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
    this.timer ??= setTimeout(() => this.flush(), FRAME_MILLISECONDS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const attachment of this.attachments.values()) {
      const { target, batch } = attachment;
      attachment.batch = [];
      if (batch.length > 0 && !target.isDestroyed()) {
        target.send(EVENT_CHANNEL, JSON.stringify(batch));
      }
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.attachments.clear();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
