import type { HunkId } from '#shared/ids';
import type { ChangeRecord, HunkOutcome } from './ledger';

/** The hunks of a change by where they stand. */
export interface HunkSets {
  readonly accepted: ReadonlySet<HunkId>;
  readonly pending: ReadonlySet<HunkId>;
}

export function setsOf({ hunks }: Pick<ChangeRecord, 'hunks'>): HunkSets {
  const idsOf = (state: HunkOutcome['state']) =>
    new Set(hunks.filter(({ outcome }) => outcome.state === state).map(({ hunk }) => hunk.id));
  return { accepted: idsOf('accepted'), pending: idsOf('pending') };
}

/** Where they will stand with these outcomes. */
export function setsAfter(
  { hunks }: Pick<ChangeRecord, 'hunks'>,
  outcomes: readonly HunkOutcome[],
): HunkSets {
  const byId = new Map(outcomes.map((outcome) => [outcome.hunkId, outcome]));
  return setsOf({
    hunks: hunks.map((present) => ({
      ...present,
      outcome: byId.get(present.hunk.id) ?? present.outcome,
    })),
  });
}

export function union(left: ReadonlySet<HunkId>, right: ReadonlySet<HunkId>): ReadonlySet<HunkId> {
  return new Set([...left, ...right]);
}
