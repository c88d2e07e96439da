import type { EventLog } from './eventLog';
import { type BlobSource, internalise } from './externalise';
import { NEWLINE } from './lineBlocks';
import { readLine } from './logLine';

/**
 * A log as it is, byte for byte, unknown kinds and damaged lines included. Given blobs, lines that
 * refer to them are written out in full instead.
 */
export async function* exportLog(log: EventLog, blobs: BlobSource | null): AsyncGenerator<Buffer> {
  for await (const { bytes } of log.lineBlocks()) {
    if (blobs === null || !bytes.includes('"blob"')) {
      yield Buffer.from(bytes);
      continue;
    }
    let start = 0;
    while (start < bytes.length) {
      const newline = bytes.indexOf(NEWLINE, start);
      const end = newline < 0 ? bytes.length : newline + 1;
      yield await inFull(bytes.subarray(start, end), blobs);
      start = end;
    }
  }
}

async function inFull(bytes: Buffer, blobs: BlobSource): Promise<Buffer> {
  const verbatim = Buffer.from(bytes);
  if (!bytes.includes('"blob"')) return verbatim;
  const line = readLine(bytes.toString('utf8'));
  if (line.type !== 'event') return verbatim;
  const event = await internalise(line.event, blobs);
  return event === line.event ? verbatim : Buffer.from(`${JSON.stringify(event)}\n`);
}
