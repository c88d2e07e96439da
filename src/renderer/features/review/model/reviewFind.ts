import type { FoundInChange } from '#shared/ipc/changes';

/** The text that the user searches for in all changed files, and the matches. */
export interface ReviewFind {
  readonly query: string;
  readonly lines: readonly FoundInChange[];
  /** False: there are more matches, or some files were not searched. */
  readonly isComplete: boolean;
  readonly isSearching: boolean;
  /** The match that is shown; null until the user goes to one. */
  readonly index: number | null;
}

/** The line of a match, for the view that draws the file. */
export type ShownMatch = FoundInChange & { readonly length: number };

export function shownMatch(find: ReviewFind | null): ShownMatch | null {
  const line = find?.index == null ? undefined : find.lines[find.index];
  return find && line ? { ...line, length: find.query.length } : null;
}
