import { splitLines } from '#shared/airlock/diff/lines';
import type { ChangeTexts } from '#shared/ipc/changes';

/** The user's comment on some lines, until it is sent to the agent. */
export interface LineComment {
  readonly id: string;
  readonly path: string;
  /** The lines are counted in the proposed text, or in the base for what was removed. */
  readonly side: 'original' | 'modified';
  /** From zero; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The lines as they were when the comment was made. */
  readonly quote: readonly string[];
  readonly text: string;
}

export function lineNumbers({ start, end }: Pick<LineComment, 'start' | 'end'>): string {
  return end - start <= 1 ? `line ${start + 1}` : `lines ${start + 1}–${end}`;
}

/** The present lines of a place. */
export function quoteOf(
  texts: ChangeTexts,
  { side, start, end }: Pick<LineComment, 'side' | 'start' | 'end'>,
): readonly string[] {
  const text = side === 'original' ? texts.base : texts.proposed;
  return splitLines(text ?? '')
    .slice(start, end)
    .map((line) => line.replace(/\r?\n$/, ''));
}

/** Whether the commented lines have changed since. */
export function isQuoteOutdated(
  comment: Pick<LineComment, 'side' | 'start' | 'end' | 'quote'>,
  texts: ChangeTexts,
): boolean {
  const now = quoteOf(texts, comment);
  const { quote } = comment;
  return quote.length !== now.length || quote.some((line, index) => line !== now[index]);
}
