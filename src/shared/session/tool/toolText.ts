import type { ToolKind } from '#shared/session/content';

/** Kinds whose results are the words of a model. */
const wordKinds: ReadonlySet<ToolKind> = new Set(['think', 'switch_mode', 'fetch']);

export interface ToolText {
  readonly type: 'plain' | 'markdown';
  readonly text: string;
}

const fenced = /^\s*(`{3,})([\w-]*)\n([\s\S]*?)\n?\1\s*$/;
const fence = /^(```|~~~)/m;

/**
 * Pure: how a tool's text is drawn. One block of code is shown without its marks; a text of other
 * tools is Markdown if it has such blocks in it. Everything else is what a program printed or a
 * file holds.
 */
export function toolText(text: string, kind: ToolKind): ToolText {
  const [, marks = '', , code] = fenced.exec(text) ?? [];
  const isOneBlock = code !== undefined && !code.split('\n').some((line) => line.startsWith(marks));
  if (isOneBlock) return { type: 'plain', text: code };
  const isMarkdown = wordKinds.has(kind) || (kind === 'other' && fence.test(text));
  return { type: isMarkdown ? 'markdown' : 'plain', text };
}
