/** The kinds of isolation, the strictest first. */
export const isolations = ['sealed', 'isolated', 'in-place'] as const;

/**
 * How a session's agent is kept from the user's files. Sealed: in a copy, and the system lets it
 * write nowhere else. Isolated: in a copy, with all rights of the user's. In place: in the user's
 * own folder.
 */
export type Isolation = (typeof isolations)[number];

/**
 * Whether the agent works in a copy. An unknown kind, of a newer build, counts as one that does.
 */
export function worksInCopy(isolation: Isolation): boolean {
  return isolation !== 'in-place';
}
