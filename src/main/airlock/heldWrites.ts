import { refusalNote } from '#shared/airlock/changeView';
import { type ChangeRecord, type LedgerState, statusOf } from '#shared/airlock/ledger';
import { fail, ok, type Result } from '#shared/errors';
import type { ChangeId } from '#shared/ids';

/** The agents that wait for a verdict on what they want to write. */
export class HeldWrites {
  private readonly waiting = new Map<ChangeId, (result: Result<void>) => void>();

  get ids(): readonly ChangeId[] {
    return [...this.waiting.keys()];
  }

  /** Settles when everything of the change is decided, and what was accepted is on the disk. */
  hold(changeId: ChangeId): Promise<Result<void>> {
    return new Promise((resolve) => this.waiting.set(changeId, resolve));
  }

  /** Answers those whose change has nothing left to decide. */
  settle(state: LedgerState): void {
    for (const changeId of this.ids) {
      const record = state.changes.get(changeId);
      if (record && statusOf(record) === 'settled') this.answer(changeId, verdictOn(record));
    }
  }

  /** Nobody will decide on it any more. */
  release(changeId: ChangeId, reason: string): void {
    this.answer(changeId, fail('cancelled', reason));
  }

  private answer(changeId: ChangeId, result: Result<void>): void {
    const resolve = this.waiting.get(changeId);
    this.waiting.delete(changeId);
    resolve?.(result);
  }
}

function verdictOn(record: ChangeRecord): Result<void> {
  const isTaken = (state: string) => record.hunks.some(({ outcome }) => outcome.state === state);
  if (!isTaken('rejected')) return ok();
  const note = refusalNote(record);
  return fail(
    'refused',
    isTaken('accepted')
      ? `${note}. The file now holds the accepted part.`
      : `${note}. Nothing of it was written.`,
  );
}
