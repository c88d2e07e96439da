import { randomBytes } from 'node:crypto';
import type { BlobStore } from '#main/host/store/blobs/blobStore';
import { type BlobReference, isBlobReference } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { mapBodies } from '#shared/session/kinds/eventKinds';
import type { EventLog } from './eventLog';
import { NEWLINE } from './lineBlocks';
import { readLine } from './logLine';

type TextSource = Pick<BlobStore, 'text'>;

/**
 * An unchanged log in pieces of text, including unknown kinds and damaged lines. With blobs, lines
 * that refer to them are written out in full, one body at a time.
 */
export async function* exportLog(
  log: EventLog,
  blobs: TextSource | null,
  /** Called with the number of bytes read. */
  onProgress?: (done: number, total: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const { bytes, offset } of log.lineBlocks()) {
    onProgress?.(offset, log.size);
    if (blobs === null || !bytes.includes('"blob"')) {
      yield decoder.decode(bytes, { stream: true });
      continue;
    }
    let start = 0;
    while (start < bytes.length) {
      const newline = bytes.indexOf(NEWLINE, start);
      const end = newline < 0 ? bytes.length : newline + 1;
      const line = decoder.decode(bytes.subarray(start, end), { stream: true });
      yield* inFull(line, blobs);
      start = end;
    }
  }
  yield decoder.decode();
}

async function* inFull(text: string, blobs: TextSource): AsyncGenerator<string> {
  const line = text.includes('"blob"') ? readLine(text) : null;
  const references: BlobReference[] = [];
  // Marks the place of a body; an agent's text cannot look like it.
  const mark = randomBytes(16).toString('hex');
  const marked = line?.type === 'event' && withMarks(line.event, references, mark);
  if (!marked || references.length === 0) {
    yield text;
    return;
  }
  const parts = JSON.stringify(marked).split(new RegExp(`"${mark}-(\\d+)"`));
  for (const [index, part] of parts.entries()) {
    const reference = index % 2 === 1 ? references[Number(part)] : undefined;
    if (reference === undefined) yield part;
    else yield* bodyText(reference, blobs);
  }
  yield '\n';
}

function withMarks(event: SessionEvent, references: BlobReference[], mark: string): SessionEvent {
  return mapBodies(event, (body) =>
    isBlobReference(body) ? `${mark}-${references.push(body) - 1}` : body,
  );
}

/** The text of a body; if its blob is missing, it stays a reference. */
async function* bodyText(reference: BlobReference, blobs: TextSource): AsyncGenerator<string> {
  const text = await blobs.text(reference.blob);
  if (text === null) {
    yield JSON.stringify(reference);
    return;
  }
  yield '"';
  for await (const piece of text()) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}
