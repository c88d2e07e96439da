import { assertNever } from '#shared/errors';
import type { ContentBlock } from '#shared/session/content';
import { fenced, loaded, mention, notTaken, resourceName } from '../../promptParts';

/** What the user says, as Codex takes it. Throws a `ConnectionError` for what it does not. */
export function promptToWire(content: readonly ContentBlock[]): readonly object[] {
  return content.map(blockToWire);
}

function blockToWire(block: ContentBlock): object {
  switch (block.type) {
    case 'text':
      return text(block.text);
    case 'image':
      return { type: 'image', url: `data:${block.mimeType};base64,${loaded(block.data)}` };
    case 'link':
      return text(mention(block.name, block.uri));
    case 'resource':
      if (block.text !== undefined) return text(fenced(block.uri, loaded(block.text)));
      return text(mention(resourceName(block.uri), block.uri));
    case 'audio':
      throw notTaken('audio');
    case 'unknown':
      throw notTaken(`“${block.label}” content`);
    default:
      return assertNever(block);
  }
}

function text(words: string): object {
  return { type: 'text', text: words, text_elements: [] };
}
