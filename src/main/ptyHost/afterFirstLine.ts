/**
 * A text from its first whole line on, if its beginning was cut off: a cut may split an escape
 * sequence or a character, which ends by the end of the line.
 */
export function afterFirstLine(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}
