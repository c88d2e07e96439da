import type { ContentBlock } from '#shared/session/content';

type Link = Extract<ContentBlock, { type: 'link' }>;

/** A part of a prompt's text: as typed, or a file that it names. */
export type PromptPart = string | Link;

/** A text with more is not a text with mentions, but one that happens to hold names. */
const MENTIONS = 100;

/**
 * Pure: the parts of a prompt's text, with a link in place of each `@name` of a file that was sent
 * along.
 */
export function promptParts(text: string, links: readonly Link[]): readonly PromptPart[] {
  const known = new Map(links.slice(0, MENTIONS).map((link) => [`@${link.name}`, link]));
  if (known.size === 0) return [text];
  const parts: PromptPart[] = [];
  let shown = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    // The longest name wins: `@src/a.ts` is not `@src/a`.
    const name = [...known.keys()]
      .filter((one) => text.startsWith(one, at))
      .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
    const link = known.get(name);
    if (link === undefined) continue;
    if (at > shown) parts.push(text.slice(shown, at));
    parts.push(link);
    shown = at + name.length;
  }
  if (shown < text.length) parts.push(text.slice(shown));
  return parts;
}
