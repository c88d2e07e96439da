import { ConnectionError } from '#main/agents/connection';
import { type Body, type ContentBlock, isBlobReference } from '#shared/session/content';
import { blockKind } from '#shared/session/kinds/blockKinds';

/**
 * How a wire writes each kind of block in the user's prompt; `accepted` is what the agent
 * advertised. Kinds without a writer are refused, with the text of their row in `blockKinds`.
 */
export type PromptWriters<Written, Accepted> = {
  readonly [T in ContentBlock['type']]?: (
    block: Extract<ContentBlock, { type: T }>,
    accepted: Accepted,
  ) => Written;
};

/** Throws a `ConnectionError` for content that the agent accepts in no form. */
export function writePrompt<Written, Accepted>(
  content: readonly ContentBlock[],
  writers: PromptWriters<Written, Accepted>,
  accepted: Accepted,
): Written[] {
  // The cast is safe: each writer gets only blocks of its own type.
  type Writer = (block: ContentBlock, accepted: Accepted) => Written;
  return content.map((block) => {
    if (!Object.hasOwn(writers, block.type)) {
      throw notTaken(blockKind(block)?.refused(block) ?? `“${block.type}” content`);
    }
    return (writers[block.type] as Writer)(block, accepted);
  });
}

/** The display name of a resource without a name: the last part of its address. */
export function resourceName(uri: string): string {
  return uri.split('/').at(-1) || uri;
}

/** A mention of a file in the format that terminal agents use. */
export function mention(name: string, uri: string): string {
  return `[@${name}](${uri})`;
}

export function loaded(body: Body): string {
  if (!isBlobReference(body)) return body;
  throw new ConnectionError('invalid-request', 'An attachment was not loaded before it was sent.');
}

export function notTaken(what: string): ConnectionError {
  return new ConnectionError('unsupported', `This agent does not accept ${what}.`);
}
