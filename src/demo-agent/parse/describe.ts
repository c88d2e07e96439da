import { inlineCode } from '#shared/text/markdownText';
import type { Pattern, Request } from './request';

const maxQuoted = 60;

/** How texts and paths are marked within a sentence. */
export interface Style {
  readonly text: (text: string) => string;
  readonly path: (path: string) => string;
}

const inMarkdown: Style = { text: inlineCode, path: inlineCode };

/** Plain text for titles and plans. */
export const inPlainText: Style = { text: (text) => `“${text}”`, path: (path) => path };

export const bare: Style = { text: (text) => text, path: (path) => path };

/** A request in a few words, for a plan entry or a thought. */
export function describeRequest(request: Request, style: Style = inMarkdown): string {
  const { text, path } = style;
  const within = (globs: readonly string[]) =>
    globs.length === 0 ? '' : ` in ${globs.map(path).join(', ')}`;
  switch (request.kind) {
    case 'find':
      return `Find ${describePattern(request.pattern, style)}${within(request.globs)}`;
    case 'replace': {
      const replacement =
        request.replacement === '' ? 'nothing' : text(shorten(request.replacement));
      return `Replace ${describePattern(request.pattern, style)} with ${replacement}${within(request.globs)}`;
    }
    case 'read':
      return `Read ${request.path === undefined ? 'the attached file' : path(request.path)}`;
    case 'rename':
      return `Rename ${request.from === undefined ? 'the attached file' : path(request.from)} to ${path(request.to)}`;
    case 'create':
      return `Create ${path(request.path)}`;
    case 'delete':
      return `Delete ${request.paths.length === 0 ? 'the attached file' : request.paths.map(path).join(', ')}`;
    case 'run':
      return `Run ${text(shorten(request.command))}`;
    case 'explain':
      return 'Explain what I did';
    case 'help':
      return 'Say what I can do';
    case 'ask':
      return request.form === 'form' ? 'Ask with a form' : 'Ask with a link';
    case 'compact':
      return 'Compact the conversation';
    case 'mode':
      return `Switch to ${request.mode} mode`;
    case 'incomplete':
      return `Ask for what ${text(`/${request.command}`)} needs`;
    case 'unknown':
      return `Answer ${text(shorten(request.text))}`;
  }
}

export function describePattern(pattern: Pattern, style: Style = inMarkdown): string {
  if (pattern.kind === 'text') return style.text(shorten(pattern.text));
  return `the pattern ${style.text(`/${shorten(pattern.source)}/${pattern.flags}`)}`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxQuoted ? `${line.slice(0, maxQuoted - 1)}…` : line;
}
