/**
 * What is left of text that was cut somewhere, from its first whole line on: a cut may go through an
 * escape sequence or a character, and whatever was cut ends with the line.
 */
export function afterFirstLine(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}
