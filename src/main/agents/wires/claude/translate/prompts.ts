import type { ContentBlock } from '#shared/session/content';
import { fenced } from '#shared/text/markdownText';
import { loaded, mention, type PromptWriters, resourceName, writePrompt } from '../../promptParts';

/**
 * The user's prompt in the format of the model's API. Throws a `ConnectionError` for content that
 * the API does not accept.
 */
export function promptToWire(content: readonly ContentBlock[]): readonly object[] {
  return writePrompt(content, writers, null);
}

/** The prompt as one text; null if it contains anything else. */
export function plainText(blocks: readonly object[]): string | null {
  const texts = blocks.map((block) => ('text' in block ? block.text : null));
  return texts.includes(null) ? null : texts.join('\n');
}

const writers: PromptWriters<object, null> = {
  text: ({ text }) => ({ type: 'text', text }),
  image: ({ mimeType, data }) => ({ type: 'image', source: base64(mimeType, loaded(data)) }),
  link: ({ name, uri }) => ({ type: 'text', text: mention(name, uri) }),
  resource: resourceToWire,
};

function resourceToWire(block: Extract<ContentBlock, { type: 'resource' }>): object {
  const { uri, mimeType, text, data } = block;
  if (text !== undefined) return { type: 'text', text: fenced(loaded(text), uri) };
  if (data !== undefined && mimeType === 'application/pdf') {
    return { type: 'document', source: base64(mimeType, loaded(data)) };
  }
  return { type: 'text', text: mention(resourceName(uri), uri) };
}

function base64(mediaType: string, data: string): object {
  return { type: 'base64', media_type: mediaType, data };
}
