import type { TextRule } from '#main/agents/lines/joinedLines';
import type { Annotations, ContentBlock } from '#shared/session/content';
import { isRecord, type JsonRecord, jsonText, labelOf, type Mutable, textsOf } from '../../json';

type Block<T extends ContentBlock['type']> = Mutable<Extract<ContentBlock, { type: T }>>;

/** Null for malformed content; an unknown type is kept as unknown content. */
export function contentFromWire(value: unknown): ContentBlock | null {
  if (!isRecord(value)) return null;
  switch (value.type) {
    case 'text':
      return typeof value.text === 'string' ? { type: 'text', text: value.text } : null;
    case 'image':
      return imageFromWire(value);
    case 'audio':
      return typeof value.data === 'string' && typeof value.mimeType === 'string'
        ? { type: 'audio', data: value.data, mimeType: value.mimeType }
        : null;
    case 'resource_link':
      return linkFromWire(value);
    case 'resource':
      return resourceFromWire(value.resource);
    default:
      return typeof value.type === 'string' ? unknownContent(value.type, value) : null;
  }
}

export function unknownContent(label: string, raw: unknown): Block<'unknown'> {
  return { type: 'unknown', label: labelOf(label, 'content'), raw: jsonText(raw) };
}

/** The text in a list of blocks, for places that can hold only text. */
export function plainText(blocks: readonly unknown[]): string {
  return blocks
    .map(contentFromWire)
    .map((block) => (block?.type === 'text' ? block.text : ''))
    .join('');
}

function imageFromWire(value: JsonRecord): ContentBlock | null {
  if (typeof value.data !== 'string' || typeof value.mimeType !== 'string') return null;
  const image: Block<'image'> = { type: 'image', data: value.data, mimeType: value.mimeType };
  if (typeof value.uri === 'string') image.uri = value.uri;
  return image;
}

function linkFromWire(value: JsonRecord): ContentBlock | null {
  if (typeof value.uri !== 'string') return null;
  const link: Block<'link'> = {
    type: 'link',
    uri: value.uri,
    name: labelOf(value.name, '') || labelOf(value.title, value.uri),
  };
  if (typeof value.mimeType === 'string') link.mimeType = value.mimeType;
  const title = labelOf(value.title, '');
  if (title !== '' && title !== link.name) link.title = title;
  if (typeof value.description === 'string') link.description = value.description;
  if (typeof value.size === 'number') link.size = value.size;
  const annotations = annotationsFromWire(value.annotations);
  if (annotations) link.annotations = annotations;
  return link;
}

/** Null when there are none. */
function annotationsFromWire(value: unknown): Annotations | null {
  if (!isRecord(value)) return null;
  const annotations: Mutable<Annotations> = {};
  const audience = textsOf(value.audience);
  if (audience.length > 0) annotations.audience = audience;
  if (typeof value.priority === 'number') annotations.priority = value.priority;
  if (typeof value.lastModified === 'string') annotations.lastModified = value.lastModified;
  return Object.keys(annotations).length === 0 ? null : annotations;
}

function resourceFromWire(value: unknown): ContentBlock | null {
  if (!isRecord(value) || typeof value.uri !== 'string') return null;
  const resource: Block<'resource'> = { type: 'resource', uri: value.uri };
  if (typeof value.mimeType === 'string') resource.mimeType = value.mimeType;
  if (typeof value.text === 'string') resource.text = value.text;
  else if (typeof value.blob === 'string') resource.data = value.blob;
  else return null;
  return resource;
}

const CHUNKS: ReadonlySet<unknown> = new Set(['agent_message_chunk', 'agent_thought_chunk']);

interface Chunk {
  readonly params: JsonRecord;
  readonly update: JsonRecord;
  readonly content: JsonRecord;
  readonly text: string;
}

/** Recognizes pieces of an agent's messages and thoughts, in either version. */
export const chunkText: TextRule = {
  textOf: (message) => chunkOf(message)?.text ?? null,
  withText: (message, text) => {
    const chunk = chunkOf(message);
    if (chunk === null) return message;
    const { params, update, content } = chunk;
    return {
      ...message,
      params: { ...params, update: { ...update, content: { ...content, text } } },
    };
  },
};

function chunkOf(message: object): Chunk | null {
  const { method, id, params } = message as JsonRecord;
  if (method !== 'session/update' || id !== undefined || !isRecord(params)) return null;
  const { update } = params;
  if (!isRecord(update) || !CHUNKS.has(update.sessionUpdate)) return null;
  const { content } = update;
  if (!isRecord(content) || content.type !== 'text') return null;
  return typeof content.text === 'string' ? { params, update, content, text: content.text } : null;
}
