import { takenInTurn, takesAll, turnOfToday } from '../../scripts/testing/rotation.mjs';

/** The share of the `few` walks that a normal run takes; each day takes others. */
const SHARE = 1 / 3;

/**
 * The seeds of a test's random walks, counted from the first; a long run takes `many`.
 * AIRLOCK_SEED=<seed> selects one.
 */
export function walkSeeds(
  first: number,
  { few, many }: { readonly few: number; readonly many: number },
): readonly number[] {
  if (process.env.AIRLOCK_SEED) return [Number(process.env.AIRLOCK_SEED)];
  const count = process.env.AIRLOCK_LONG_TESTS ? many : few;
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  return takenInTurn(seeds, takesAll() ? 1 : SHARE, turnOfToday());
}
