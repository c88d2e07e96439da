import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { StorageProblem } from '#shared/session/condition';
import { damagedStorage, failingStorage, lostBodies, readOnlyStorage } from './storageProblems';
import type { WriteFailure } from './store/log/appendOnlyFile';
import type { StoredSession } from './store/storedSession';

/** Tracks the problems with how a session is stored, if there are any. */
export class StorageWatch extends DisposableOwner {
  private readonly changes = this.register(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly failures = new Map<object, WriteFailure>();
  private lost = 0;

  constructor(private readonly stored: StoredSession) {
    super();
    for (const file of [stored.log, stored.blobs]) {
      this.register(
        file.onDidFail((failure) => {
          this.failures.set(file, failure);
          this.changes.fire();
        }),
      );
      this.register(
        file.onDidRecover(() => {
          this.failures.delete(file);
          this.changes.fire();
        }),
      );
    }
    this.register(
      stored.blobs.onDidLose(() => {
        this.lost++;
        this.changes.fire();
      }),
    );
  }

  /** The most important problem comes first. */
  problems(): readonly StorageProblem[] {
    const { log, repair } = this.stored;
    const [failure] = this.failures.values();
    const damage = damagedStorage(repair);
    return [
      ...(failure ? [failingStorage(failure)] : []),
      ...(log.readOnly ? [readOnlyStorage(log.readOnly)] : []),
      ...(damage ? [damage] : []),
      ...(this.lost > 0 ? [lostBodies(this.lost)] : []),
    ];
  }
}
