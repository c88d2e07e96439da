import { assertNever } from '#shared/errors';
import type { ChangeId, DecisionId, HunkId, ObjectId, TurnId } from '#shared/ids';
import type { Change, Hunk } from './change';
import type { DecisionEvent, Effect, HunkOutcome, LedgerRecord, Standing } from './ledgerEvents';
import { foldRefresh, type RefreshPoint, type RefreshRecord } from './refreshRecord';

export interface HunkRecord {
  readonly hunk: Hunk;
  readonly outcome: HunkOutcome;
  /** The decision that gave the hunk its state. */
  readonly decisionId: DecisionId | null;
  /** The user has changed what the agent proposed. */
  readonly isEdited?: true;
}

export interface ChangeRecord {
  readonly change: Change;
  readonly at: number;
  /** A split hunk is replaced by its parts. */
  readonly hunks: readonly HunkRecord[];
  readonly isSuperseded: boolean;
  readonly isWithdrawn: boolean;
  /** The number of the agent's hunks that the user removed by typing; absent: none. */
  readonly typedOver?: number;
  readonly standing: Standing;
}

export interface DecisionRecord {
  readonly made: DecisionEvent;
  readonly at: number;
  /** The number of turns that had begun. Clocks can be set back, so times do not show the order. */
  readonly turns: number;
  readonly isSettled: boolean;
  /** False if its changes could not be written to the user's files. */
  readonly isWritten: boolean;
  readonly isUndone: boolean;
}

export interface Checkpoint {
  readonly turnId: TurnId;
  readonly tree: ObjectId;
  readonly baseTree: ObjectId;
  /** The bytes that the checkpoint before this one needs and this one does not. */
  readonly olderBytes: number;
  readonly at: number;
}

export interface LedgerState {
  readonly changes: ReadonlyMap<ChangeId, ChangeRecord>;
  readonly decisions: ReadonlyMap<DecisionId, DecisionRecord>;
  readonly checkpoints: readonly Checkpoint[];
  /** Null until it first moved. */
  readonly baseTree: ObjectId | null;
  /** The content of the files as last seen between turns; null while a turn runs. */
  readonly restTree: ObjectId | null;
  /** Whether differences at the next look may be the agent's as well as the user's. */
  readonly isRestUnclear: boolean;
  /** Null until the user first changed something between turns. */
  readonly ownTree: ObjectId | null;
  /** Paths with an unclear author, until the user has acknowledged them. */
  readonly unclear: ReadonlySet<string>;
  /** The last refresh, until the user dismisses it. */
  readonly refresh: RefreshRecord | null;
  /** The effects of a rewind that was begun; null if none is under way. */
  readonly rewind: readonly Effect[] | null;
}

export type ChangeStatus = 'open' | 'settled' | 'superseded' | 'withdrawn';

export function changeStatus(record: ChangeRecord): ChangeStatus {
  if (record.isSuperseded) return 'superseded';
  if (record.isWithdrawn) return 'withdrawn';
  return record.hunks.some(({ outcome }) => outcome.state === 'pending') ? 'open' : 'settled';
}

/** The hunks of a change, grouped by whether they are in the agent's file and in the user's. */
export interface HunkSets {
  readonly accepted: ReadonlySet<HunkId>;
  readonly pending: ReadonlySet<HunkId>;
}

export function setsOf({ hunks }: Pick<ChangeRecord, 'hunks'>): HunkSets {
  const idsOf = (state: HunkOutcome['state']) =>
    new Set(hunks.filter(({ outcome }) => outcome.state === state).map(({ hunk }) => hunk.id));
  return { accepted: idsOf('accepted'), pending: idsOf('pending') };
}

/** The groups after these outcomes. */
export function setsAfter(
  { hunks }: Pick<ChangeRecord, 'hunks'>,
  outcomes: readonly HunkOutcome[],
): HunkSets {
  const byId = new Map(outcomes.map((outcome) => [outcome.hunkId, outcome]));
  return setsOf({
    hunks: hunks.map((present) => ({
      ...present,
      outcome: byId.get(present.hunk.id) ?? present.outcome,
    })),
  });
}

export function union(left: ReadonlySet<HunkId>, right: ReadonlySet<HunkId>): ReadonlySet<HunkId> {
  return new Set([...left, ...right]);
}

