import { refuse } from '#main/airlock/disk/attempt';
import { alignFormat, canEncode, type DecodedText } from '#shared/airlock/diff/textFormat';
import type { Side } from '#shared/airlock/review';

/**
 * Encodes an agent's text like the present file, unless that encoding lacks some of its characters.
 */
export function incomingText(present: Side | null, text: string): DecodedText {
  if (!text.isWellFormed()) throw refuse('The text is not valid Unicode.');
  if (!present?.text) return { text, encoding: 'utf8' };
  const { encoding } = present.text;
  if (!canEncode(text, encoding)) return { text, encoding: 'utf8' };
  const hasMark = encoding !== 'utf8' && encoding !== 'latin1';
  const unmarked = hasMark ? text.replace(/^\ufeff/, '') : text;
  return { text: alignFormat(present.text, { text: unmarked, encoding }).text, encoding };
}
