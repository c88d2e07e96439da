import { describe, expect, it } from 'vitest';
import type { ChangeId, DecisionId, ObjectId, SessionId, TurnId } from '#shared/ids';
import { hasForgottenTurns, isDecisionKept, keptCheckpoints } from './keptTurns';
import { type DecisionRecord, emptyLedger, foldLedger, type LedgerState } from './ledger';
import type { LedgerEvent, LedgerRecord } from './ledgerEvents';
import { KEPT_TURN_BYTES, KEPT_TURNS } from './limits';

const tree = '0'.repeat(40) as ObjectId;

/** With what each keeps of the one before it. */
function ledgerOf(...olderBytes: readonly number[]): LedgerState {
  const checkpoints = olderBytes.map((bytes, at) => ({
    turnId: `turn ${at}` as TurnId,
    tree,
    baseTree: tree,
    olderBytes: bytes,
    at,
  }));
  return { ...emptyLedger, checkpoints };
}

const keptOf = (state: LedgerState) => keptCheckpoints(state).map(({ at }) => at);
const third = Math.ceil(KEPT_TURN_BYTES / 3);

describe('keptCheckpoints', () => {
  it('are the newest ones, up to a count', () => {
    const few = ledgerOf(...Array<number>(KEPT_TURNS).fill(1));
    expect(keptOf(few)).toHaveLength(KEPT_TURNS);
    expect(hasForgottenTurns(few)).toBe(false);
    const many = ledgerOf(...Array<number>(KEPT_TURNS + 2).fill(1));
    expect(keptOf(many)[0]).toBe(2);
    expect(hasForgottenTurns(many)).toBe(true);
  });

  it('are fewer above a size limit, without the oldest', () => {
    expect(keptOf(ledgerOf(0, third, third, third, 0))).toEqual([1, 2, 3, 4]);
    expect(keptOf(ledgerOf(0, third, third, 0, third, third))).toEqual([2, 3, 4, 5]);
    expect(hasForgottenTurns(ledgerOf(0, third, third, third))).toBe(true);
  });

  it('always include the newest', () => {
    expect(keptOf(ledgerOf(0, 2 * KEPT_TURN_BYTES, 3 * KEPT_TURN_BYTES))).toEqual([2]);
    expect(keptOf(ledgerOf(0))).toEqual([0]);
    expect(keptOf(ledgerOf())).toEqual([]);
  });

  it('say which decisions can be undone', () => {
    const state = ledgerOf(0, third, third, third, 0);
    const decided = (turns: number) => ({ turns, isSettled: true }) as DecisionRecord;
    const kept = [1, 2, 3].map((turns) => isDecisionKept(state, decided(turns)));
    expect(kept).toEqual([false, true, true]);
  });

  it('say so also where the clock was set back in between', () => {
    const record = (at: number, event: LedgerEvent): LedgerRecord => ({
      v: 1,
      at,
      session: 'ses_1' as SessionId,
      ...event,
    });
    const decisionId = 'dec_1' as DecisionId;
    const standing = { base: null, work: null };
    const changeId = 'chg_1' as ChangeId;
    const turns = Array.from({ length: KEPT_TURNS + 2 }, (_, index) =>
      record(1_000 + index, {
        type: 'turn.checkpointed',
        turnId: `turn ${index}` as TurnId,
        tree,
        baseTree: tree,
      }),
    );
    const made = { decisionId, changeId, outcomes: [], effects: [], standing };
    const state = foldLedger(emptyLedger, [
      ...turns,
      record(5, { type: 'decision.made', ...made }),
      record(5, { type: 'decision.settled', decisionId, outcomes: [], standing }),
    ]);
    const decision = state.decisions.get(decisionId);
    expect(decision && isDecisionKept(state, decision)).toBe(true);
  });
});