export const emptyLedger: LedgerState = {
  changes: new Map(),
  decisions: new Map(),
  checkpoints: [],
  baseTree: null,
  restTree: null,
  isRestUnclear: false,
  ownTree: null,
  unclear: new Set(),
  refresh: null,
  rewind: null,
};

/** Applies ledger events; those about unknown ids are ignored. */
export function foldLedger(state: LedgerState, records: readonly LedgerRecord[]): LedgerState {
  const fold = new LedgerFold(state);
  for (const record of records) fold.add(record);
  return fold.state();
}

/** Copies the state once for any number of records; the given state does not change. */
class LedgerFold {
  private readonly changes: Map<ChangeId, ChangeRecord>;
  private readonly decisions: Map<DecisionId, DecisionRecord>;
  private checkpoints: readonly Checkpoint[];
  private baseTree: ObjectId | null;
  private restTree: ObjectId | null;
  private isRestUnclear: boolean;
  private ownTree: ObjectId | null;
  private readonly unclear: Set<string>;
  private refresh: RefreshRecord | null;
  private rewind: readonly Effect[] | null;

  constructor(state: LedgerState) {
    this.changes = new Map(state.changes);
    this.decisions = new Map(state.decisions);
    this.checkpoints = state.checkpoints;
    this.baseTree = state.baseTree;
    this.restTree = state.restTree;
    this.isRestUnclear = state.isRestUnclear;
    this.ownTree = state.ownTree;
    this.unclear = new Set(state.unclear);
    this.refresh = state.refresh;
    this.rewind = state.rewind;
  }

  state(): LedgerState {
    const { changes, decisions, checkpoints, baseTree } = this;
    const { restTree, isRestUnclear, ownTree, unclear, refresh, rewind } = this;
    return {
      changes,
      decisions,
      checkpoints,
      baseTree,
      restTree,
      isRestUnclear,
      ownTree,
      unclear,
      refresh,
      rewind,
    };
  }

  add(record: LedgerRecord): void {
    switch (record.type) {
      case 'change.proposed':
        this.changes.set(record.change.changeId, openRecord(record.change, record.at));
        break;
      case 'change.superseded':
        this.update(record.changeId, (change) => ({ ...change, isSuperseded: true }));
        break;
      case 'change.withdrawn':
        this.update(record.changeId, (change) => ({ ...change, isWithdrawn: true }));
        break;
      case 'hunk.split':
        this.update(record.changeId, (change) => ({ ...change, hunks: split(change, record) }));
        break;
      case 'hunks.edited':
        this.update(record.changeId, (change) => edited(change, record));
        break;
      case 'decision.made':
        this.decisions.set(record.decisionId, {
          made: record,
          at: record.at,
          turns: this.checkpoints.length,
          isSettled: false,
          isWritten: true,
          isUndone: false,
        });
        break;
      case 'decision.settled':
        this.settle(record);
        break;
      case 'base.moved':
        this.baseTree = record.tree;
        this.ownTree = record.ownTree ?? this.ownTree;
        break;
      case 'tree.rested':
        this.restTree = record.tree;
        this.isRestUnclear = record.isUnclear ?? false;
        this.baseTree = record.baseTree ?? this.baseTree;
        this.ownTree = record.ownTree ?? this.ownTree;
        break;
      case 'path.unclear':
        this.unclear.add(record.path);
        break;
      case 'unclear.settled':
        this.unclear.clear();
        break;
      case 'turn.checkpointed': {
        const { turnId, tree, baseTree, olderBytes = 0, at } = record;
        const others = this.checkpoints.filter((checkpoint) => checkpoint.turnId !== turnId);
        this.checkpoints = [...others, { turnId, tree, baseTree, olderBytes, at }];
        this.restTree = null;
        this.isRestUnclear = false;
        break;
      }
      case 'refresh.settled':
        this.moveBase(record.after);
        this.refresh = foldRefresh(this.refresh, record);
        break;
      case 'refresh.undoing':
        this.moveBase(record.to);
        this.refresh = foldRefresh(this.refresh, record);
        break;
      case 'refresh.begun':
      case 'refresh.undone':
      case 'refresh.dismissed':
        this.refresh = foldRefresh(this.refresh, record);
        break;
      case 'rewind.begun':
        this.rewind = record.effects;
        break;
      case 'rewind.settled':
        this.rewind = null;
        break;
      default:
        assertNever(record);
    }
  }

