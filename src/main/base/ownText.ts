/**
 * The same text in its own memory. A slice is held as a view of the original text, and would keep
 * all of that in memory as long as the slice lives.
 */
export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}
