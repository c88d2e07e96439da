import { alignFormat } from '#shared/airlock/diff/textFormat';

/** An editor would end a line at a lone return; everywhere else it is an ordinary character. */
const LONE_RETURN = /\r(?!\n)/;

/** A text that an editor shows with the same lines that we count. */
export function shownText(text: string): string {
  return text.replace(new RegExp(LONE_RETURN, 'g'), '␍');
}

/** Whether an editor returns the text unchanged, apart from the user's edits. */
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
