import { describe, expect, it } from 'vitest';
import type { ChangeRecord, LedgerState } from './ledger';
import { acceptance, scoreOf } from './score';

type State = 'accepted' | 'rejected' | 'pending';

function record(at: number, states: readonly State[], more: Partial<ChangeRecord> = {}) {
  const hunks = states.map((state, index) => ({
    hunk: { type: 'text', id: `h${index}`, baseCount: 1, proposedCount: 3 },
    outcome: { state },
  }));
  return { at, hunks, isSuperseded: false, isWithdrawn: false, ...more } as unknown as ChangeRecord;
}

function score(...records: readonly ChangeRecord[]) {
  const changes = new Map(records.map((one, index) => [`c${index}`, one]));
  return scoreOf({ changes } as unknown as LedgerState);
}

describe('scoreOf', () => {
  it('counts what became of each hunk, and the lines that were accepted', () => {
    expect(score(record(9, ['accepted', 'rejected']), record(5, ['pending', 'accepted']))).toEqual({
      accepted: 2,
      rejected: 1,
      open: 1,
      addedLines: 6,
      removedLines: 2,
      firstChangeAt: 5,
    });
  });

  it('leaves out what the agent replaced before it was decided, and keeps what was decided', () => {
    const replaced = record(1, ['accepted', 'pending'], { isSuperseded: true });
    expect(score(replaced)).toMatchObject({ accepted: 1, open: 0 });
    expect(score(record(1, ['pending'], { isWithdrawn: true }))).toMatchObject({ open: 0 });
  });

  it('is empty for an agent that changed nothing', () => {
    expect(score()).toMatchObject({ accepted: 0, rejected: 0, open: 0, firstChangeAt: null });
  });
});

describe('acceptance', () => {
  it('is the share of accepted hunks among the decided ones', () => {
    expect(acceptance({ accepted: 3, rejected: 1 })).toBe(0.75);
    expect(acceptance({ accepted: 0, rejected: 0 })).toBeNull();
  });
});
