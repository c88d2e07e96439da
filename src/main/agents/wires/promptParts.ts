import { ConnectionError } from '#main/agents/connection';
import { type Body, isBlobReference } from '#shared/session/content';

/** An embedded text for agents that take plain text only. */
export function fenced(uri: string, text: string): string {
  // Longer than any run of backticks within, so that the text cannot end the fence.
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${uri}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** What to call a resource that has no name: the last part of its address. */
export function resourceName(uri: string): string {
  return uri.split('/').at(-1) || uri;
}

/** As the user would name a file at the prompt of a terminal agent. */
export function mention(name: string, uri: string): string {
  return `[@${name}](${uri})`;
}

export function loaded(body: Body): string {
  if (!isBlobReference(body)) return body;
  throw new ConnectionError('invalid-request', 'An attachment was not loaded before it was sent.');
}

export function notTaken(what: string): ConnectionError {
  return new ConnectionError('unsupported', `This agent does not take ${what}.`);
}
