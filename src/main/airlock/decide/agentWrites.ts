import { type AttemptQueue, attempt } from '#main/airlock/disk/attempt';
import { belongsToGit, locateBelow, locateTarget } from '#main/airlock/find/locate';
import type { SessionParts } from '#main/airlock/sessionParts';
import type { SessionRecord } from '#main/airlock/sessionRecord';
import { onUnexpectedError } from '#main/base/unexpected';
import { type Authorship, type Change, sameVersion } from '#shared/airlock/change';
import { leadsIntoGit } from '#shared/airlock/gitName';
import { changeStatus } from '#shared/airlock/ledger';
import { fail, ok, type Result } from '#shared/errors';
import type { ChangeId } from '#shared/ids';
import { worksInCopy } from '#shared/session/isolation';
import type { IntendedEdit } from './gate';
import { HeldWrites } from './heldWrites';
import { writeNow, writeOver } from './writeNow';

/** The answer to a request for permission to edit. */
export type EditAnswer =
  /** The agent may continue and write the edit itself. */
  | { readonly type: 'allow' }
  /** The agent must not write; the accepted part is already written. */
  | { readonly type: 'refuse'; readonly message: string };

export interface JudgeOptions {
  /** Aborted if the question was settled in another way. */
  readonly signal?: AbortSignal;
  /** Called when the edit can be decided on, or never will be. */
  onListed?(): void;
}

export interface AgentWritesParts {
  readonly parts: SessionParts;
  readonly record: SessionRecord;
  /** Runs work after everything that was requested for the session before. */
  readonly tasks: AttemptQueue;
  /** Called when the changes have changed. */
  onChange(): void;
}

/** Called with a write that waits for the user's decision. */
export type OnHeld = (write: Pick<Change, 'changeId' | 'path'>) => void;

/** Writes and edits that an agent requests, and the callers that wait for the answers. */
export class AgentWrites {
  private readonly held = new HeldWrites();
  /** Edit permissions that were used for a write already. */
  private readonly spent = new Set<ChangeId>();

  constructor(private readonly own: AgentWritesParts) {}

  /** Settles when the text is on disk, or was refused. */
  async write(
    path: string,
    text: string,
    by: Authorship,
    signal?: AbortSignal,
    onHeld?: OnHeld,
  ): Promise<Result<void>> {
    if (this.isIsolated) return this.writeThrough(path, text, by);
    const { gate, effects } = this.own.parts;
    const proposed = await this.propose(async (place) => {
      const change = await gate.proposeWrite(place, text, by);
      const allowed = change && this.allowedBefore(change);
      if (!allowed) return change;
      const present = await effects.read('workspace', place);
      const isAsAllowed = sameVersion(present?.version ?? null, change.base);
      const isWritten = isAsAllowed && (await writeOver(effects, place, present, text)) === 'done';
      // I13: the file was changed in the meantime, and the user's permission was about another
      // text.
      if (!isWritten) return gate.proposeWrite(place, text, by);
      this.spent.add(allowed);
      return null;
    }, path);
    if (!proposed.ok) return proposed;
    if (proposed.value === null) return ok();
    onHeld?.(proposed.value);
    return this.hold(proposed.value, signal);
  }

  /**
   * The change for the same edit, if the user allowed it in this turn: each edit is asked about
   * only once.
   */
  private allowedBefore({ path, base, proposed, turnId }: Change): ChangeId | null {
    for (const { change, hunks, isWithdrawn } of this.own.parts.ledger.state.changes.values()) {
      const isSame =
        change.origin === 'permission' &&
        change.path === path &&
        change.turnId === turnId &&
        sameVersion(change.base, base) &&
        sameVersion(change.proposed, proposed);
      const isAllowed = !isWithdrawn && hunks.every(({ outcome }) => outcome.state === 'accepted');
      if (isSame && isAllowed && !this.spent.has(change.changeId)) return change.changeId;
    }
    return null;
  }

