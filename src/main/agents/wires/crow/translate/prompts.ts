import { assertNever } from '#shared/errors';
import type { AgentPowers } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import { fenced, loaded, notTaken, resourceName } from '../../promptParts';

type Accepted = AgentPowers['prompt'];

/** What the user says. Throws a `ConnectionError` for what this agent could not take in any form. */
export function promptToWire(
  content: readonly ContentBlock[],
  accepted: Accepted,
): readonly object[] {
  return content.map((block) => blockToWire(block, accepted));
}

function blockToWire(block: ContentBlock, accepted: Accepted): object {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      if (!accepted.image) throw notTaken('images');
      return { type: 'image', data: loaded(block.data), mime_type: block.mimeType };
    case 'audio':
      throw notTaken('audio');
    case 'link':
      return linkToWire(block.uri, block.name, block.mimeType, accepted);
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
): object {
  const type = mimeType === undefined ? {} : { mime_type: mimeType };
  if (text !== undefined) {
    return accepted.embeddedContext
      ? { type: 'resource', resource: { uri, ...type, text: loaded(text) } }
      : { type: 'text', text: fenced(uri, loaded(text)) };
  }
  if (data !== undefined && accepted.embeddedContext) {
    return { type: 'resource', resource: { uri, ...type, blob: loaded(data) } };
  }
  return linkToWire(uri, resourceName(uri), mimeType, accepted);
}

/** An agent that takes no resources can still read where something is. */
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
