import { assertNever } from '#shared/errors';
import type { ChangeId, DecisionId, ObjectId } from '#shared/ids';
import type { Change } from './change';
import type {
  ChangeRecord,
  Checkpoint,
  DecisionRecord,
  HunkOutcome,
  HunkRecord,
  LedgerRecord,
  LedgerState,
} from './ledger';

export const emptyLedger: LedgerState = {
  changes: new Map(),
  decisions: new Map(),
  checkpoints: [],
  baseTree: null,
  restTree: null,
  ownTree: null,
};

/** What is so after more facts. Facts about things that are not known change nothing. */
export function foldLedger(state: LedgerState, records: readonly LedgerRecord[]): LedgerState {
  const fold = new LedgerFold(state);
  for (const record of records) fold.add(record);
  return fold.state();
}

/** Copies once for any number of facts; what it was given stays as it was. */
class LedgerFold {
  private readonly changes: Map<ChangeId, ChangeRecord>;
  private readonly decisions: Map<DecisionId, DecisionRecord>;
  private checkpoints: readonly Checkpoint[];
  private baseTree: ObjectId | null;
  private restTree: ObjectId | null;
  private ownTree: ObjectId | null;

  constructor(state: LedgerState) {
    this.changes = new Map(state.changes);
    this.decisions = new Map(state.decisions);
    this.checkpoints = state.checkpoints;
    this.baseTree = state.baseTree;
    this.restTree = state.restTree;
    this.ownTree = state.ownTree;
  }

  state(): LedgerState {
    const { changes, decisions, checkpoints, baseTree, restTree, ownTree } = this;
    return { changes, decisions, checkpoints, baseTree, restTree, ownTree };
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
      case 'decision.made':
        this.decisions.set(record.decisionId, {
          made: record,
          at: record.at,
          isSettled: false,
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
        this.baseTree = record.baseTree ?? this.baseTree;
        this.ownTree = record.ownTree ?? this.ownTree;
        break;
      case 'turn.checkpointed': {
        const { turnId, tree, baseTree, at } = record;
        const others = this.checkpoints.filter((checkpoint) => checkpoint.turnId !== turnId);
        this.checkpoints = [...others, { turnId, tree, baseTree, at }];
        this.restTree = null;
        break;
      }
      default:
        assertNever(record);
    }
  }

  private settle(record: Extract<LedgerRecord, { type: 'decision.settled' }>): void {
    const decision = this.decisions.get(record.decisionId);
    if (decision === undefined) return;
    this.decisions.set(record.decisionId, { ...decision, isSettled: true });
    const { undoes, changeId, decisionId } = decision.made;
    const undone = undoes && this.decisions.get(undoes);
    if (undone) this.decisions.set(undoes, { ...undone, isUndone: true });
    this.update(changeId, (change) => ({
      ...change,
      standing: record.standing,
      hunks: withOutcomes(change.hunks, record.outcomes, decisionId),
    }));
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
  return hunks.flatMap((present) => (present.hunk.id === hunkId ? into.map(pending) : [present]));
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
