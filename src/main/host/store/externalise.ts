import { ownText } from '#main/base/ownText';
import type { BlobHash } from '#shared/ids';
import type { AskedFacts } from '#shared/session/askedFacts';
import {
  type BlobReference,
  type Body,
  type ContentBlock,
  isBlobReference,
  type ToolBlock,
  type ToolContent,
} from '#shared/session/content';
import type { EventOf, SessionEvent, ToolFields } from '#shared/session/events';
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

/** Text can be previewed, base64 cannot; what is shown at once is worth keeping at hand. */
type BodyKind = 'text' | 'binary' | 'shown';
type MapBody = (body: Body, kind: BodyKind) => Body;

/**
 * Replaces the bodies of an event. The same event comes back when none changed. By type, not by
 * walking the whole event: this runs for each of them.
 */
export function mapBodies(event: SessionEvent, map: MapBody): SessionEvent {
  switch (event.type) {
    case 'message.appended': {
      const content = mapBlock(event.content, map);
      return content === event.content ? event : { ...event, content };
    }
    case 'tool.updated':
      return mapTool(event, map);
    case 'turn.started':
    case 'turn.steered':
    case 'prompt.queued':
    case 'prompt.edited': {
      const content = mapList(event.content, (block) => mapBlock(block, map));
      return content === event.content ? event : { ...event, content };
    }
    case 'permission.asked': {
      const { asked } = event.question;
      const mapped = asked && mapFacts(asked, map);
      return mapped === undefined || mapped === asked
        ? event
        : { ...event, question: { ...event.question, asked: mapped } };
    }
    case 'terminal.ended': {
      const tail = map(event.tail, 'text');
      return tail === event.tail ? event : { ...event, tail };
    }
    case 'unknown.received': {
      const raw = map(event.raw, 'text');
      return raw === event.raw ? event : { ...event, raw };
    }
    default:
      return event;
  }
}

function mapTool(event: EventOf<'tool.updated'>, map: MapBody): EventOf<'tool.updated'> {
  const changed: { -readonly [K in keyof ToolFields]: ToolFields[K] } = {};
  if (event.input != null) changed.input = map(event.input, 'text');
  if (event.output != null) changed.output = map(event.output, 'text');
  if (event.content != null) {
    changed.content = mapList(event.content, (content) => mapToolContent(content, map));
  }
  const isSame =
    changed.input === (event.input ?? undefined) &&
    changed.output === (event.output ?? undefined) &&
    changed.content === (event.content ?? undefined);
  return isSame ? event : { ...event, ...changed };
}

function mapFacts(facts: AskedFacts, map: MapBody): AskedFacts {
  const input = facts.input === null ? null : map(facts.input, 'text');
  const content = mapList(facts.content, (one) => mapToolContent(one, map));
  const isSame = input === facts.input && content === facts.content;
  return isSame ? facts : { ...facts, input, content };
}

function mapToolContent(content: ToolContent, map: MapBody): ToolContent {
  switch (content.type) {
    case 'content': {
      const block = mapToolBlock(content.content, map);
      return block === content.content ? content : { ...content, content: block };
    }
    case 'diff': {
      const before = content.before === null ? null : map(content.before, 'text');
      const after = content.after === null ? null : map(content.after, 'text');
      const isSame = before === content.before && after === content.after;
      return isSame ? content : { ...content, before, after };
    }
    case 'patch': {
      const patch = map(content.patch, 'text');
      return patch === content.patch ? content : { ...content, patch };
    }
    case 'unknown': {
      const raw = map(content.raw, 'text');
      return raw === content.raw ? content : { ...content, raw };
    }
    default:
      return content;
  }
}

/** Unlike what is said, text that a tool call shows is a body: it is replaced as a whole. */
function mapToolBlock(block: ToolBlock, map: MapBody): ToolBlock {
  if (block.type !== 'text') return mapBlock(block, map);
  const text = map(block.text, 'shown');
  return text === block.text ? block : { ...block, text };
}

function mapBlock<B extends ContentBlock | ToolBlock>(block: B, map: MapBody): B {
  return mapBlockBodies(block, map) as B;
}

function mapBlockBodies(block: ContentBlock | ToolBlock, map: MapBody): ContentBlock | ToolBlock {
  switch (block.type) {
    case 'image':
    case 'audio': {
      const data = map(block.data, 'binary');
      return data === block.data ? block : { ...block, data };
    }
    case 'resource': {
      const text = block.text === undefined ? undefined : map(block.text, 'text');
      const data = block.data === undefined ? undefined : map(block.data, 'binary');
      if (text === block.text && data === block.data) return block;
      return {
        ...block,
        ...(text === undefined ? {} : { text }),
        ...(data === undefined ? {} : { data }),
      };
    }
    case 'unknown': {
      const raw = map(block.raw, 'text');
      return raw === block.raw ? block : { ...block, raw };
    }
    default:
      return block;
  }
}

function mapList<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}
