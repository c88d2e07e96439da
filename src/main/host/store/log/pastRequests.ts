import { openOwn } from '#main/base/files/ownFile';
import type { Envelope } from '#shared/session/events';
import { readLine } from './logLine';

/** The permission requests of a log and their answers, oldest first, from its last bytes. Changes nothing. */
export async function readPastRequests(
  path: string,
  bytes: number,
): Promise<{ readonly events: readonly Envelope[]; readonly isCut: boolean }> {
  const file = await openOwn(path);
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - bytes);
    const buffer = Buffer.alloc(size - from);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // Only whole lines.
    const events = (from === 0 ? lines : lines.slice(1)).flatMap((line) => {
      if (!line.includes('"permission.')) return [];
      const read = readLine(line);
      return read.type === 'event' ? [read.event] : [];
    });
    return { events, isCut: from > 0 };
  } finally {
    await file.close();
  }
}
