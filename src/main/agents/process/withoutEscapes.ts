/**
 * Escape sequences of terminals: CSI, then strings such as OSC with their end, then short ones. The
 * last line holds the control characters other than tab and line break. No part can match what the
 * next sequence starts with, so hostile text takes no longer than other text.
 */
const terminalCodes = new RegExp(
  [
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?',
    '(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?',
    '\\u001b[ -/]*[0-~]?',
    '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001a\\u001c-\\u001f\\u007f-\\u008f\\u0091-\\u0097\\u0099-\\u009a\\u009c]',
  ].join('|'),
  'g',
);

/** The text that a program printed for a terminal, safe to show anywhere. */
export function withoutEscapes(text: string): string {
  return text.replace(terminalCodes, '').replace(/\r\n?/g, '\n');
}
