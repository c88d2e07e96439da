/** Accepted lines, and how many of them were still there when a time had passed. */
export interface KeptLines {
  /** Lines that were counted when the time had passed. */
  readonly lines: number;
  readonly left: number;
  /** Lines for which the time has not passed yet. */
  readonly waiting: number;
}

/** What became of a session's accepted lines. */
export interface StandingLines {
  readonly day: KeptLines;
  readonly week: KeptLines;
}

export type Age = keyof StandingLines;
const DAY_MILLISECONDS = 86_400_000;
const ages = { day: DAY_MILLISECONDS, week: 7 * DAY_MILLISECONDS } as const;
const ageNames = ['day', 'week'] as const satisfies readonly Age[];

/** Lines that were accepted from one origin. */
export interface Tally {
  /** When the last of these lines were accepted. */
  readonly at: number;
  readonly lines: number;
  /**
   * How many lines were still there a day and a week later, or at the first look after that; null:
   * not yet known.
   */
  readonly day: number | null;
  readonly week: number | null;
}

/** Adding lines restarts the count, because it covers all of them. Null if no lines are left. */
export function addLines(tally: Tally | undefined, lines: number, at: number): Tally | null {
  const sum = (tally?.lines ?? 0) + lines;
  if (sum <= 0) return null;
  if (lines > 0 || tally === undefined) return { at, lines: sum, day: null, week: null };
  const most = (left: number | null) => left && Math.min(left, sum);
  return { ...tally, lines: sum, day: most(tally.day), week: most(tally.week) };
}

export function isDue(tally: Tally, now: number): boolean {
  return ageNames.some((age) => tally[age] === null && tally.at + ages[age] <= now);
}

/** The tally after finding that many of its lines. A count that was already made stays. */
export function counted(tally: Tally, present: number, now: number): Tally {
  const left = Math.min(present, tally.lines);
  const at = (age: Age) => tally[age] ?? (tally.at + ages[age] <= now ? left : null);
  return { ...tally, day: at('day'), week: at('week') };
}

export function standingOf(tallies: readonly Tally[]): StandingLines {
  const kept = (age: Age): KeptLines => ({
    lines: sum(tallies, (tally) => (tally[age] === null ? 0 : tally.lines)),
    left: sum(tallies, (tally) => tally[age] ?? 0),
    waiting: sum(tallies, (tally) => (tally[age] === null ? tally.lines : 0)),
  });
  return { day: kept('day'), week: kept('week') };
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}
