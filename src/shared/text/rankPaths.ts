import { fuzzyMatch } from './fuzzyMatch';

export interface RankedPath {
  readonly path: string;
  /** Places in the path that the query's letters matched, ascending. */
  readonly positions: readonly number[];
}

/** How many paths are scored thoroughly; a cheap score selects them from all paths. */
const CANDIDATES = 400;
/** Beyond this a path's length counts no more. */
const LONGEST = 4_096;

/** Paths made ready to be searched many times, as somebody types. */
export interface PathIndex {
  readonly paths: readonly string[];
  readonly lower: readonly string[];
}

export function indexPaths(paths: readonly string[]): PathIndex {
  return { paths, lower: paths.map((path) => path.toLowerCase()) };
}

/** The paths that fit best what was typed, best first; with nothing typed, the shallow ones. */
export function rankPaths(query: string, index: PathIndex, limit: number): RankedPath[] {
  const letters = query.toLowerCase().replaceAll(/\s+/g, '');
  const candidates = best(index, letters);
  if (letters === '') {
    return candidates.slice(0, limit).map((path) => ({ path, positions: [] }));
  }
  return candidates
    .flatMap((path) => {
      const match = fuzzyMatch(query, path);
      return match ? [{ path, positions: match.positions, score: match.score }] : [];
    })
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ path, positions }) => ({ path, positions }));
}

/** Negative: no match at all. Higher is likelier; made to be cheap on a hundred thousand paths. */
function roughScore(letters: string, lower: string): number {
  if (letters === '') return LONGEST - countSlashes(lower) * 100 - lower.length;
  const found = lower.lastIndexOf(letters);
  if (found === -1) return isSubsequence(letters, lower) ? LONGEST - lower.length : -1;
  const nameStart = lower.lastIndexOf('/') + 1;
  if (lower.startsWith(letters, nameStart)) return 4 * LONGEST - lower.length;
  return (found >= nameStart ? 3 : 2) * LONGEST - lower.length;
}

/**
 * The likeliest paths. Scores are whole numbers, so counting them finds the threshold without
 * sorting.
 */
function best({ paths, lower }: PathIndex, letters: string): readonly string[] {
  const scores = new Int32Array(paths.length);
  const counts = new Uint32Array(4 * LONGEST + 1);
  for (let at = 0; at < paths.length; at++) {
    const score = Math.min(4 * LONGEST, roughScore(letters, lower[at] ?? ''));
    scores[at] = score;
    if (score >= 0) counts[score] = (counts[score] ?? 0) + 1;
  }
  let bar = 4 * LONGEST;
  for (let found = counts[bar] ?? 0; bar > 0 && found < CANDIDATES; found += counts[bar] ?? 0)
    bar--;
  const chosen: number[] = [];
  for (let at = 0; at < paths.length; at++) if ((scores[at] ?? -1) >= bar) chosen.push(at);
  return chosen
    .sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0))
    .slice(0, CANDIDATES)
    .flatMap((at) => paths[at] ?? []);
}

function isSubsequence(letters: string, text: string): boolean {
  let place = -1;
  for (const letter of letters) {
    place = text.indexOf(letter, place + 1);
    if (place === -1) return false;
  }
  return true;
}

function countSlashes(path: string): number {
  let count = 0;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) count++;
  return count;
}
