import type { AgentPowers } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import { loaded, notTaken, type PromptWriters, writePrompt } from '../../promptParts';
import { formatOf } from './content';

type Accepted = AgentPowers['prompt'];

/** The user's prompt. Throws a `ConnectionError` for content that this agent accepts in no form. */
export function promptToWire(
  content: readonly ContentBlock[],
  accepted: Accepted,
): readonly object[] {
  return writePrompt(content, writers, accepted);
}

const writers: PromptWriters<object, Accepted> = {
  text: ({ text }) => ({ type: 'text', text }),
  image: ({ mimeType, data }, accepted) => {
    if (!accepted.image) throw notTaken('images');
    return { type: 'image', format: formatOf(mimeType), data: loaded(data) };
  },
  audio: ({ mimeType, data }, accepted) => {
    if (!accepted.audio) throw notTaken('audio');
    return { type: 'audio', format: formatOf(mimeType), data: loaded(data) };
  },
  link: ({ uri, mimeType }) => linkToWire(uri, mimeType),
  resource: ({ uri, mimeType, text }) => {
    if (text === undefined) return linkToWire(uri, mimeType);
    return { type: 'resource', uri, mime_type: mimeType ?? 'text/plain', content: loaded(text) };
  },
};

function linkToWire(uri: string, mimeType: string | undefined): object {
  const type = 'resource_link';
  return mimeType === undefined ? { type, uri } : { type, uri, mime_type: mimeType };
}
