import { secretValues } from './secrets/secretValues';

const ELLIPSIS = '…';

/** The beginning of a text, with a mark in place of the rest. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : beginningOf(text, length) + ELLIPSIS;
}

/**
 * The beginning of a text. It is a copy, because a slice would keep the whole text in memory. It
 * never ends within a surrogate pair or a secret (I20): half a secret would not be recognised
 * later.
 */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  const copy = Buffer.from(text.slice(0, end), 'utf16le').toString('utf16le');
  return secretValues.redactBeginning(copy);
}
