const QUICK_SHARE = 5;

/**
 * How many times a property is tried: `count` in `npm test`, a fifth of that in `npm run check`.
 */
export function propertyRuns(count: number): number {
  return process.env.AIRLOCK_QUICK_TESTS ? Math.ceil(count / QUICK_SHARE) : count;
}
