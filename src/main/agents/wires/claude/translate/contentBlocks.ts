import type { ContentBlock } from '#shared/session/content';
import { isRecord, type JsonRecord, jsonText, labelOf, textOr } from '../../json';

/** A block of a message or of a tool's result. Unknown blocks are kept as unknown content. */
export function contentFromBlock(block: JsonRecord): ContentBlock {
  const content = knownContent(block);
  return (
    content ?? { type: 'unknown', label: labelOf(block.type, 'content'), raw: jsonText(block) }
  );
}

function knownContent(block: JsonRecord): ContentBlock | null {
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' ? { type: 'text', text: block.text } : null;
    case 'image':
      return isRecord(block.source) ? imageFrom(block.source) : null;
    case 'document':
      return isRecord(block.source) ? documentFrom(block.source, textOr(block.title, '')) : null;
    default:
      return null;
  }
}

function imageFrom({ type, data, media_type: mimeType, url }: JsonRecord): ContentBlock | null {
  if (type === 'base64' && typeof data === 'string' && typeof mimeType === 'string') {
    return { type: 'image', data, mimeType };
  }
  return type === 'url' && typeof url === 'string' ? { type: 'link', uri: url, name: url } : null;
}

function documentFrom(source: JsonRecord, title: string): ContentBlock | null {
  const { type, data, media_type: mimeType, url } = source;
  const kind = typeof mimeType === 'string' ? { mimeType } : {};
  if (type === 'base64' && typeof data === 'string') {
    return { type: 'resource', uri: title, ...kind, data };
  }
  if (type === 'text' && typeof data === 'string') {
    return { type: 'resource', uri: title, ...kind, text: data };
  }
  return type === 'url' && typeof url === 'string'
    ? { type: 'link', uri: url, name: title || url }
    : null;
}

const ASIDE = '<system-reminder>';
const ASIDE_END = '</system-reminder>';
const errorTags = /^<tool_use_error>([\s\S]*)<\/tool_use_error>$/;

/** The result of a tool, without the parts that are meant only for the model. */
export function resultContent(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return textBlocks(content);
  if (!Array.isArray(content)) return [];
  return content.filter(isRecord).flatMap((block) => {
    const shown = contentFromBlock(block);
    return shown.type === 'text' ? textBlocks(shown.text) : [shown];
  });
}

/** The text of a result, for places that can hold only text. */
export function resultText(content: unknown): string {
  return resultContent(content)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('');
}

function textBlocks(text: string): readonly ContentBlock[] {
  const plain = withoutAsides(text);
  const shown = errorTags.exec(plain)?.[1] ?? plain;
  return shown === '' ? [] : [{ type: 'text', text: shown }];
}

/**
 * Removes the asides and the space around them in one pass, because the text may be as long as a
 * message.
 */
function withoutAsides(text: string): string {
  let shown = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(ASIDE, from);
    const end = start === -1 ? -1 : text.indexOf(ASIDE_END, start);
    if (end === -1) return shown + text.slice(from);
    shown += text.slice(from, start).trimEnd();
    from = end + ASIDE_END.length;
    from = text.length - text.slice(from).trimStart().length;
  }
}
