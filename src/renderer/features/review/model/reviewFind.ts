import type { FoundInChange } from '#shared/ipc/changes';

/** What the user looks for in all changed files, and what was found. */
export interface ReviewFind {
  readonly query: string;
  readonly lines: readonly FoundInChange[];
  /** False: there are more matches, or files that were not looked through. */
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
