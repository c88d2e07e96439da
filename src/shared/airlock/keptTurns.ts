import { formatBytes } from '#shared/text/formatBytes';
import type { Checkpoint, DecisionRecord, LedgerState } from './ledger';
import { KEPT_TURN_BYTES, KEPT_TURNS } from './limits';

/** The limit in words, for the user. */
export const KEPT_WORDS = `${KEPT_TURNS} turns, or fewer where their files take more than ${formatBytes(KEPT_TURN_BYTES)}`;

/** Oldest first; the newest is always among them. */
export function keptCheckpoints({ checkpoints }: LedgerState): readonly Checkpoint[] {
  const last = checkpoints.slice(-KEPT_TURNS);
  let bytes = 0;
  const cut = last.findLastIndex(({ olderBytes }) => {
    bytes += olderBytes;
    return bytes > KEPT_TURN_BYTES;
  });
  return last.slice(Math.max(cut, 0));
}

/** Whether there were earlier turns that are no longer kept. */
export function hasForgottenTurns(state: LedgerState): boolean {
  return state.checkpoints.length > keptCheckpoints(state).length;
}

/** Whether a decision on a change that the agent has changed again since can still be undone. */
export function isDecisionKept(state: LedgerState, { turns, isSettled }: DecisionRecord): boolean {
  const forgotten = state.checkpoints.length - keptCheckpoints(state).length;
  return !isSettled || forgotten === 0 || turns > forgotten;
}
