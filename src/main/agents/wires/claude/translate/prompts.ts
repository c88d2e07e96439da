import { assertNever } from '#shared/errors';
import type { ContentBlock } from '#shared/session/content';
import { fenced, loaded, mention, notTaken, resourceName } from '../../promptParts';

/** What the user says, as the model's API takes it. Throws a `ConnectionError` for what it does not. */
export function promptToWire(content: readonly ContentBlock[]): readonly object[] {
  return content.map(blockToWire);
}

function blockToWire(block: ContentBlock): object {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', source: base64(block.mimeType, loaded(block.data)) };
    case 'link':
      return { type: 'text', text: mention(block.name, block.uri) };
    case 'resource':
      return resourceToWire(block);
    case 'audio':
      throw notTaken('audio');
    case 'unknown':
      throw notTaken(`“${block.label}” content`);
    default:
      return assertNever(block);
  }
}

function resourceToWire(block: Extract<ContentBlock, { type: 'resource' }>): object {
  const { uri, mimeType, text, data } = block;
  if (text !== undefined) return { type: 'text', text: fenced(uri, loaded(text)) };
  if (data !== undefined && mimeType === 'application/pdf') {
    return { type: 'document', source: base64(mimeType, loaded(data)) };
  }
  return { type: 'text', text: mention(resourceName(uri), uri) };
}

function base64(mediaType: string, data: string): object {
  return { type: 'base64', media_type: mediaType, data };
}
