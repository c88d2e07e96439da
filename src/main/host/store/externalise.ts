import { ownText } from '#main/base/ownText';
import type { BlobHash } from '#shared/ids';
import { type BlobReference, type Body, isBlobReference } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { type BodyKind, mapBodies } from './bodies';
import {
  INLINE_BODY_BYTES,
  INLINE_SHOWN_BYTES,
  MENDED_CHARACTERS,
  PREVIEW_CHARACTERS,
} from './limits';

export interface BlobSink {
  put(content: string): BlobHash | null;
  lengthOf(blob: BlobHash): number;
}

export interface BlobSource {
  get(hash: BlobHash): Promise<Buffer | null>;
}

/** Moves the long bodies of an event into blobs; what is said is no body and stays where it is. */
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
  if (isBlobReference(body) || isShort(body, kind)) return body;
  // What cannot be kept apart stays in its line, which can hold it.
  const blob = blobs.put(body) ?? (isMendable(body) ? blobs.put(body.toWellFormed()) : null);
  if (blob === null) return body;
  const bytes = blobs.lengthOf(blob);
  return kind === 'binary' ? { blob, bytes } : { blob, bytes, preview: previewOf(body) };
}

/** Most are told by their number of characters, each of which takes one to three bytes. */
function isShort(text: string, kind: BodyKind): boolean {
  const limit = kind === 'shown' ? INLINE_SHOWN_BYTES : INLINE_BODY_BYTES;
  if (text.length > limit) return false;
  return text.length * 3 <= limit || Buffer.byteLength(text) <= limit;
}

/** Halves of characters are kept where there are few of them; in a long text they are damage. */
function isMendable(text: string): boolean {
  return text.length > MENDED_CHARACTERS && !text.isWellFormed();
}

function previewOf(text: string): string {
  const cut = text.slice(0, PREVIEW_CHARACTERS);
  return ownText(/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut);
}
