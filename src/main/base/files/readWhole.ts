import type { FileHandle } from 'node:fs/promises';

/** Larger files are read in pieces, so that memory is allocated only when it is needed. */
const AT_ONCE_BYTES = 1024 * 1024;

/**
 * All bytes of a file of this size that was just opened: in one call, where `readFile` makes three.
 * A file that has grown or shrunk since is read to its end.
 */
export async function readWhole(file: FileHandle, size: number): Promise<Buffer> {
  if (size > AT_ONCE_BYTES) return file.readFile();
  const room = Buffer.allocUnsafe(size + 1);
  const { bytesRead } = await file.read(room, 0, room.length, 0);
  return bytesRead === size ? room.subarray(0, size) : file.readFile();
}
