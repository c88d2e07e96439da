import { type Disposable, DisposableOwner, toDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { cutText } from './cutText';
import { TAP_BYTES, TAP_BYTES_AFTERWARDS, TAP_FRAME_LENGTH, TAP_FRAMES } from './limits';

/** `in` is from the agent, `out` to it; a `problem` is what we found wrong with what it said. */
export type FrameDirection = 'in' | 'out' | 'stderr' | 'garbage' | 'problem';

export interface WireFrame {
  /** Counts all that went over this wire. */
  readonly number: number;
  readonly at: number;
  readonly direction: FrameDirection;
  /** Cut to its beginning if it was long. */
  readonly text: string;
  /** Of the whole frame. */
  readonly bytes: number;
}

/** Where frames go beside the tap's own memory. */
export interface FrameSink {
  append(frame: WireFrame): void;
}

export interface WireTapOptions {
  readonly frames?: number;
  readonly bytes?: number;
  readonly clock?: () => number;
}

/** A bounded copy of what went over the wire, both ways, for the inspector and for bug reports. */
export class WireTap extends DisposableOwner {
  private readonly ring: (WireFrame | undefined)[];
  /** Of the frames in the ring; looking at the oldest one itself would fetch it from cold memory. */
  private readonly lengths: Uint32Array;
  private readonly byteLimit: number;
  private readonly clock: () => number;
  private first = 0;
  private count = 0;
  private heldLength = 0;
  private recordedCount = 0;
  private readonly sinks = new Set<FrameSink>();
  private readonly recorded = this.register(new Emitter<WireFrame>());
  readonly onDidRecord = this.recorded.event;

  constructor({ frames = TAP_FRAMES, bytes = TAP_BYTES, clock = Date.now }: WireTapOptions = {}) {
    super();
    this.ring = new Array(frames);
    this.lengths = new Uint32Array(frames);
    this.byteLimit = bytes;
    this.clock = clock;
  }

  record(direction: FrameDirection, text: string, bytes: number): void {
    const frame: WireFrame = {
      number: ++this.recordedCount,
      at: this.clock(),
      direction,
      text: cutText(text, TAP_FRAME_LENGTH),
      bytes,
    };
    this.keep(frame);
    for (const sink of this.sinks) sink.append(frame);
    if (this.recorded.hasListeners) this.recorded.fire(frame);
  }

  /** What is still held, oldest first. */
  frames(): WireFrame[] {
    const { first, ring } = this;
    return Array.from(
      { length: this.count },
      (_, index) => ring[(first + index) % ring.length],
    ).filter((frame) => frame !== undefined);
  }

  /** Hands every further frame to the sink, until disposed. */
  traceTo(sink: FrameSink): Disposable {
    this.sinks.add(sink);
    return toDisposable(() => this.sinks.delete(sink));
  }

  /** The wire is gone; of what went over it the end is kept for whoever asks why. */
  protected override release(): void {
    while (this.heldLength > TAP_BYTES_AFTERWARDS && this.count > 1) this.drop();
    super.release();
  }

  private keep(frame: WireFrame): void {
    if (this.count === this.ring.length) this.drop();
    const place = (this.first + this.count) % this.ring.length;
    this.ring[place] = frame;
    this.lengths[place] = frame.text.length;
    this.count++;
    this.heldLength += frame.text.length;
    while (this.heldLength > this.byteLimit && this.count > 1) this.drop();
  }

  private drop(): void {
    this.heldLength -= this.lengths[this.first] ?? 0;
    this.ring[this.first] = undefined;
    this.first = (this.first + 1) % this.ring.length;
    this.count--;
  }
}
