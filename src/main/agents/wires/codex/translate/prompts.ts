import type { ContentBlock } from '#shared/session/content';
import { fenced } from '#shared/text/markdownText';
import { loaded, mention, type PromptWriters, resourceName, writePrompt } from '../../promptParts';

/**
 * The user's prompt in Codex's format. Throws a `ConnectionError` for content that Codex does not
 * accept.
 */
export function promptToWire(content: readonly ContentBlock[]): readonly object[] {
  return writePrompt(content, writers, null);
}

const writers: PromptWriters<object, null> = {
  text: (block) => text(block.text),
  image: ({ mimeType, data }) => ({
    type: 'image',
    url: `data:${mimeType};base64,${loaded(data)}`,
  }),
  link: ({ name, uri }) => text(mention(name, uri)),
  resource: (block) => {
    if (block.text !== undefined) return text(fenced(loaded(block.text), block.uri));
    return text(mention(resourceName(block.uri), block.uri));
  },
};

function text(words: string): object {
  return { type: 'text', text: words, text_elements: [] };
}
