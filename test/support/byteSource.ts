import type { ByteSource } from '#main/host/store/fileAccess';

/** Returns its bytes in pieces of any size, as a file may. */
export function bytesOf(bytes: Buffer, pieces: readonly number[] = []): ByteSource {
  let turn = 0;
  return {
    async read(buffer, offset, length, position) {
      const most = pieces.length === 0 ? length : (pieces[turn++ % pieces.length] ?? length);
      const end = Math.min(position + Math.min(length, most), bytes.length);
      return { bytesRead: bytes.copy(buffer, offset, position, Math.max(position, end)) };
    },
  };
}
