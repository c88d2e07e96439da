import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { SessionCondition, StartProgress, StorageProblem } from '#shared/session/condition';
import type { Envelope } from '#shared/session/events';
import type { KeptState } from '#shared/session/state';
import { StorageWatch } from './storageWatch';
import type { StoredSession } from './store/storedSession';

/** What is true of a session right now and stands in no log: how it is kept, how its start goes. */
export class ConditionWatch extends DisposableOwner {
  private readonly changes = this.register(new Emitter<SessionCondition>());
  readonly onDidChange = this.changes.event;
  private readonly storage: StorageWatch;
  private readonly state: KeptState;
  private start: StartProgress | null = null;

  constructor(
    stored: StoredSession,
    /** What is wrong with the place that it works in. */
    private readonly place?: StorageProblem,
  ) {
    super();
    this.state = stored.state;
    this.storage = this.register(new StorageWatch(stored));
    this.register(this.storage.onDidChange(() => this.tell()));
  }

  get condition(): SessionCondition {
    const storage = [...this.storage.problems(), ...(this.place ? [this.place] : [])];
    return { storage, start: this.start };
  }

  onAppended(events: readonly Envelope[]): void {
    const isStarting = this.state.head.connection.type === 'starting';
    if (isStarting === (this.start !== null)) return;
    this.start = isStarting ? { since: events[0]?.at ?? 0, stderrTail: '' } : null;
    this.tell();
  }

  onProgress(stderrTail: string): void {
    if (this.start === null) return;
    this.start = { ...this.start, stderrTail };
    this.tell();
  }

  private tell(): void {
    this.changes.fire(this.condition);
  }
}