  async judge(
    path: string,
    edit: IntendedEdit,
    by: Authorship,
    { signal, onListed }: JudgeOptions = {},
  ): Promise<Result<EditAnswer>> {
    const target = await attempt(path, () => locateBelow(this.own.record.projectRoot, path));
    if (target.ok && leadsIntoGit(target.value)) {
      onListed?.();
      return ok({ type: 'refuse', message: belongsToGit(path) });
    }
    const { gate } = this.own.parts;
    const proposed = await this.propose((place) => gate.proposeEdit(place, edit, by), path);
    onListed?.();
    if (!proposed.ok) return proposed;
    if (proposed.value === null) return ok({ type: 'allow' });
    const verdict = await this.hold(proposed.value, signal);
    if (verdict.ok) return ok({ type: 'allow' });
    const { code, message } = verdict.error;
    return code === 'refused' ? ok({ type: 'refuse', message }) : verdict;
  }

  /** Answers the callers whose changes are decided. */
  settle(): void {
    this.held.settle(this.own.parts.ledger.state);
  }

  /** Makes the caller wait for another change; null if there is nothing left to wait for. */
  exchange(changeId: ChangeId, next: ChangeId | null): void {
    this.held.exchange(changeId, next);
  }

  /** Records changes that are on disk already and are decided afterwards. */
  noteWritten(changes: readonly ChangeId[]): void {
    for (const changeId of changes) {
      const origin = this.own.parts.ledger.state.changes.get(changeId)?.change.origin;
      if (origin === 'held-write') this.held.noteWritten(changeId);
      // The user still has to answer the question, and nobody else may do so.
      else this.held.release(changeId, 'The agent wrote this before it got an answer.');
    }
  }

  releaseAll(reason: string): void {
    for (const changeId of this.held.ids) this.held.release(changeId, reason);
  }

  private get isIsolated(): boolean {
    return worksInCopy(this.own.record.isolation);
  }

  private async writeThrough(path: string, text: string, by: Authorship): Promise<Result<void>> {
    return this.own.tasks.run(path, async () => {
      const place = await locateTarget(this.own.record.workRoot, path);
      this.own.parts.surveyor.attribute(place, by);
      await writeNow(this.own.parts.effects, place, text);
    });
  }

  private async propose(
    propose: (path: string) => Promise<Change | null>,
    path: string,
  ): Promise<Result<Change | null>> {
    if (this.isIsolated) {
      return fail('refused', 'In an isolated session the agent writes to its own files.');
    }
    return this.own.tasks.run(path, async () => {
      const change = await propose(await locateTarget(this.own.record.projectRoot, path));
      if (change) await this.own.parts.ledger.append([{ type: 'change.proposed', change }]);
      return change;
    });
  }

  private async hold({ changeId }: Change, signal?: AbortSignal): Promise<Result<void>> {
    const verdict = this.held.hold(changeId);
    const withdraw = () => {
      this.withdraw(changeId).catch(onUnexpectedError);
    };
    this.settle();
    if (signal?.aborted) withdraw();
    else signal?.addEventListener('abort', withdraw, { once: true });
    this.own.onChange();
    try {
      return await verdict;
    } finally {
      signal?.removeEventListener('abort', withdraw);
    }
  }

  /**
   * Withdraws a held change. Waits for a running decision first: if the write has begun, the
   * decision's result is the answer.
   */
  private async withdraw(held: ChangeId): Promise<void> {
    const { ledger } = this.own.parts;
    await this.own.tasks.run('The change', async () => {
      const changeId = this.held.latest(held);
      const record = ledger.state.changes.get(changeId);
      if (record === undefined || changeStatus(record) !== 'open') return;
      await ledger.append([{ type: 'change.withdrawn', changeId }]);
    });
    this.held.release(this.held.latest(held), 'The turn was stopped before this was decided.');
    this.own.onChange();
  }
}

/** Withdraws held writes of an earlier run of the app: their callers ended with it. */
export async function withdrawUnheld({ ledger }: SessionParts): Promise<void> {
  const unheld = [...ledger.state.changes.values()].filter(
    (record) => record.change.origin !== 'scan' && changeStatus(record) === 'open',
  );
  await ledger.append(
    unheld.map(({ change }) => ({ type: 'change.withdrawn', changeId: change.changeId })),
  );
}
