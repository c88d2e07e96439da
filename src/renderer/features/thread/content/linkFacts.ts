import type { ContentBlock } from '#shared/session/content';
import { formatBytes } from '#shared/text/formatBytes';
import { dateText } from '#window/state/age';

/** The agent's facts about a link besides its name, each in a few words. */
export function linkFacts(
  {
    title,
    name,
    description,
    mimeType,
    size,
    annotations,
  }: Extract<ContentBlock, { type: 'link' }>,
  now = Date.now(),
): readonly string[] {
  const facts: string[] = [];
  if (title !== undefined && title !== name) facts.push(name);
  if (description !== undefined && description !== '') facts.push(description);
  if (mimeType !== undefined && mimeType !== '') facts.push(mimeType);
  if (size !== undefined && size >= 0) facts.push(formatBytes(size));
  const changed = Date.parse(annotations?.lastModified ?? '');
  if (!Number.isNaN(changed)) facts.push(`changed ${dateText(changed, now)}`);
  const { audience = [], priority } = annotations ?? {};
  if (audience.length > 0) facts.push(`for the ${audience.map(readerName).join(' and the ')}`);
  if (priority !== undefined) facts.push(`priority ${Math.round(priority * 100)} %`);
  return facts;
}

function readerName(role: string): string {
  return role === 'assistant' ? 'agent' : role;
}
