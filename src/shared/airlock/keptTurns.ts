import type { Checkpoint, DecisionRecord, LedgerState } from './ledger';
import { KEPT_TURNS } from './limits';

/** Oldest first. */
export function keptCheckpoints({ checkpoints }: LedgerState): readonly Checkpoint[] {
  return checkpoints.slice(-KEPT_TURNS);
}

/** Whether a decision on a change that the agent has since gone on from can still be undone. */
export function isDecisionKept(state: LedgerState, { at, isSettled }: DecisionRecord): boolean {
  const oldest = keptCheckpoints(state)[0];
  const isCut = state.checkpoints.length > KEPT_TURNS;
  return !isSettled || !isCut || oldest === undefined || at >= oldest.at;
}
