import type { LogSink } from '#main/base/log/logger';
import { asCut, redactLine, redactMessage } from '#main/base/secrets/redact';
import { isMessage } from './agents';
import { TRACE_BYTES, TRACE_MILLISECONDS } from './limits';
import type { FrameSink } from './lines/wireTap';
import { type HeldFrame, readFrame } from './lines/wireTap';

/**
 * Writes frames down without secrets. Never on the way of a message: frames wait a moment and are
 * written together, and what a flood brings beyond a bound is counted instead.
 */
export class WireTrace implements FrameSink {
  private waiting: HeldFrame[] = [];
  private waitingBytes = 0;
  private leftOut = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly file: LogSink) {}

  append(frame: HeldFrame): void {
    const bytes = frame.end - frame.start;
    if (this.waitingBytes + bytes > TRACE_BYTES && this.waiting.length > 0) {
      this.leftOut++;
      return;
    }
    this.waiting.push(frame);
    this.waitingBytes += bytes;
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
    this.waitingBytes = 0;
    this.leftOut = 0;
    for (const frame of waiting) this.file.append(lineOf(frame));
    if (leftOut > 0) this.file.append(JSON.stringify({ leftOut }));
  }
}

function lineOf(frame: HeldFrame): string {
  const { at, direction, bytes, text, isCut } = readFrame(frame);
  const redacted = isMessage(direction) ? redactMessage(text) : redactLine(text);
  return JSON.stringify({
    at: new Date(at).toISOString(),
    direction,
    bytes,
    text: isCut ? asCut(redacted) : redacted,
  });
}
