import type { EntryId, SessionId } from '#shared/ids';
import type { EntryPage, SessionSnapshot } from '#shared/ipc/contract';
import { type SessionCondition, soundCondition } from '#shared/session/condition';
import type { Entry } from '#shared/session/entries';
import { type EntryPlace, placeOf } from '#shared/session/entryPlace';
import type { Envelope } from '#shared/session/events';
import { apply } from '#shared/session/fold';
import { entryOf } from '#shared/session/kinds/eventKinds';
import { reduceHead } from '#shared/session/reduceHead';
import type { SessionHead, SessionState } from '#shared/session/state';
import { charactersIn } from '#shared/text/charactersIn';
import {
  KEPT_AT_END,
  KEPT_CHARACTERS,
  KEPT_ENTRIES,
  MOST_CHARACTERS,
  MOST_ENTRIES,
  PAGE,
} from '#window/state/limits';
import { ListenerSet } from '#window/state/listeners';

export interface SessionSource {
  open(id: SessionId): Promise<SessionSnapshot>;
  entries(id: SessionId, entryIds: readonly EntryId[]): Promise<EntryPage>;
}

/**
 * One session as the window sees it: a snapshot and the events after it, folded with main's own
 * reducer. Entries far from the screen stay in main until they are requested, and are dropped when
 * they have not been shown for long. Listeners are told of changes once per flush, and each entry
 * has its own listeners.
 */
export class SessionModel {
  private state: SessionState | null = null;
  /** Entries of the transcript that are not loaded. */
  private readonly absent = new Set<EntryId>();
  private readonly asked = new Set<EntryId>();
  /** Entries that this event changed while they were being loaded. */
  private readonly overtaken = new Map<EntryId, number>();
  /** Entries that already include this event, which has not arrived yet. */
  private readonly ahead = new Map<EntryId, number>();
  private readonly places = new Map<EntryId, EntryPlace>();
  /** The size of each loaded entry, and of all together. */
  private readonly characters = new Map<EntryId, number>();
  private allCharacters = 0;
  /** Entries that were requested one by one just now, and are fetched together. */
  private wanted: EntryId[] = [];
  /** Events that arrived before the snapshot. */
  private early: Envelope[] = [];
  private opening: Promise<void> | null = null;
  private openFault: unknown = null;
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

  /**
   * Returns the same array until the order or an entry's place changes, so that views can compare
   * it.
   */
  order(): readonly EntryId[] {
    return this.shownOrder;
  }

  /** The place of an entry, which is known even if the entry is not loaded. */
  place(id: EntryId): EntryPlace | undefined {
    return this.places.get(id);
  }

  entry(id: EntryId): Entry | undefined {
    return this.state?.entries.get(id);
  }

  /** The number of loaded entries. */
  get size(): number {
    return this.state?.entries.size ?? 0;
  }

  subscribeEntry(id: EntryId, listener: () => void): () => void {
    const listeners = this.entryListeners.get(id) ?? new ListenerSet();
    this.entryListeners.set(id, listeners);
    const unsubscribe = listeners.subscribe(listener);
    this.use(id);
    return () => {
      unsubscribe();
      if (listeners.isEmpty) this.entryListeners.delete(id);
    };
  }

  /** Loads the session, or reloads it when events were missed. */
  open(): Promise<void> {
    this.opening ??= this.load()
      .then(
        () => this.setFault(null),
        (error: unknown) => {
          this.setFault(error);
          throw error;
        },
      )
      .finally(() => {
        this.opening = null;
      });
    return this.opening;
  }

  /** Why the session could not be opened; null if it was opened or has not been tried yet. */
  fault(): unknown {
    return this.openFault;
  }

  receive(events: readonly Envelope[]): void {
    if (this.opening !== null) {
      this.early.push(...events);
      return;
    }
    // The session could not be opened, so the next attempt begins with a snapshot.
    if (this.state === null) return;
    for (const event of events) {
      if (event.seq <= this.state.head.seq) continue;
      if (event.seq !== this.state.head.seq + 1) {
        // Events were lost on the way, so only main knows the present state.
        this.open().catch(this.onError);
        return;
      }
      this.fold(this.state, event);
    }
    // A hidden window draws no frames, and so does not flush.
    const isHeavy = this.allCharacters > MOST_CHARACTERS;
    if (isHeavy || this.size > 2 * MOST_ENTRIES) this.letGo();
    this.scheduleFlush();
  }

  receiveCondition(condition: SessionCondition): void {
    this.shownCondition = condition;
    this.conditionListeners.notify();
  }

  /** Fetches those of the entries that are not here yet. */
  async ensure(ids: readonly EntryId[]): Promise<void> {
    const missing = ids.filter((id) => this.isElsewhere(id) && !this.asked.has(id));
    for (let start = 0; start < missing.length; start += PAGE) {
      await this.fetch(missing.slice(start, start + PAGE));
    }
  }

  /** Loads one entry; entries that are wanted at the same time are fetched together. */
  want(id: EntryId): void {
    if (!this.isElsewhere(id)) return;
    this.wanted.push(id);
    if (this.wanted.length > 1) return;
    queueMicrotask(() => {
      const ids = this.wanted;
      this.wanted = [];
      this.ensure(ids).catch(this.onError);
    });
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
    this.letGo();
  }

  private setFault(error: unknown): void {
    if (this.openFault === error) return;
    this.openFault = error;
    this.headListeners.notify();
  }

