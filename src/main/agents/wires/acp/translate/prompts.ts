import type * as acp from '@agentclientprotocol/sdk/unstable';
import { assertNever } from '#shared/errors';
import type { AgentPowers } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import { fenced, loaded, notTaken, resourceName } from '../../promptParts';

type Accepted = AgentPowers['prompt'];

/**
 * What the user says, in the blocks that this agent takes: text and links always, the rest as it
 * advertised. Throws a `ConnectionError` for what it could not take in any form.
 */
export function promptToWire(
  content: readonly ContentBlock[],
  accepted: Accepted,
): acp.ContentBlock[] {
  return content.map((block) => blockToWire(block, accepted));
}

function blockToWire(block: ContentBlock, accepted: Accepted): acp.ContentBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'link':
      return { ...block, type: 'resource_link' };
    case 'image': {
      if (!accepted.image) throw notTaken('images');
      const image = { type: 'image' as const, data: loaded(block.data), mimeType: block.mimeType };
      return block.uri === undefined ? image : { ...image, uri: block.uri };
    }
    case 'audio':
      if (!accepted.audio) throw notTaken('audio');
      return { type: 'audio', data: loaded(block.data), mimeType: block.mimeType };
    case 'resource':
      return resourceToWire(block, accepted);
    case 'unknown':
      throw notTaken(`“${block.label}” content`);
    default:
      return assertNever(block);
  }
}

function resourceToWire(
  { uri, mimeType, text, data }: Extract<ContentBlock, { type: 'resource' }>,
  accepted: Accepted,
): acp.ContentBlock {
  const type = mimeType === undefined ? {} : { mimeType };
  if (text !== undefined) {
    const loadedText = loaded(text);
    return accepted.embeddedContext
      ? { type: 'resource', resource: { uri, ...type, text: loadedText } }
      : { type: 'text', text: fenced(uri, loadedText) };
  }
  if (data !== undefined && accepted.embeddedContext) {
    return { type: 'resource', resource: { uri, ...type, blob: loaded(data) } };
  }
  return { type: 'resource_link', uri, name: resourceName(uri), ...type };
}
