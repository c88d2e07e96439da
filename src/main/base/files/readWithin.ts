import type { FileHandle } from 'node:fs/promises';

/**
 * I21: all bytes of a file of this size that was just opened and that others may write to:
 * `readFile` would read a file that has grown to its end. Null if it is now longer than `most`.
 */
export async function readWithin(
  file: FileHandle,
  size: number,
  most: number,
): Promise<Buffer | null> {
  let bytes = Buffer.allocUnsafe(size + 1);
  for (let length = 0; ; ) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    length += bytesRead;
    if (length > most) return null;
    if (length < bytes.length) return bytes.subarray(0, length);
    const longer = Buffer.allocUnsafe(Math.min(2 * length, most + 1));
    bytes.copy(longer);
    bytes = longer;
  }
}