  private async load(): Promise<void> {
    const snapshot = await this.source.open(this.id);
    const entries = new Map(snapshot.entries.map((entry) => [entry.id, entry]));
    this.state = { head: snapshot.head, order: [...snapshot.order], entries };
    this.receiveCondition(snapshot.condition);
    this.absent.clear();
    this.ahead.clear();
    this.characters.clear();
    this.allCharacters = 0;
    for (const id of entries.keys()) this.weigh(id);
    for (const id of snapshot.order) if (!entries.has(id)) this.absent.add(id);
    this.places.clear();
    for (const [id, place] of snapshot.places) this.places.set(id, place);
    this.headTouched = true;
    this.orderTouched = true;
    for (const id of this.entryListeners.keys()) {
      this.touched.add(id);
      this.want(id);
    }
    const early = this.early;
    this.early = [];
    this.opening = null;
    this.receive(early);
    this.scheduleFlush();
  }

  private fold(state: SessionState, event: Envelope): void {
    const id = entryOf(event);
    if (id !== null && this.isDoneInMain(state, id, event)) {
      // The entry has changed in main; here, only the session's head must follow.
      const reduced = reduceHead(state.head, event);
      this.headTouched ||= reduced !== state.head;
      state.head = { ...reduced, seq: event.seq, updatedAt: event.at };
      if (this.asked.has(id)) this.overtaken.set(id, event.seq);
      return;
    }
    const length = state.order.length;
    const { head, entries } = apply(state, event);
    this.headTouched ||= head;
    this.orderTouched ||= state.order.length !== length;
    for (const changed of entries) {
      this.touched.add(changed);
      this.weigh(changed);
      this.rememberPlace(changed, state.entries.get(changed));
    }
  }

  private isDoneInMain(state: SessionState, id: EntryId, event: Envelope): boolean {
    if (this.absent.has(id)) return true;
    // Terminals are outside the order, so one that started earlier is unknown here.
    if (event.type === 'terminal.ended' && !state.entries.has(id)) return true;
    const seq = this.ahead.get(id);
    if (seq === undefined) return false;
    if (event.seq <= seq) return true;
    this.ahead.delete(id);
    return false;
  }

  private rememberPlace(id: EntryId, entry: Entry | undefined): void {
    const place = entry === undefined ? null : placeOf(entry);
    if (place === null || this.places.has(id)) return;
    this.places.set(id, place);
    this.orderTouched = true;
  }

  private isElsewhere(id: EntryId): boolean {
    return this.absent.has(id) || (isTerminal(id) && !this.state?.entries.has(id));
  }

  private async fetch(ids: readonly EntryId[]): Promise<void> {
    for (const id of ids) this.asked.add(id);
    let page: EntryPage;
    try {
      page = await this.source.entries(this.id, ids);
    } finally {
      for (const id of ids) this.asked.delete(id);
    }
    const stale = ids.filter((id) => (this.overtaken.get(id) ?? 0) > page.seq);
    for (const id of ids) this.overtaken.delete(id);
    for (const entry of page.entries) {
      if (stale.includes(entry.id) || !this.isElsewhere(entry.id)) continue;
      this.absent.delete(entry.id);
      this.state?.entries.set(entry.id, entry);
      this.weigh(entry.id);
      if (page.seq > (this.state?.head.seq ?? 0)) this.ahead.set(entry.id, page.seq);
      this.touched.add(entry.id);
    }
    this.scheduleFlush();
    const came = new Set(page.entries.map(({ id }) => id));
    const left = page.isCut && came.size > 0 ? ids.filter((id) => !came.has(id)) : [];
    if (stale.length + left.length > 0) await this.fetch([...stale, ...left]);
  }

  /** Moves an entry to the end: entries are ordered by when they were last shown. */
  private use(id: EntryId): void {
    const entry = this.state?.entries.get(id);
    if (entry === undefined) return;
    this.state?.entries.delete(id);
    this.state?.entries.set(id, entry);
  }

  /** Updates the size of an entry that was loaded, changed or dropped. */
  private weigh(id: EntryId): void {
    const entry = this.state?.entries.get(id);
    this.allCharacters -= this.characters.get(id) ?? 0;
    this.characters.delete(id);
    if (entry === undefined) return;
    const characters = charactersIn(entry);
    this.characters.set(id, characters);
    this.allCharacters += characters;
  }

  /** I21: drops the least recently shown entries first; entries on screen or open stay. */
  private letGo(): void {
    const { state } = this;
    if (state === null) return;
    if (state.entries.size <= MOST_ENTRIES && this.allCharacters <= MOST_CHARACTERS) return;
    const kept = new Set([...this.end(state), ...state.head.openRequests]);
    for (const id of state.entries.keys()) {
      if (state.entries.size <= KEPT_ENTRIES && this.allCharacters <= KEPT_CHARACTERS) return;
      if (kept.has(id) || this.entryListeners.has(id)) continue;
      state.entries.delete(id);
      this.weigh(id);
      this.ahead.delete(id);
      this.absent.add(id);
    }
  }

  /** The newest entries, up to half of the limit. */
  private end({ order }: SessionState): readonly EntryId[] {
    let room = KEPT_CHARACTERS / 2;
    const newest = order.slice(-KEPT_AT_END).reverse();
    const first = newest.findIndex((id) => {
      room -= this.characters.get(id) ?? 0;
      return room < 0;
    });
    return first === -1 ? newest : newest.slice(0, Math.max(1, first));
  }
}

function isTerminal(id: EntryId): boolean {
  return id.startsWith('terminal:');
}
