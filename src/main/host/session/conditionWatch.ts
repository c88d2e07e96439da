import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { StorageWatch } from '#main/host/storageWatch';
import type { StoredSession } from '#main/host/store/storedSession';
import type { AgentLogin } from '#shared/session/agent';
import {
  type SessionCondition,
  type StartProgress,
  type StorageProblem,
  soundCondition,
} from '#shared/session/condition';
import type { Envelope } from '#shared/session/events';
import type { KeptState } from '#shared/session/state';

/**
 * Current facts about a session that are not in the log: the state of its storage and of its start.
 */
export class ConditionWatch extends DisposableOwner {
  private readonly changes = this.register(new Emitter<SessionCondition>());
  readonly onDidChange = this.changes.event;
  private readonly storage: StorageWatch;
  private readonly state: KeptState;
  private start: StartProgress | null = null;
  private seal = soundCondition.seal;
  private login: AgentLogin | null = null;

  constructor(
    stored: StoredSession,
    /** The problem with the session's workplace. */
    private readonly place?: StorageProblem,
  ) {
    super();
    this.state = stored.state;
    this.storage = this.register(new StorageWatch(stored));
    this.register(this.storage.onDidChange(() => this.tell()));
  }

  get condition(): SessionCondition {
    const storage = [...this.storage.problems(), ...(this.place ? [this.place] : [])];
    return { storage, start: this.start, seal: this.seal, login: this.login };
  }

  onAppended(events: readonly Envelope[]): void {
    const isStarting = this.state.head.connection.type === 'starting';
    const hasAnswered = events.some(({ type }) => type === 'agent.started');
    if (isStarting === (this.start !== null) && !hasAnswered) return;
    const begun = this.start ?? { since: events[0]?.at ?? 0, stderrTail: '', waitsFor: 'answer' };
    const waitsFor = hasAnswered ? 'conversation' : begun.waitsFor;
    this.start = isStarting ? { ...begun, waitsFor } : null;
    this.tell();
  }

  onProgress(stderrTail: string): void {
    if (this.start === null) return;
    this.start = { ...this.start, stderrTail };
    this.tell();
  }

  onRefusals(refusals: number): void {
    this.seal = { refusals, revision: this.seal.revision + 1 };
    this.tell();
  }

  onLogin(login: AgentLogin | null): void {
    if (login === this.login) return;
    this.login = login;
    this.tell();
  }

  private tell(): void {
    this.changes.fire(this.condition);
  }
}
