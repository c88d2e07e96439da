import type { EntryId, SessionId } from '#shared/ids';
import type { SessionSnapshot } from '#shared/ipc/contract';
import { type SessionCondition, soundCondition } from '#shared/session/condition';
import type { Entry } from '#shared/session/entries';
import type { Envelope } from '#shared/session/events';
import { apply } from '#shared/session/fold';
import { entryOf } from '#shared/session/reduceEntry';
import { reduceHead } from '#shared/session/reduceHead';
import type { SessionHead, SessionState } from '#shared/session/state';
import { ListenerSet } from './listenerSet';

export interface SessionSource {
  open(id: SessionId): Promise<SessionSnapshot>;
  entries(id: SessionId, entryIds: readonly EntryId[]): Promise<readonly Entry[]>;
}

/** Entries asked for at once; a screen shows some twenty. */
const PAGE = 100;

/**
 * One session as the window sees it: a snapshot and the events after it, folded with main's own
 * reducer. Entries that are far from the screen stay in main until somebody asks for them.
 * Listeners hear of changes once per flush, and each entry has listeners of its own.
 */
export class SessionModel {
  private state: SessionState | null = null;
  /** In the transcript, but not here. */
  private readonly absent = new Set<EntryId>();
  private readonly asked = new Set<EntryId>();
  /** Changed in main while they were on their way here. */
  private readonly overtaken = new Set<EntryId>();
  /** What came while the snapshot was under way. */
  private early: Envelope[] = [];
  private opening: Promise<void> | null = null;
  private shownOrder: readonly EntryId[] = [];
  private readonly touched = new Set<EntryId>();
  private headTouched = false;
  private orderTouched = false;

  private shownCondition: SessionCondition = soundCondition;

  readonly headListeners = new ListenerSet();
  readonly conditionListeners = new ListenerSet();
  readonly orderListeners = new ListenerSet();
  private readonly entryListeners = new Map<EntryId, ListenerSet>();

  constructor(
    readonly id: SessionId,
    private readonly source: SessionSource,
    private readonly scheduleFlush: () => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  head(): SessionHead | undefined {
    return this.state?.head;
  }

  condition(): SessionCondition {
    return this.shownCondition;
  }

  /** The same array until the order changes, so that a view can tell by identity. */
  order(): readonly EntryId[] {
    return this.shownOrder;
  }

  entry(id: EntryId): Entry | undefined {
    return this.state?.entries.get(id);
  }

  subscribeEntry(id: EntryId, listener: () => void): () => void {
    const listeners = this.entryListeners.get(id) ?? new ListenerSet();
    this.entryListeners.set(id, listeners);
    const unsubscribe = listeners.subscribe(listener);
    return () => {
      unsubscribe();
      if (listeners.isEmpty) this.entryListeners.delete(id);
    };
  }

  /** Loads the session, or loads it anew when events were missed. */
  open(): Promise<void> {
    this.opening ??= this.load().finally(() => {
      this.opening = null;
    });
    return this.opening;
  }

  receive(events: readonly Envelope[]): void {
    if (this.state === null || this.opening !== null) {
      this.early.push(...events);
      return;
    }
    for (const event of events) {
      if (event.seq <= this.state.head.seq) continue;
      if (event.seq !== this.state.head.seq + 1) {
        // A gap: something was lost on the way, so that only main knows how things stand.
        this.open().catch(this.onError);
        return;
      }
      this.fold(this.state, event);
    }
    this.scheduleFlush();
  }

  receiveCondition(condition: SessionCondition): void {
    this.shownCondition = condition;
    this.conditionListeners.notify();
  }

  /** Fetches those of the entries that are not here yet. */
  async ensure(ids: readonly EntryId[]): Promise<void> {
    const missing = ids.filter((id) => this.absent.has(id) && !this.asked.has(id));
    for (let start = 0; start < missing.length; start += PAGE) {
      await this.fetch(missing.slice(start, start + PAGE));
    }
  }

  /** Tells the listeners what changed since the last time. */
  flush(): void {
    if (this.orderTouched && this.state) this.shownOrder = [...this.state.order];
    const { headTouched, orderTouched } = this;
    const touched = [...this.touched];
    this.headTouched = false;
    this.orderTouched = false;
    this.touched.clear();
    if (headTouched) this.headListeners.notify();
    if (orderTouched) this.orderListeners.notify();
    for (const id of touched) this.entryListeners.get(id)?.notify();
  }

  private async load(): Promise<void> {
    const snapshot = await this.source.open(this.id);
    const entries = new Map(snapshot.entries.map((entry) => [entry.id, entry]));
    this.state = { head: snapshot.head, order: [...snapshot.order], entries };
    this.receiveCondition(snapshot.condition);
    this.absent.clear();
    for (const id of snapshot.order) if (!entries.has(id)) this.absent.add(id);
    this.headTouched = true;
    this.orderTouched = true;
    for (const id of this.entryListeners.keys()) this.touched.add(id);
    const early = this.early;
    this.early = [];
    this.opening = null;
    this.receive(early);
    this.scheduleFlush();
  }

  private fold(state: SessionState, event: Envelope): void {
    const id = entryOf(event);
    if (id !== null && this.absent.has(id)) {
      // The entry has changed in main; only what is true of the session concerns us here.
      state.head = { ...reduceHead(state.head, event), seq: event.seq, updatedAt: event.at };
      this.headTouched = true;
      if (this.asked.has(id)) this.overtaken.add(id);
      return;
    }
    const length = state.order.length;
    const { head, entries } = apply(state, event);
    this.headTouched ||= head;
    this.orderTouched ||= state.order.length !== length;
    for (const changed of entries) this.touched.add(changed);
  }

  private async fetch(ids: readonly EntryId[]): Promise<void> {
    for (const id of ids) this.asked.add(id);
    try {
      const entries = await this.source.entries(this.id, ids);
      for (const entry of entries) {
        if (this.overtaken.has(entry.id)) continue;
        this.absent.delete(entry.id);
        this.state?.entries.set(entry.id, entry);
        this.touched.add(entry.id);
      }
      this.scheduleFlush();
    } finally {
      for (const id of ids) this.asked.delete(id);
    }
    const again = ids.filter((id) => this.overtaken.delete(id));
    if (again.length > 0) await this.fetch(again);
  }
}
