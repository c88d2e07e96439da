import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChangeView } from '#shared/airlock/changeView';
import { type BoardRow, boardOf } from '#shared/airlock/compare/board';
import type { ChangeId, SessionId } from '#shared/ids';
import type { ComposeConflict, HunkPicks } from '#shared/ipc/compare';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import type { ComparedPlace } from '#window/state/session/comparedSessions';
import { listenToChanges, sessionChanges } from '#window/state/session/sessionChanges';
import { keepPicks, keptPicks } from './keptPicks';
import { countHunks, stillThere } from './picks';

/** The cell whose change is shown. */
export interface BoardPlace {
  readonly path: string;
  readonly sessionId: SessionId;
}

export interface ComparisonState {
  /** Null until main has answered for every session. */
  readonly rows: readonly BoardRow[] | null;
  readonly place: BoardPlace | null;
  readonly picks: readonly HunkPicks[];
  readonly conflicts: readonly ComposeConflict[];
  /** Why the conflicts are not known; null if they are. */
  readonly problem: string | null;
}

const NO_CHANGES: readonly ChangeView[] = [];

/** The changes of several sessions side by side, and the user's picks from them. */
export class Comparison {
  readonly store: StoreApi<ComparisonState>;
  private readonly keys = new Map<ChangeId, readonly string[]>();
  private readonly listening: readonly (() => void)[];
  private isDisposed = false;
  private isAsking = false;
  /** Whether the user has chosen what is shown. */
  private isChosen = false;

  constructor(
    readonly sessionIds: readonly SessionId[],
    /** The file to show first, if it exists. */
    readonly start: ComparedPlace | null = null,
  ) {
    this.store = createStore<ComparisonState>(() => ({
      rows: null,
      place: null,
      picks: keptPicks(sessionIds),
      conflicts: [],
      problem: null,
    }));
    this.listening = sessionIds.map((id) => listenToChanges(id, () => this.refresh(id)));
    // Changes that another view has loaded are known already.
    for (const id of sessionIds) if (sessionChanges(id) !== undefined) this.refresh(id);
    if (this.state.picks.length > 0) this.askForConflicts().catch(reportError);
  }

  dispose(): void {
    this.isDisposed = true;
    for (const stop of this.listening) stop();
  }

  get state(): ComparisonState {
    return this.store.getState();
  }

  changesOf(sessionId: SessionId): readonly ChangeView[] {
    return sessionChanges(sessionId)?.changes ?? NO_CHANGES;
  }

  show(place: BoardPlace): void {
    this.isChosen = true;
    this.store.setState({ place });
  }

  /** Sets the picks. The conflicts follow as soon as main reports them. */
  pick(picks: readonly HunkPicks[]): void {
    this.store.setState({ picks });
    keepPicks(this.sessionIds, picks);
    this.askForConflicts().catch(reportError);
  }

  private refresh(sessionId: SessionId): void {
    this.arrange();
    this.loadKeys(sessionId).catch(reportError);
  }

  private async loadKeys(sessionId: SessionId): Promise<void> {
    const unknown = this.changesOf(sessionId)
      .map(({ change }) => change.changeId)
      .filter((changeId) => !this.keys.has(changeId));
    if (unknown.length === 0) return;
    const keys = await call('compare.keys', { sessionId, changeIds: unknown });
    for (const [changeId, own] of keys) this.keys.set(changeId, own);
    this.arrange();
  }

  private arrange(): void {
    if (this.isDisposed) return;
    const members = this.sessionIds.map((sessionId) => ({
      sessionId,
      changes: this.changesOf(sessionId),
    }));
    const rows = boardOf(members, this.keys);
    const { place, picks } = this.state;
    const kept = stillThere(picks, (sessionId) => sessionChanges(sessionId)?.changes ?? null);
    this.store.setState({ rows, place: this.placeIn(rows, place) });
    if (countHunks(kept) !== countHunks(picks)) this.pick(kept);
  }

  /** The same cell if it is still there, else the first one. */
  private placeIn(rows: readonly BoardRow[], place: BoardPlace | null): BoardPlace | null {
    const cellOf = (row: BoardRow | undefined, sessionId: SessionId) =>
      row?.cells[this.sessionIds.indexOf(sessionId)] ?? null;
    const rowAt = (at: string | undefined) => rows.find(({ path }) => path === at);
    // Used until the user has chosen: the first reported file need not be the wanted one.
    const wanted = this.isChosen ? undefined : this.start?.path;
    const row = rowAt(wanted) ?? this.rowMovedTo(rows, wanted) ?? rowAt(place?.path);
    // If it is shown beside another session's change, that change may be reported later.
    const isWaiting = !this.isChosen && place?.sessionId === this.start?.against;
    const isShown = place !== null && place.path === row?.path;
    if (isShown && !isWaiting && cellOf(row, place.sessionId) !== null) return place;
    const first = row ?? rows[0];
    const owner = this.sessionIds.find((id) => cellOf(first, id) !== null);
    return first && owner ? { path: first.path, sessionId: owner } : null;
  }

  /** The row of the file that the first matching session moves to a place. */
  private rowMovedTo(rows: readonly BoardRow[], target: string | undefined): BoardRow | undefined {
    if (target === undefined) return undefined;
    for (const index of this.sessionIds.keys()) {
      const row = rows.find(({ cells }) => cells[index]?.view.change.path === target);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** Asks one question at a time; picks that changed meanwhile are asked about afterwards. */
  private async askForConflicts(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      let asked: readonly HunkPicks[] | null = null;
      while (!this.isDisposed && this.state.picks !== asked) {
        asked = this.state.picks;
        const conflicts =
          asked.length === 0 ? [] : await call('compare.conflicts', { picks: asked });
        this.store.setState({ conflicts, problem: null });
      }
    } catch (error) {
      this.store.setState({ problem: errorMessage(error) });
    } finally {
      this.isAsking = false;
    }
  }
}

export function useComparison<T>({ store }: Comparison, select: (state: ComparisonState) => T): T {
  return useStore(store, select);
}
