import type { FileHandle } from 'node:fs/promises';

/**
 * I21: all bytes of a file that was just opened and has this size, where others may write to it: `readFile` would read one
 * that has grown since to its end. Null: it has become longer than `most`.
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
