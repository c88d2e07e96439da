import type { EntryId } from '#shared/ids';

/** The user's position in a transcript: at its end, or some way into an entry. */
export type ThreadScroll =
  | { readonly at: 'end' }
  | { readonly at: 'entry'; readonly entryId: EntryId; readonly offset: number };

/** For saving it between two starts. */
export function readThreadScroll(value: unknown): ThreadScroll | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { at, entryId, offset } = value as Record<string, unknown>;
  if (at === 'end') return { at };
  return at === 'entry' && typeof entryId === 'string' && typeof offset === 'number'
    ? { at, entryId: entryId as EntryId, offset }
    : undefined;
}
