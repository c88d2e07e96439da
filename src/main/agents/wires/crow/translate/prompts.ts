import type { AgentPowers } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import { fenced } from '#shared/text/markdownText';
import { loaded, notTaken, type PromptWriters, resourceName, writePrompt } from '../../promptParts';

type Accepted = AgentPowers['prompt'];

/** The user's prompt. Throws a `ConnectionError` for content that the agent accepts in no form. */
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
    return { type: 'image', data: loaded(data), mime_type: mimeType };
  },
  link: ({ uri, name, mimeType }, accepted) => linkToWire(uri, name, mimeType, accepted),
  resource: resourceToWire,
};

function resourceToWire(
  { uri, mimeType, text, data }: Extract<ContentBlock, { type: 'resource' }>,
  accepted: Accepted,
): object {
  const type = mimeType === undefined ? {} : { mime_type: mimeType };
  if (text !== undefined) {
    return accepted.embeddedContext
      ? { type: 'resource', resource: { uri, ...type, text: loaded(text) } }
      : { type: 'text', text: fenced(loaded(text), uri) };
  }
  if (data !== undefined && accepted.embeddedContext) {
    return { type: 'resource', resource: { uri, ...type, blob: loaded(data) } };
  }
  return linkToWire(uri, resourceName(uri), mimeType, accepted);
}

/** An agent that does not accept resources gets the address as text. */
function linkToWire(
  uri: string,
  name: string,
  mimeType: string | undefined,
  accepted: Accepted,
): object {
  if (!accepted.embeddedContext) return { type: 'text', text: uri };
  const type = mimeType === undefined ? {} : { mime_type: mimeType };
  return { type: 'resource_link', uri, name, ...type };
}
