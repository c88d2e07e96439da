import { refusalNote } from '#shared/airlock/changeView';
import { type ChangeRecord, changeStatus, type LedgerState } from '#shared/airlock/ledger';
import { fail, ok, type Result } from '#shared/errors';
import type { ChangeId } from '#shared/ids';

interface Waiter {
  readonly resolve: (result: Result<void>) => void;
  /** Whether the user replaced the agent's text. */
  readonly isEdited: boolean;
}

/** Agents that wait for a verdict on what they want to write. */
export class HeldWrites {
  private readonly waiting = new Map<ChangeId, Waiter>();
  private readonly exchanged = new Map<ChangeId, ChangeId>();

  get ids(): readonly ChangeId[] {
    return [...this.waiting.keys()];
  }

  /** Settles when everything in the change is decided, and the accepted part is on disk. */
  hold(changeId: ChangeId): Promise<Result<void>> {
    return new Promise((resolve) => this.waiting.set(changeId, { resolve, isEdited: false }));
  }

  /** Answers callers whose change has nothing left to decide. */
  settle(state: LedgerState): void {
    for (const changeId of this.ids) {
      const record = state.changes.get(changeId);
      if (record === undefined || changeStatus(record) !== 'settled') continue;
      const isEdited = this.waiting.get(changeId)?.isEdited === true;
      this.answer(changeId, isEdited ? edited(record) : verdictOn(record));
    }
  }

  /** Makes callers wait for another change; null if the file already has what the user wants. */
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

  /** Called when the agent itself wrote the text without waiting for the answer. */
  noteWritten(changeId: ChangeId): void {
    this.answer(changeId, ok());
  }

  /** Called when the change will never be decided. */
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

/**
 * The refusal for an edited text: the file is not what the agent asked for, even if all of the
 * user's text was accepted.
 */
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
