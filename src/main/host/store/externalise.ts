import type { BlobHash } from '#shared/ids';
import { type BlobReference, type Body, isBlobReference } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { type BodyKind, mapBodies } from './bodies';
import { INLINE_BODY_BYTES, PREVIEW_CHARACTERS } from './limits';

export interface BlobSink {
  put(content: string): BlobHash | null;
}

export interface BlobSource {
  get(hash: BlobHash): Promise<Buffer | null>;
}

/** Moves the long bodies of an event into blobs; message text is no body and stays where it is. */
export function externalise<E extends SessionEvent>(event: E, blobs: BlobSink): E {
  // Only bodies are replaced, by bodies: the event keeps its type and its other fields.
  return mapBodies(event, (body, kind) => toReference(body, kind, blobs)) as E;
}

/** The text of a body; null when its blob is gone. */
export async function resolveBody(body: Body, blobs: BlobSource): Promise<string | null> {
  if (!isBlobReference(body)) return body;
  return (await blobs.get(body.blob))?.toString('utf8') ?? null;
}

/** Puts the bodies back in; one whose blob is gone stays a reference. */
export async function internalise<E extends SessionEvent>(event: E, blobs: BlobSource): Promise<E> {
  const references = new Set<BlobReference>();
  mapBodies(event, (body) => {
    if (isBlobReference(body)) references.add(body);
    return body;
  });
  const texts = new Map<Body, string>();
  for (const reference of references) {
    const text = await resolveBody(reference, blobs);
    if (text !== null) texts.set(reference, text);
  }
  return mapBodies(event, (body) => texts.get(body) ?? body) as E;
}

function toReference(body: Body, kind: BodyKind, blobs: BlobSink): Body {
  if (isBlobReference(body) || body.length * 3 <= INLINE_BODY_BYTES) return body;
  const bytes = Buffer.byteLength(body);
  // UTF-8 cannot hold half a surrogate pair; a line of JSON can.
  if (bytes <= INLINE_BODY_BYTES || !body.isWellFormed()) return body;
  const blob = blobs.put(body);
  if (blob === null) return body;
  return kind === 'text' ? { blob, bytes, preview: previewOf(body) } : { blob, bytes };
}

function previewOf(text: string): string {
  const cut = text.slice(0, PREVIEW_CHARACTERS);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
