import { fuzzyMatch } from '#shared/text/fuzzyMatch';
import type { PaletteEntry } from './paletteEntries';

export interface RankedEntry {
  readonly entry: PaletteEntry;
  /** Places in the title to emphasise. */
  readonly positions: readonly number[];
}

export interface PaletteGroup {
  /** Empty for search results, which are in order of merit and so have no groups. */
  readonly label: string;
  readonly items: readonly RankedEntry[];
}

/** A match only in the keywords counts less than a match in the title. */
const PENALTY_NOT_TITLE = 20;
/** Nobody reads more; a longer query finds the rest. */
const MOST = 60;

/** The best match for the query comes first; equal matches keep the order of the entries. */
export function rankEntries(
  query: string,
  entries: readonly PaletteEntry[],
): readonly PaletteGroup[] {
  const items = entries
    .map((entry) => ({ entry, ...match(query, entry) }))
    .filter((result) => result.score !== undefined)
    .toSorted((left, right) => (right.score ?? 0) - (left.score ?? 0))
    .slice(0, MOST);
  return items.length === 0 ? [] : [{ label: '', items }];
}

function match(query: string, { title, keywords }: PaletteEntry) {
  const found = fuzzyMatch(query, title);
  if (found !== undefined) return found;
  const rest = fuzzyMatch(query, `${title} ${keywords}`);
  return { score: rest && rest.score - PENALTY_NOT_TITLE, positions: [] };
}

/** How many entries can be seen without scrolling, with files below. */
const BEFORE_FILES = 6;

/** Adds files after the best of the other results, because commands have many weak matches. */
export function withFiles(
  ranked: readonly PaletteGroup[],
  files: readonly PaletteGroup[],
): readonly PaletteGroup[] {
  if (files.length === 0) return ranked;
  const items = ranked.flatMap((group) => group.items);
  const rest = items.slice(BEFORE_FILES);
  return [
    ...(items.length === 0 ? [] : [{ label: '', items: items.slice(0, BEFORE_FILES) }]),
    ...files,
    ...(rest.length === 0 ? [] : [{ label: 'More results', items: rest }]),
  ];
}

/** All entries by group, in the order of the entries. */
export function inGroups(entries: readonly PaletteEntry[]): readonly PaletteGroup[] {
  const groups = Map.groupBy(entries, ({ group }) => group);
  return [...groups].map(([label, members]) => ({
    label,
    items: members.map((entry) => ({ entry, positions: [] })),
  }));
}
