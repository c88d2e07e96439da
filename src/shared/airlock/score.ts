import type { Hunk } from './change';
import { type ChangeRecord, changeStatus, type LedgerState } from './ledger';

/** What became of the hunks that an agent proposed. */
export interface Score {
  readonly accepted: number;
  readonly rejected: number;
  readonly open: number;
  /** Lines of the accepted hunks. */
  readonly addedLines: number;
  readonly removedLines: number;
  /** When the agent first changed something, in milliseconds since 1970; null if it never did. */
  readonly firstChangeAt: number | null;
}

/**
 * Hunks that the agent has itself replaced before anybody decided on them do not count: nobody saw
 * the need to.
 */
export function scoreOf({ changes }: LedgerState): Score {
  const records = [...changes.values()];
  const hunks = records.flatMap((record) => judgedHunks(record));
  const accepted = hunks.filter(({ state }) => state === 'accepted');
  const count = (wanted: Judged['state']) => hunks.filter(({ state }) => state === wanted).length;
  const lines = (of: (hunk: Extract<Hunk, { type: 'text' }>) => number) =>
    accepted.reduce((sum, { hunk }) => sum + (hunk.type === 'text' ? of(hunk) : 0), 0);
  return {
    accepted: accepted.length,
    rejected: count('rejected'),
    open: count('pending'),
    addedLines: lines(({ proposedCount }) => proposedCount),
    removedLines: lines(({ baseCount }) => baseCount),
    firstChangeAt: records.reduce<number | null>(
      (first, { at }) => (first === null ? at : Math.min(first, at)),
      null,
    ),
  };
}

interface Judged {
  readonly hunk: Hunk;
  readonly state: 'accepted' | 'rejected' | 'pending';
}

function judgedHunks(record: ChangeRecord): readonly Judged[] {
  const isOpen = changeStatus(record) === 'open';
  return record.hunks
    .map(({ hunk, outcome }) => ({ hunk, state: outcome.state }))
    .filter(({ state }) => state !== 'pending' || isOpen);
}

/** Accepted among those that were decided; null if none was. */
export function acceptance({ accepted, rejected }: Pick<Score, 'accepted' | 'rejected'>) {
  const decided = accepted + rejected;
  return decided === 0 ? null : accepted / decided;
}
