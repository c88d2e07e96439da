import { contentFromWire as contentFromAcp } from '#main/agents/wires/acp/translate/content';
import type { ContentBlock } from '#shared/session/content';
import { isRecord, type JsonRecord, jsonText, labelOf } from '../../json';

/** Formats whose media type differs from their name. */
const subtypes: ReadonlyMap<string, string> = new Map([
  ['jpg', 'jpeg'],
  ['svg', 'svg+xml'],
  ['mp3', 'mpeg'],
]);
const formats: ReadonlyMap<string, string> = new Map([
  ['svg+xml', 'svg'],
  ['mpeg', 'mp3'],
  ['x-wav', 'wav'],
  ['wave', 'wav'],
]);

/** Null for malformed content; an unknown type is kept as unknown content. */
export function contentFromWire(value: unknown): ContentBlock | null {
  if (!isRecord(value)) return null;
  switch (value.type) {
    case 'text':
      return typeof value.text === 'string' ? { type: 'text', text: value.text } : null;
    case 'image':
    case 'audio':
      return mediaFromWire(value.type, value);
    case 'resource':
      return typeof value.uri === 'string' && typeof value.content === 'string'
        ? { type: 'resource', uri: value.uri, ...mimeTypeOf(value), text: value.content }
        : contentFromAcp(value);
    case 'resource_link':
      return typeof value.uri === 'string'
        ? contentFromAcp({ name: lastPart(value.uri), ...value, ...mimeTypeOf(value) })
        : null;
    default:
      return typeof value.type === 'string' ? unknownContent(value.type, value) : null;
  }
}

export function unknownContent(label: string, raw: unknown): ContentBlock {
  return { type: 'unknown', label: labelOf(label, 'content'), raw: jsonText(raw) };
}

/** A media type in this dialect, such as `png` for `image/png`. */
export function formatOf(mimeType: string): string {
  const subtype = mimeType.slice(mimeType.indexOf('/') + 1).toLowerCase();
  return formats.get(subtype) ?? subtype;
}

function lastPart(uri: string): string {
  return uri.split('/').findLast((part) => part !== '') ?? uri;
}

function mediaFromWire(type: 'image' | 'audio', value: JsonRecord): ContentBlock | null {
  const { format, data } = value;
  if (typeof format !== 'string') return contentFromAcp(value);
  if (typeof data !== 'string') return null;
  const subtype = subtypes.get(format.toLowerCase()) ?? format.toLowerCase();
  return { type, data, mimeType: `${type}/${subtype}` };
}

function mimeTypeOf(value: JsonRecord): { mimeType?: string } {
  return typeof value.mime_type === 'string' ? { mimeType: value.mime_type } : {};
}
