import type * as acp from '@agentclientprotocol/sdk/unstable';
import type { AgentPowers } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import { fenced } from '#shared/text/markdownText';
import { loaded, notTaken, type PromptWriters, resourceName, writePrompt } from '../../promptParts';

type Accepted = AgentPowers['prompt'];

/**
 * The user's prompt, in blocks that this agent accepts: text and links always, others if it
 * advertised them. Throws a `ConnectionError` for content that it accepts in no form.
 */
export function promptToWire(
  content: readonly ContentBlock[],
  accepted: Accepted,
): acp.ContentBlock[] {
  return writePrompt(content, writers, accepted);
}

const writers: PromptWriters<acp.ContentBlock, Accepted> = {
  text: ({ text }) => ({ type: 'text', text }),
  link: ({ annotations: _, ...block }) => ({ ...block, type: 'resource_link' }),
  image: (block, accepted) => {
    if (!accepted.image) throw notTaken('images');
    const image = { type: 'image' as const, data: loaded(block.data), mimeType: block.mimeType };
    return block.uri === undefined ? image : { ...image, uri: block.uri };
  },
  audio: (block, accepted) => {
    if (!accepted.audio) throw notTaken('audio');
    return { type: 'audio', data: loaded(block.data), mimeType: block.mimeType };
  },
  resource: resourceToWire,
};

function resourceToWire(
  { uri, mimeType, text, data }: Extract<ContentBlock, { type: 'resource' }>,
  accepted: Accepted,
): acp.ContentBlock {
  const type = mimeType === undefined ? {} : { mimeType };
  if (text !== undefined) {
    const loadedText = loaded(text);
    return accepted.embeddedContext
      ? { type: 'resource', resource: { uri, ...type, text: loadedText } }
      : { type: 'text', text: fenced(loadedText, uri) };
  }
  if (data !== undefined && accepted.embeddedContext) {
    return { type: 'resource', resource: { uri, ...type, blob: loaded(data) } };
  }
  return { type: 'resource_link', uri, name: resourceName(uri), ...type };
}
