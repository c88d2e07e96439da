import type { LogSink } from '#main/base/log/logger';
import { asCut, redactLine, redactMessage } from '#main/base/secrets/redact';
import { isMessage, type WireFrame } from './agents';
import { TRACE_BYTES, TRACE_MILLISECONDS } from './limits';
import type { FrameSink } from './lines/wireTap';
import { type HeldFrame, readFrame } from './lines/wireTap';

interface WaitingFrame {
  readonly run: string;
  readonly frame: HeldFrame;
}

/**
 * Writes frames without secrets. It never delays a message: frames wait a moment and are written
 * together, and frames of a flood above a limit are only counted.
 */
export class WireTrace {
  private waiting: WaitingFrame[] = [];
  private waitingBytes = 0;
  private leftOut = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly file: LogSink) {}

  /** Takes the frames of one run of the agent. Several runs may exist at the same time. */
  of(run: string): FrameSink {
    return { append: (frame) => this.append(run, frame) };
  }

  async flush(): Promise<void> {
    this.write();
    await this.file.flush();
  }

  private append(run: string, frame: HeldFrame): void {
    const bytes = frame.end - frame.start;
    if (this.waitingBytes + bytes > TRACE_BYTES && this.waiting.length > 0) {
      this.leftOut++;
      return;
    }
    this.waiting.push({ run, frame });
    this.waitingBytes += bytes;
    this.timer ??= setTimeout(() => this.write(), TRACE_MILLISECONDS);
  }

  private write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { waiting, leftOut } = this;
    this.waiting = [];
    this.waitingBytes = 0;
    this.leftOut = 0;
    for (const { run, frame } of waiting) this.file.append(traceLine(run, readFrame(frame)));
    if (leftOut > 0) this.file.append(JSON.stringify({ leftOut }));
  }
}

/**
 * A frame as it appears in a trace and an export. The run comes first, because a reader finds its
 * lines by it.
 */
export function traceLine(run: string, { number, at, ...frame }: WireFrame): string {
  const { direction, bytes, text, isCut } = frame;
  const redacted = isMessage(direction) ? redactMessage(text) : redactLine(text);
  return JSON.stringify({
    run,
    number,
    at: new Date(at).toISOString(),
    direction,
    bytes,
    text: isCut ? asCut(redacted) : redacted,
    ...(isCut && { cut: true }),
  });
}
