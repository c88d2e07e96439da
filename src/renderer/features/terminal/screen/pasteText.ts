/**
 * Controls that a paste never needs; an escape could end a bracketed paste and continue as typing.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to take out.
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Clipboard text in a form that is safe for a program. */
export function pasteText(text: string): string {
  return text.replace(controls, '');
}

/**
 * The number of lines that a program without bracketed paste would run one by one; the last ending
 * does not count.
 */
export function lineCount(text: string): number {
  return text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length;
}
