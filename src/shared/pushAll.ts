/**
 * Adds items at the end of a list, however many: `push(...items)` fails above some 100,000 of them.
 */
export function pushAll<T>(list: T[], items: readonly T[]): void {
  for (const item of items) list.push(item);
}
