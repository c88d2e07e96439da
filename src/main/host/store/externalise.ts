import type { BlobHash } from '#shared/ids';
import { type BlobReference, type Body, isBlobReference } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { type BodyKind, mapBodies } from './bodies';
import { INLINE_BODY_BYTES, PREVIEW_CHARACTERS } from './limits';

export interface BlobSink {
  put(content: string): BlobHash | null;
  lengthOf(blob: BlobHash): number;
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
  if (isBlobReference(body) || isShort(body)) return body;
  // What cannot be kept apart stays in its line, which can hold it.
  const blob = blobs.put(body);
  if (blob === null) return body;
  const bytes = blobs.lengthOf(blob);
  return kind === 'text' ? { blob, bytes, preview: previewOf(body) } : { blob, bytes };
}

/** Most are told by their number of characters, each of which takes one to three bytes. */
function isShort(text: string): boolean {
  if (text.length > INLINE_BODY_BYTES) return false;
  return text.length * 3 <= INLINE_BODY_BYTES || Buffer.byteLength(text) <= INLINE_BODY_BYTES;
}

function previewOf(text: string): string {
  const cut = text.slice(0, PREVIEW_CHARACTERS);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
