import type { AgentPowers } from '#shared/session/agent';
import type { ContentBlock } from '#shared/session/content';
import type { Draft } from './draft/draft';

type PromptPowers = AgentPowers['prompt'];

/** Pure: the content that is sent for a draft. Files are named in the text and linked after it. */
export function promptContent(
  draft: Draft,
  cwd: string,
  powers: PromptPowers | undefined,
): readonly ContentBlock[] {
  const blocks: ContentBlock[] = [];
  const text = draft.text.trim();
  if (text !== '') blocks.push({ type: 'text', text });
  for (const path of mentionedIn(draft)) {
    blocks.push({ type: 'link', uri: fileUri(cwd, path), name: path });
  }
  for (const attachment of draft.attachments) {
    if (attachment.kind === 'image' || attachment.kind === 'audio') {
      const { kind, data, mimeType } = attachment;
      blocks.push({ type: kind, data, mimeType });
    } else if (attachment.kind === 'file') {
      blocks.push({ type: 'link', uri: fileUri('', attachment.path), name: attachment.name });
    } else if (powers?.embeddedContext) {
      const { name, mimeType, path, text: content } = attachment;
      const uri = path === null ? attachmentUri(name) : fileUri('', path);
      blocks.push({ type: 'resource', uri, mimeType, text: content });
    } else {
      blocks.push({ type: 'text', text: asText(attachment.name, attachment.text) });
    }
  }
  return blocks;
}

/** The paths that the text still mentions, in the order of the text. */
export function mentionedIn({ text, mentions }: Draft): readonly string[] {
  return [...new Set(mentions)]
    .map((path) => ({ path, at: placeOf(text, path) }))
    .filter(({ at }) => at !== -1)
    .sort((left, right) => left.at - right.at)
    .map(({ path }) => path);
}

/** The position of a mention. `@src/a.ts` does not mention `@src/a`. */
function placeOf(text: string, path: string): number {
  const name = `@${path}`;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const next = text.charAt(at + name.length);
    if (next === '' || /[\s,;:!?)\]}'"]/.test(next)) return at;
    if (next === '.' && /^\.(?:\s|$)/.test(text.slice(at + name.length))) return at;
  }
  return -1;
}

export function fileUri(cwd: string, path: string): string {
  const isAbsolute = /^(?:[\\/]|[a-z]:[\\/])/i.test(path);
  const whole = (isAbsolute ? path : `${cwd.replace(/[\\/]+$/, '')}/${path}`).replaceAll('\\', '/');
  const encoded = whole
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([a-z])%3A/i, '$1:');
  return encoded.startsWith('/') ? `file://${encoded}` : `file:///${encoded}`;
}

/** Pasted content has no path. */
function attachmentUri(name: string): string {
  return `attachment:///${encodeURIComponent(name)}`;
}

/** The text in a fence that it cannot close, for agents that accept no files. */
function asText(name: string, text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${name}:\n\n${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