  private moveBase({ baseTree, ownTree }: RefreshPoint): void {
    this.baseTree = baseTree;
    this.ownTree = ownTree;
  }

  private settle(record: Extract<LedgerRecord, { type: 'decision.settled' }>): void {
    const decision = this.decisions.get(record.decisionId);
    if (decision === undefined) return;
    const isWritten = acceptedBy(record) === acceptedBy(decision.made);
    this.decisions.set(record.decisionId, { ...decision, isSettled: true, isWritten });
    const { undoes, changeId, decisionId } = decision.made;
    this.update(changeId, (change) => ({
      ...change,
      standing: record.standing,
      hunks:
        undoes === undefined
          ? withOutcomes(change.hunks, record.outcomes, decisionId)
          : withReturned(change.hunks, record.outcomes),
    }));
    const undone = undoes && this.decisions.get(undoes);
    const hunks = this.changes.get(changeId)?.hunks ?? [];
    // What could not be written is still to be undone.
    const isUndone = hunks.every((hunk) => hunk.decisionId !== undoes);
    if (undone) this.decisions.set(undoes, { ...undone, isUndone });
  }

  private update(changeId: ChangeId, change: (record: ChangeRecord) => ChangeRecord): void {
    const present = this.changes.get(changeId);
    if (present !== undefined) this.changes.set(changeId, change(present));
  }
}

function openRecord(change: Change, at: number): ChangeRecord {
  const { base, proposed, path, oldPath } = change;
  return {
    change,
    at,
    hunks: change.hunks.map(pending),
    isSuperseded: false,
    isWithdrawn: false,
    standing: {
      base: base && { path: oldPath ?? path, version: base },
      work: proposed && { path, version: proposed },
    },
  };
}

function pending(hunk: HunkRecord['hunk']): HunkRecord {
  return { hunk, outcome: { hunkId: hunk.id, state: 'pending' }, decisionId: null };
}

function split(
  { hunks }: ChangeRecord,
  { hunkId, into }: Extract<LedgerRecord, { type: 'hunk.split' }>,
): readonly HunkRecord[] {
  return hunks.flatMap((present) => {
    if (present.hunk.id !== hunkId) return [present];
    const { isEdited } = present;
    return into.map((part) => ({ ...pending(part), ...(isEdited && { isEdited }) }));
  });
}

function edited(
  { typedOver = 0, ...change }: ChangeRecord,
  { hunkIds, removed }: Extract<LedgerRecord, { type: 'hunks.edited' }>,
): ChangeRecord {
  const own = new Set(hunkIds);
  return {
    ...change,
    typedOver: typedOver + removed,
    hunks: change.hunks.map((present) =>
      own.has(present.hunk.id) ? { ...present, isEdited: true } : present,
    ),
  };
}

function withOutcomes(
  hunks: readonly HunkRecord[],
  outcomes: readonly HunkOutcome[],
  decisionId: DecisionId,
): readonly HunkRecord[] {
  const byId = new Map(outcomes.map((outcome) => [outcome.hunkId, outcome]));
  return hunks.map((present) => {
    const outcome = byId.get(present.hunk.id);
    if (outcome === undefined) return present;
    return { ...present, outcome, decisionId: outcome.state === 'pending' ? null : decisionId };
  });
}

/** The record after an undo. A hunk that could not be taken back keeps its outcome and decision. */
function withReturned(
  hunks: readonly HunkRecord[],
  outcomes: readonly HunkOutcome[],
): readonly HunkRecord[] {
  const byId = new Map(outcomes.map((outcome) => [outcome.hunkId, outcome]));
  return hunks.map((present) => {
    const outcome = byId.get(present.hunk.id);
    return outcome?.state === 'pending' ? { ...present, outcome, decisionId: null } : present;
  });
}

/** The accepted hunks, as a text to compare. */
function acceptedBy({ outcomes }: { readonly outcomes: readonly HunkOutcome[] }): string {
  const accepted = outcomes.filter(({ state }) => state === 'accepted');
  return accepted.map(({ hunkId }) => hunkId).join(' ');
}
