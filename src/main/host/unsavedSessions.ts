import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { SessionId } from '#shared/ids';
import type { SessionCondition } from '#shared/session/condition';

/** Sessions that could not be written completely: the rest would be lost if the app quit now. */
export class UnsavedSessions extends DisposableOwner {
  private readonly refused = new Set<SessionId>();
  private readonly changes = this.register(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  readonly ids: ReadonlySet<SessionId> = this.refused;

  note(id: SessionId, { storage }: SessionCondition): void {
    this.set(
      id,
      storage.some(({ kind }) => kind === 'failing'),
    );
  }

  forget(id: SessionId): void {
    this.set(id, false);
  }

  private set(id: SessionId, isUnsaved: boolean): void {
    if (this.refused.has(id) === isUnsaved) return;
    if (isUnsaved) this.refused.add(id);
    else this.refused.delete(id);
    this.changes.fire();
  }
}
