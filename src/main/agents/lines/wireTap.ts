import { type Disposable, DisposableOwner, toDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { FrameDirection } from '#shared/ipc/inspector';
import { TAP_BYTES, TAP_BYTES_AFTERWARDS, TAP_FRAME_BYTES, TAP_FRAMES } from './limits';

/**
 * `in` comes from the agent, `out` goes to it. A `problem` is an error that we found in its output.
 */

export interface WireFrame {
  /** The frame's position among all frames of this wire. */
  readonly number: number;
  readonly at: number;
  readonly direction: FrameDirection;
  readonly text: string;
  /** Whether the frame was long and the text is only its beginning. */
  readonly isCut: boolean;
  /** The size of the whole frame. */
  readonly bytes: number;
}

/**
 * A frame until somebody looks at it: the position of its bytes instead of its text. A line's text
 * is a slice of everything that was decoded with it, and would keep all of that in memory.
 */
export interface HeldFrame extends Omit<WireFrame, 'text' | 'isCut'> {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
}

/** A second receiver of frames, in addition to the tap's own memory. */
export interface FrameSink {
  append(frame: HeldFrame): void;
}

export interface WireTapOptions {
  readonly frames?: number;
  readonly bytes?: number;
  readonly clock?: () => number;
}

/** A bounded copy of the traffic in both directions, for the inspector and for bug reports. */
export class WireTap extends DisposableOwner {
  private readonly ring: (HeldFrame | undefined)[];
  /**
   * The sizes of the frames in the ring. Reading them from the oldest frame would fetch it from
   * cold memory.
   */
  private readonly lengths: Uint32Array;
  private readonly byteLimit: number;
  private readonly clock: () => number;
  private first = 0;
  private count = 0;
  private heldBytes = 0;
  private recordedCount = 0;
  private sinks: readonly FrameSink[] = [];
  private readonly recorded = this.register(new Emitter<WireFrame>());
  readonly onDidRecord = this.recorded.event;

  constructor({ frames = TAP_FRAMES, bytes = TAP_BYTES, clock = Date.now }: WireTapOptions = {}) {
    super();
    this.ring = new Array(frames);
    this.lengths = new Uint32Array(frames);
    this.byteLimit = bytes;
    this.clock = clock;
  }

  record(direction: FrameDirection, text: string): void {
    const buffer = Buffer.from(text);
    this.recordBytes(direction, buffer, 0, buffer.length);
  }

  /** Records a frame in a buffer that no longer changes. */
  recordBytes(direction: FrameDirection, buffer: Buffer, start: number, end: number): void {
    const bytes = end - start;
    const number = ++this.recordedCount;
    const whole: HeldFrame = { number, at: this.clock(), direction, bytes, buffer, start, end };
    this.take(bytes > TAP_FRAME_BYTES ? beginningOf(whole) : whole);
  }

  private take(frame: HeldFrame): void {
    this.keep(frame);
    for (const sink of this.sinks) sink.append(frame);
    if (this.recorded.hasListeners) this.recorded.fire(readFrame(frame));
  }

  /** Records a frame that was never in memory as a whole, by its beginning and its length. */
  recordBeginning(direction: FrameDirection, beginning: Buffer, bytes: number): void {
    const number = ++this.recordedCount;
    const { length } = beginning;
    const whole = { number, at: this.clock(), direction, bytes, buffer: beginning };
    this.take(
      length > TAP_FRAME_BYTES
        ? beginningOf({ ...whole, start: 0, end: length })
        : { ...whole, start: 0, end: length },
    );
  }

  /** The kept frames, oldest first. */
  frames(): WireFrame[] {
    const { first, ring } = this;
    return Array.from(
      { length: this.count },
      (_, index) => ring[(first + index) % ring.length],
    ).flatMap((frame) => (frame === undefined ? [] : readFrame(frame)));
  }

  /** Passes every later frame to the sink until disposed. */
  traceTo(sink: FrameSink): Disposable {
    this.sinks = [...this.sinks, sink];
    return toDisposable(() => {
      this.sinks = this.sinks.filter((other) => other !== sink);
    });
  }

  /** Keeps the last frames after the connection has ended, to show why it ended. */
  protected override release(): void {
    while (this.heldBytes > TAP_BYTES_AFTERWARDS && this.count > 1) this.drop();
    super.release();
  }

  private keep(frame: HeldFrame): void {
    if (this.count === this.ring.length) this.drop();
    const place = (this.first + this.count) % this.ring.length;
    this.ring[place] = frame;
    this.lengths[place] = frame.end - frame.start;
    this.count++;
    this.heldBytes += frame.end - frame.start;
    while (this.heldBytes > this.byteLimit && this.count > 1) this.drop();
  }

  private drop(): void {
    this.heldBytes -= this.lengths[this.first] ?? 0;
    this.ring[this.first] = undefined;
    this.first = (this.first + 1) % this.ring.length;
    this.count--;
  }
}

/** Copies the beginning of a long frame, cut between characters. */
function beginningOf(frame: HeldFrame): HeldFrame {
  const { buffer, start } = frame;
  let cut = start + TAP_FRAME_BYTES;
  while (cut > start && isWithinCharacter(buffer[cut])) cut--;
  const copy = Buffer.from(buffer.subarray(start, cut));
  return { ...frame, buffer: copy, start: 0, end: copy.length };
}

export function readFrame({ buffer, start, end, ...rest }: HeldFrame): WireFrame {
  const text = buffer.toString('utf8', start, end);
  return { ...rest, text, isCut: end - start < rest.bytes };
}

function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
