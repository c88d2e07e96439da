const ELLIPSIS = '…';

/**
 * The beginning of a text. It is a copy, because a mere slice keeps the whole text in memory, and
 * it never ends within a surrogate pair.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  return Buffer.from(text.slice(0, end), 'utf16le').toString('utf16le') + ELLIPSIS;
}
