/** Controls that a paste never needs; an escape could end a bracketed paste and go on as typing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to take out.
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Clipboard text as it may go to a program. */
export function pasteText(text: string): string {
  return text.replace(controls, '');
}

/** Whether a program that does not know pastes would run part of the text at once. */
export function runsAtOnce(text: string): boolean {
  return /[\r\n]/.test(text.replace(/[\r\n]+$/, '')) || /[\r\n]$/.test(text);
}
