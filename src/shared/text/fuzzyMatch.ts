export interface FuzzyMatch {
  readonly score: number;
  /** Places in the text that the query's letters matched, ascending. */
  readonly positions: readonly number[];
}

const SCORE_LETTER = 1;
const BONUS_WORD_START = 8;
const BONUS_TEXT_START = 4;
const BONUS_CONSECUTIVE = 9;
const PENALTY_GAP = 0.2;

/**
 * Letters scattered through the middle of words score less than this per letter, and are no match.
 */
const LEAST_PER_LETTER = 1.5;

/** Queries longer than this are cut, since the cost is query times text. */
const MAX_QUERY = 64;

/**
 * Finds the query's letters in the text, in order, preferring word starts and runs. Spaces in the
 * query only part words. The best of all placements is found, not the first.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | undefined {
  const letters = query.toLowerCase().replaceAll(/\s+/g, '').slice(0, MAX_QUERY);
  const lower = text.toLowerCase();
  // Some letters change length in lower case; positions would then be wrong.
  if (lower.length !== text.length) return undefined;
  if (letters === '') return { score: 0, positions: [] };

  let row: (Cell | undefined)[] = [];
  for (let index = 0; index < letters.length; index += 1) {
    row = nextRow(row, index === 0, letters.charAt(index), text, lower);
    if (row.every((cell) => cell === undefined)) return undefined;
  }
  const best = row.reduce((left, right) => (betterThan(right, left) ? right : left), undefined);
  if (best === undefined || best.score < letters.length * LEAST_PER_LETTER) return undefined;
  return { score: best.score - text.length * 0.01, positions: positionsOf(best) };
}

/** The best placement so far that ends at `place`. */
interface Cell {
  readonly place: number;
  readonly score: number;
  readonly previous: Cell | undefined;
}

function nextRow(
  previousRow: readonly (Cell | undefined)[],
  isFirst: boolean,
  letter: string,
  text: string,
  lower: string,
): (Cell | undefined)[] {
  let bestBefore: Cell | undefined;
  return Array.from(lower, (candidate, place) => {
    const adjacent = place > 0 ? previousRow[place - 1] : undefined;
    const skipped = bestBefore;
    if (betterThan(adjacent, bestBefore)) bestBefore = adjacent;
    if (candidate !== letter) return undefined;
    const own = SCORE_LETTER + startBonus(text, place);
    if (isFirst) return { place, score: own - place * PENALTY_GAP, previous: undefined };
    const joined = adjacent && {
      place,
      score: adjacent.score + own + BONUS_CONSECUTIVE,
      previous: adjacent,
    };
    const parted = skipped && {
      place,
      score: skipped.score + own - (place - skipped.place) * PENALTY_GAP,
      previous: skipped,
    };
    return betterThan(parted, joined) ? parted : joined;
  });
}

function startBonus(text: string, place: number): number {
  if (place === 0) return BONUS_WORD_START + BONUS_TEXT_START;
  const startsWord = /[\s/._:-]/.test(text.charAt(place - 1));
  const startsHump = /[a-z]/.test(text.charAt(place - 1)) && /[A-Z]/.test(text.charAt(place));
  return startsWord || startsHump ? BONUS_WORD_START : 0;
}

function betterThan(left: Cell | undefined, right: Cell | undefined): boolean {
  return left !== undefined && (right === undefined || left.score > right.score);
}

function positionsOf(cell: Cell): readonly number[] {
  const positions: number[] = [];
  for (let at: Cell | undefined = cell; at !== undefined; at = at.previous)
    positions.unshift(at.place);
  return positions;
}
