import type { LogSink } from '#main/base/logger';
import { redactText } from '#main/base/redact';
import { TRACE_LENGTH, TRACE_MILLISECONDS } from './limits';
import type { FrameSink, WireFrame } from './lines/wireTap';

/**
 * Writes frames down without secrets. Never on the way of a message: frames wait a moment and are
 * written together, and what a flood brings beyond a bound is counted instead.
 */
export class WireTrace implements FrameSink {
  private waiting: WireFrame[] = [];
  private waitingLength = 0;
  private leftOut = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly file: LogSink) {}

  append(frame: WireFrame): void {
    if (this.waitingLength + frame.text.length > TRACE_LENGTH && this.waiting.length > 0) {
      this.leftOut++;
      return;
    }
    this.waiting.push(frame);
    this.waitingLength += frame.text.length;
    this.timer ??= setTimeout(() => this.write(), TRACE_MILLISECONDS);
  }

  async flush(): Promise<void> {
    this.write();
    await this.file.flush();
  }

  private write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { waiting, leftOut } = this;
    this.waiting = [];
    this.waitingLength = 0;
    this.leftOut = 0;
    for (const frame of waiting) this.file.append(lineOf(frame));
    if (leftOut > 0) this.file.append(JSON.stringify({ leftOut }));
  }
}

function lineOf({ at, direction, bytes, text }: WireFrame): string {
  return JSON.stringify({
    at: new Date(at).toISOString(),
    direction,
    bytes,
    text: redactText(text),
  });
}
