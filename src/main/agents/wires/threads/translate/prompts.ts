import type { ContentBlock } from '#shared/session/content';
import { fenced } from '#shared/text/markdownText';
import { loaded, type PromptWriters, writePrompt } from '../../promptParts';
import { type ThreadTextChunk, textChunk } from '../messages';

/**
 * The user's prompt as text, because the draft supports nothing else. Throws a `ConnectionError`
 * for images.
 */
export function promptToWire(content: readonly ContentBlock[]): readonly ThreadTextChunk[] {
  return writePrompt(content, writers, null).map(textChunk);
}

const writers: PromptWriters<string, null> = {
  text: ({ text }) => text,
  link: ({ uri }) => uri,
  resource: ({ uri, text }) => (text === undefined ? uri : fenced(loaded(text), uri)),
};
