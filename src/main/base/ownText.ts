/**
 * The same text in memory of its own. A slice is held as a view of the text that it was cut from,
 * and would keep all of that in memory for as long as it lives itself.
 */
export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}
