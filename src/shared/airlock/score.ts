import type { ChangeId, HunkId, SessionId } from '#shared/ids';
import type { Hunk } from './change';
import { type ChangeRecord, changeStatus, type LedgerState } from './ledger';

/** What became of the hunks that an agent proposed. */
export interface Score {
  readonly accepted: number;
  /** The accepted hunks that the user changed first. */
  readonly edited: number;
  /** Includes hunks that the user removed by typing. */
  readonly rejected: number;
  readonly open: number;
  /** Lines of the accepted hunks. */
  readonly addedLines: number;
  readonly removedLines: number;
  /** When the agent first changed something, in milliseconds since 1970; null if it never did. */
  readonly firstChangeAt: number | null;
}

/** What became of one hunk. */
export interface JudgedHunk {
  readonly changeId: ChangeId;
  readonly path: string;
  readonly hunk: Hunk;
  readonly state: 'accepted' | 'rejected' | 'pending';
  readonly isEdited: boolean;
}

/** What the ledger of one session says for the scoreboard. */
export interface LedgerFacts {
  readonly hunks: readonly JudgedHunk[];
  /** Hunks that the user took out by typing. */
  readonly typedOver: number;
  readonly firstChangeAt: number | null;
}

/**
 * Hunks that the agent replaced before anybody decided on them do not count: nobody needed to
 * decide.
 */
export function factsOf({ changes }: LedgerState): LedgerFacts {
  const records = [...changes.values()];
  return {
    hunks: records.flatMap(judgedHunks),
    typedOver: records.reduce((sum, { typedOver = 0 }) => sum + typedOver, 0),
    firstChangeAt: records.reduce<number | null>(
      (first, { at }) => (first === null ? at : Math.min(first, at)),
      null,
    ),
  };
}

export function scoreOf({ hunks, typedOver, firstChangeAt }: LedgerFacts): Score {
  const accepted = hunks.filter(({ state }) => state === 'accepted');
  const count = (wanted: JudgedHunk['state']) =>
    hunks.filter(({ state }) => state === wanted).length;
  const lines = (of: (hunk: Extract<Hunk, { type: 'text' }>) => number) =>
    accepted.reduce((sum, { hunk }) => sum + (hunk.type === 'text' ? of(hunk) : 0), 0);
  return {
    accepted: accepted.length,
    edited: accepted.filter(({ isEdited }) => isEdited).length,
    rejected: count('rejected') + typedOver,
    open: count('pending'),
    addedLines: lines(({ proposedCount }) => proposedCount),
    removedLines: lines(({ baseCount }) => baseCount),
    firstChangeAt,
  };
}

/** A hunk of a composed result, and the one of another session that it was picked from. */
export interface HunkCredit {
  readonly path: string;
  readonly hunkId: HunkId;
  readonly from: {
    readonly sessionId: SessionId;
    readonly changeId: ChangeId;
    readonly hunkId: HunkId;
  };
}

/**
 * Counts hunks of composed results for the sessions that they were picked from, instead of the
 * undecided hunk there. If that hunk was decided on, too, it counts once, as decided there.
 */
export function creditHunks(
  sessions: ReadonlyMap<SessionId, LedgerFacts>,
  credits: ReadonlyMap<SessionId, readonly HunkCredit[]>,
): ReadonlyMap<SessionId, LedgerFacts> {
  const result = new Map(sessions);
  for (const [composed, own] of credits) {
    for (const { path, hunkId, from } of own) {
      const [taker, giver] = [result.get(composed), result.get(from.sessionId)];
      const taken = taker?.hunks.find((one) => one.path === path && one.hunk.id === hunkId);
      if (taker === undefined || giver === undefined || taken === undefined) continue;
      const picked =
        giver.hunks.find(
          ({ changeId, hunk }) => changeId === from.changeId && hunk.id === from.hunkId,
        ) ?? giver.hunks.find((one) => isSameAgain(one, taken));
      result.set(composed, { ...taker, hunks: taker.hunks.filter((one) => one !== taken) });
      if (picked !== undefined && picked.state !== 'pending') continue;
      result.set(from.sessionId, {
        ...giver,
        hunks: [...giver.hunks.filter((one) => one !== picked), taken],
      });
    }
  }
  return result;
}

/** A copy that was refreshed and returned to its earlier state has the same hunks with new ids. */
function isSameAgain({ path, state, hunk }: JudgedHunk, taken: JudgedHunk): boolean {
  if (path !== taken.path || state !== 'pending') return false;
  if (hunk.type !== 'text' || taken.hunk.type !== 'text') return hunk.type === taken.hunk.type;
  return (
    hunk.baseStart === taken.hunk.baseStart &&
    hunk.baseCount === taken.hunk.baseCount &&
    hunk.proposedCount === taken.hunk.proposedCount
  );
}

function judgedHunks(record: ChangeRecord): readonly JudgedHunk[] {
  const isOpen = changeStatus(record) === 'open';
  const { changeId, path } = record.change;
  return record.hunks
    .map(({ hunk, outcome, isEdited = false }) => ({
      changeId,
      path,
      hunk,
      state: outcome.state,
      isEdited,
    }))
    .filter(({ state }) => state !== 'pending' || isOpen);
}

/** The share of accepted hunks among the decided ones; null if none was decided. */
export function acceptance({ accepted, rejected }: Pick<Score, 'accepted' | 'rejected'>) {
  const decided = accepted + rejected;
  return decided === 0 ? null : accepted / decided;
}
