import { assertNever } from '#shared/errors';
import type { AgentPowers } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import { loaded, notTaken } from '../../promptParts';
import { formatOf } from './content';

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
      return { type: 'image', format: formatOf(block.mimeType), data: loaded(block.data) };
    case 'audio':
      if (!accepted.audio) throw notTaken('audio');
      return { type: 'audio', format: formatOf(block.mimeType), data: loaded(block.data) };
    case 'link':
      return linkToWire(block.uri, block.mimeType);
    case 'resource':
      if (block.text === undefined) return linkToWire(block.uri, block.mimeType);
      return {
        type: 'resource',
        uri: block.uri,
        mime_type: block.mimeType ?? 'text/plain',
        content: loaded(block.text),
      };
    case 'unknown':
      throw notTaken(`“${block.label}” content`);
    default:
      return assertNever(block);
  }
}

function linkToWire(uri: string, mimeType: string | undefined): object {
  const type = 'resource_link';
  return mimeType === undefined ? { type, uri } : { type, uri, mime_type: mimeType };
}
