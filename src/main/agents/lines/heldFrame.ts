import { TAP_FRAME_BYTES } from './limits';

const ELLIPSIS = '…';

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

/**
 * A frame as long as nobody looks at it: where its bytes lie, not its text. A line's text is a
 * slice of all that was decoded with it, and would keep that in memory.
 */
export interface HeldFrame extends Omit<WireFrame, 'text'> {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
}

/** A copy of a long frame's beginning, cut between characters. */
export function beginningOf(frame: HeldFrame): HeldFrame {
  const { buffer, start } = frame;
  let cut = start + TAP_FRAME_BYTES;
  while (cut > start && isWithinCharacter(buffer[cut])) cut--;
  const copy = Buffer.from(buffer.subarray(start, cut));
  return { ...frame, buffer: copy, start: 0, end: copy.length };
}

export function readFrame({ buffer, start, end, ...rest }: HeldFrame): WireFrame {
  const text = buffer.toString('utf8', start, end);
  return { ...rest, text: end - start < rest.bytes ? text + ELLIPSIS : text };
}

function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
