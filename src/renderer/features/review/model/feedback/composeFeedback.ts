import type { Hunk } from '#shared/airlock/change';
import { QUOTED_LINE, QUOTED_LINES } from '#window/features/review/limits';
import { type LineComment, lineNumbers } from './lineComment';

/** A hunk that the user rejected, with the lines that the agent wanted there. */
export interface RejectedHunk {
  readonly path: string;
  readonly hunk: Hunk;
  /**
   * Lines of the proposed text; of the base if the hunk only removed. Empty for files that are not
   * text.
   */
  readonly lines: readonly string[];
}

export interface Feedback {
  readonly comments: readonly LineComment[];
  readonly refusals: readonly RejectedHunk[];
  /** Whether rejected lines were reverted where the agent works. */
  readonly isReverted: boolean;
}

/**
 * The prompt that tells an agent about the decisions on its changes; null if there is nothing to
 * tell.
 */
export function composeFeedback({ comments, refusals, isReverted }: Feedback): string | null {
  const parts: string[] = [];
  if (comments.length > 0) {
    parts.push(
      comments.length === 1
        ? 'I have a comment on your changes.'
        : `I have ${comments.length} comments on your changes.`,
      ...comments.map(commentText),
    );
  }
  if (refusals.length > 0) {
    const reverted = isReverted ? ', and they have been reverted in your working tree' : '';
    parts.push(
      refusals.length === 1
        ? `I rejected one of your changes${reverted ? reverted.replace('they have', 'it has') : ''}:`
        : `I rejected ${refusals.length} of your changes${reverted}:`,
      refusals.map(refusalText).join('\n'),
      'Do not make rejected changes again unless I ask for them.',
    );
  }
  return parts.length === 0 ? null : parts.join('\n\n');
}

function commentText(comment: LineComment): string {
  const place = `${comment.path}, ${lineNumbers(comment)}`;
  const where = comment.side === 'original' ? `${place} (before your change)` : place;
  return [`${where}:`, ...quoted(comment.quote), '', comment.text.trim()].join('\n');
}

function refusalText({ path, hunk, lines }: RejectedHunk): string {
  return [`- ${path}: ${refusedThing(hunk)}`, ...quoted(lines).map((line) => `  ${line}`)].join(
    '\n',
  );
}

/** The rejected part, without the file's name. */
export function refusedThing(hunk: Hunk): string {
  switch (hunk.type) {
    case 'text':
      return hunk.proposedCount === 0
        ? `the removal of ${span(hunk.baseStart, hunk.baseCount)}`
        : span(hunk.proposedStart, hunk.proposedCount);
    case 'whole':
      return hunk.reason === 'deletion' ? 'deleting the file' : 'the new content of the file';
    case 'mode':
      return hunk.to === '100755' ? 'making it executable' : 'making it not executable';
    case 'rename':
      return `moving it there from ${hunk.from}`;
    case 'format':
      return 'the new encoding or line endings';
  }
}

function span(start: number, count: number): string {
  return lineNumbers({ start, end: start + count });
}

/** Quoted as Markdown. Long quotes are cut, because the agent has the file. */
function quoted(lines: readonly string[]): string[] {
  const shown = lines.slice(0, QUOTED_LINES).map((line) => {
    const text = line.replace(/\r?\n$/, '');
    const characters = [...text];
    const cut = characters.length > QUOTED_LINE;
    return `> ${cut ? `${characters.slice(0, QUOTED_LINE).join('')}…` : text}`.trimEnd();
  });
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `> … (${more} more ${more === 1 ? 'line' : 'lines'})`] : shown;
}
