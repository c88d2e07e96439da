import { refusalNote } from '#shared/airlock/changeView';
import { type ChangeRecord, changeStatus, type LedgerState } from '#shared/airlock/ledger';
import { fail, ok, type Result } from '#shared/errors';
import type { ChangeId } from '#shared/ids';

interface Waiter {
  readonly resolve: (result: Result<void>) => void;
  /** The user replaced the agent's text. */
  readonly isEdited: boolean;
}

/** The agents that wait for a verdict on what they want to write. */
export class HeldWrites {
  private readonly waiting = new Map<ChangeId, Waiter>();
  private readonly exchanged = new Map<ChangeId, ChangeId>();

  get ids(): readonly ChangeId[] {
    return [...this.waiting.keys()];
  }

  /** Settles when everything of the change is decided, and what was accepted is on the disk. */
  hold(changeId: ChangeId): Promise<Result<void>> {
    return new Promise((resolve) => this.waiting.set(changeId, { resolve, isEdited: false }));
  }

  /** Answers those whose change has nothing left to decide. */
  settle(state: LedgerState): void {
    for (const changeId of this.ids) {
      const record = state.changes.get(changeId);
      if (record === undefined || changeStatus(record) !== 'settled') continue;
      const isEdited = this.waiting.get(changeId)?.isEdited === true;
      this.answer(changeId, isEdited ? edited(record) : verdictOn(record));
    }
  }

  /** Waits for another change instead; null if the file says already what the user wants. */
  exchange(changeId: ChangeId, next: ChangeId | null): void {
    const waiter = this.waiting.get(changeId);
    if (waiter === undefined) return;
    if (next === null) {
      this.answer(changeId, fail('refused', UNCHANGED));
    } else {
      this.waiting.delete(changeId);
      this.exchanged.set(changeId, next);
      this.waiting.set(next, { ...waiter, isEdited: true });
    }
  }

  /** The change that has replaced this one. */
  latest(changeId: ChangeId): ChangeId {
    const next = this.exchanged.get(changeId);
    return next === undefined ? changeId : this.latest(next);
  }

  /** The text is on the disk: the agent wrote it itself, without waiting for the answer. */
  noteWritten(changeId: ChangeId): void {
    this.answer(changeId, ok());
  }

  /** The change will not be decided any more. */
  release(changeId: ChangeId, reason: string): void {
    this.answer(changeId, fail('cancelled', reason));
  }

  private answer(changeId: ChangeId, result: Result<void>): void {
    const waiter = this.waiting.get(changeId);
    this.waiting.delete(changeId);
    waiter?.resolve(result);
  }
}

const UNCHANGED = 'The user kept the file as it is. Read it again.';

/** The file is not what the agent asked for, even if all of the user's text was taken. */
function edited({ change, hunks }: ChangeRecord): Result<void> {
  const isWritten = hunks.some(({ outcome }) => outcome.state === 'accepted');
  const message = isWritten
    ? `The user changed the text before it was written. ${change.path} now holds their version: read it again.`
    : `Rejected: all of ${change.path}. Nothing was written.`;
  return fail('refused', message);
}

function verdictOn(record: ChangeRecord): Result<void> {
  const isTaken = (state: string) => record.hunks.some(({ outcome }) => outcome.state === state);
  if (!isTaken('rejected')) return ok();
  const note = refusalNote(record);
  return fail(
    'refused',
    isTaken('accepted')
      ? `${note}. The file now holds the accepted part.`
      : `${note}. Nothing was written.`,
  );
}
