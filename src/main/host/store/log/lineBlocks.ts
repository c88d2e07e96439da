import type { ByteSource } from '#main/host/store/fileAccess';
import { CARRIED_BYTES, LINE_BYTES, READ_BYTES } from '#main/host/store/limits';

export const NEWLINE = 10;

/** Bytes of a file. They are valid only until the next block is requested. */
export interface LineBlock {
  /**
   * Whole lines, or the beginning or continuation of a line that is too long, or the cut-off end of
   * a file.
   */
  readonly type: 'lines' | 'piece' | 'more' | 'tail';
  readonly bytes: Buffer;
  readonly offset: number;
}

/** Reads a file as blocks of whole lines; the next bytes are read while a block is processed. */
export async function* readLineBlocks(
  source: ByteSource,
  from: number,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<LineBlock> {
  let buffer: Buffer = Buffer.allocUnsafe(READ_BYTES + CARRIED_BYTES);
  let spare: Buffer = Buffer.allocUnsafe(READ_BYTES + CARRIED_BYTES);
  let filled = 0;
  let isWithinPiece = false;
  let position = from;
  let fetching = fetchInto(source, buffer, 0, position, to);
  try {
    for (;;) {
      const bytesRead = await fetching;
      position += bytesRead;
      filled += bytesRead;
      const offset = position - filled;
      const held = buffer.subarray(0, filled);
      if (bytesRead === 0) {
        if (filled > 0) yield { type: 'tail', bytes: held, offset };
        return;
      }
      // The carried-over bytes have no line break, so a file without any, such as one of zeros, is
      // scanned only once.
      const newline = held.subarray(filled - bytesRead).lastIndexOf(NEWLINE);
      if (newline < 0 && filled < LINE_BYTES && !isWithinPiece) {
        if (buffer.length < filled + READ_BYTES) buffer = withRoom(held);
        fetching = fetchInto(source, buffer, filled, position, to);
        continue;
      }
      const end = newline < 0 ? 0 : filled - bytesRead + newline + 1;
      const rest = held.subarray(end);
      const isBoundless = newline < 0;
      const carried = isBoundless ? 0 : rest.length;
      if (spare.length < carried + READ_BYTES)
        spare = Buffer.allocUnsafe(2 * (carried + READ_BYTES));
      rest.copy(spare, 0, 0, carried);
      fetching = fetchInto(source, spare, carried, position, to);
      if (end > 0) yield { type: 'lines', bytes: held.subarray(0, end), offset };
      if (isBoundless) yield { type: isWithinPiece ? 'more' : 'piece', bytes: rest, offset };
      isWithinPiece = isBoundless;
      [buffer, spare] = [spare, buffer];
      filled = carried;
    }
  } finally {
    await Promise.allSettled([fetching]);
  }
}

function withRoom(held: Buffer): Buffer {
  const larger = Buffer.allocUnsafe(2 * (held.length + READ_BYTES));
  held.copy(larger);
  return larger;
}

async function fetchInto(
  source: ByteSource,
  buffer: Buffer,
  start: number,
  position: number,
  to: number,
): Promise<number> {
  const room = Math.min(READ_BYTES, buffer.length - start, to - position);
  if (room <= 0) return 0;
  return (await source.read(buffer, start, room, position)).bytesRead;
}
