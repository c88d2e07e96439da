import { alignFormat } from '#shared/airlock/diff/textFormat';

/** An editor would end a line at it; to everybody else it is a character like any other. */
const LONE_RETURN = /\r(?!\n)/;

/** A text as an editor can show it without counting its lines another way than we do. */
export function shownText(text: string): string {
  return text.replace(new RegExp(LONE_RETURN, 'g'), '␍');
}

/** Whether what an editor gives back is what was put in, but for what the user did. */
export function canBeEdited(text: string): boolean {
  return !LONE_RETURN.test(text);
}

/**
 * The user's edit of a text. An editor gives all lines the same ending; unchanged lines keep
 * theirs.
 */
export function editedText(before: string, edited: string): string {
  const encoding = 'utf8';
  return alignFormat({ text: before, encoding }, { text: edited, encoding }).text;
}
