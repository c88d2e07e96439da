import type { ContentBlock, PlanBody } from '../content';
import type { ElicitationQuestion } from '../request/requests';

/** The sign that a terminal shows before the text of each speaker. */
export const speakers = { agent: '»', thought: '~', user: '>' } as const;

export function numbered<T>(name: (item: T) => string): (item: T, index: number) => string {
  return (item, index) => `  ${index + 1}. ${name(item)}`;
}

export function blockLine(content: ContentBlock): string {
  return content.type === 'text' ? content.text : `[${content.type}]`;
}

export function planLines(body: PlanBody): string {
  switch (body.type) {
    case 'items':
      return body.items.map(({ status, content }) => `☐ ${content} (${status})`).join('\n');
    case 'markdown':
      return body.text;
    case 'file':
      return `☐ ${body.uri}`;
  }
}

export function elicitationLines({ message, body }: ElicitationQuestion): string {
  if (body.type === 'url') return `? ${message}\n  ${body.url}\n  1. Done\n  2. No`;
  const fields = body.fields.map(({ key, title, type }) => `  "${key}": ${title} (${type})`);
  return [`? ${message}`, ...fields, '  Answer with a JSON object, or with an empty line.'].join(
    '\n',
  );
}
