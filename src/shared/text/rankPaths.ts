import { fuzzyMatch } from './fuzzyMatch';

export interface RankedPath {
  readonly path: string;
  /** Places in the path that the query's letters matched, ascending. */
  readonly positions: readonly number[];
}

/** Paths that get the thorough look; the cheap one picks them from however many there are. */
const CANDIDATES = 400;

/** The paths that fit best what was typed, best first; with nothing typed, the shallow ones. */
export function rankPaths(query: string, paths: readonly string[], limit: number): RankedPath[] {
  const letters = query.toLowerCase().replaceAll(/\s+/g, '');
  const candidates = best(paths, CANDIDATES, (path) => roughScore(letters, path));
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
function roughScore(letters: string, path: string): number {
  const depth = countSlashes(path);
  if (letters === '') return 1_000 - depth * 100 - path.length;
  const lower = path.toLowerCase();
  const nameStart = lower.lastIndexOf('/') + 1;
  const inName = lower.indexOf(letters, nameStart);
  if (inName === nameStart) return 4_000 - path.length;
  if (inName !== -1) return 3_000 - path.length;
  if (lower.includes(letters)) return 2_000 - path.length;
  return isSubsequence(letters, lower) ? 1_000 - path.length : -1;
}

function best(
  paths: readonly string[],
  count: number,
  score: (path: string) => number,
): readonly string[] {
  return paths
    .map((path) => ({ path, score: score(path) }))
    .filter((candidate) => candidate.score >= 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, count)
    .map(({ path }) => path);
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
