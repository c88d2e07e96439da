import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { History } from '#main/airlock/copy/history';
import type { TreeScanner } from '#main/airlock/find/treeScanner';
import type { Ledger } from '#main/airlock/ledger/ledger';
import { PRUNE_BYTES } from '#main/airlock/limits';
import type { Shadow } from '#main/airlock/tree/shadow';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { ifExists } from '#main/base/files/ifExists';
import { readOwn } from '#main/base/files/ownFile';
import type { Git } from '#main/git/git';
import type { FileVersion } from '#shared/airlock/change';
import { isDecisionKept, keptCheckpoints } from '#shared/airlock/keptTurns';
import { type ChangeRecord, changeStatus, type LedgerState } from '#shared/airlock/ledger';
import type { Standing } from '#shared/airlock/ledgerEvents';
import type { RefreshRecord } from '#shared/airlock/refreshRecord';
import type { ObjectId } from '#shared/ids';
import { ownObjects } from './ownObjects';

export interface ObjectKeeperParts {
  readonly shadow: Shadow;
  /**
   * The history of the copy's own repository, whose store the shadow's store depends on; null if
   * there is none.
   */
  readonly history: History | null;
  readonly git: Git;
  readonly scanner: TreeScanner;
  readonly ledger: Ledger;
  /** The tree that the session began with. */
  readonly startTree: ObjectId;
}

/** Ensures that a session's store has everything that it needs, and little else. */
export class ObjectKeeper {
  private taken = 0;
  /** The ledger's length in the mark that this run wrote; null before that. */
  private marked: number | null = null;
  private earlier: { readonly isMarked: boolean; readonly isLedgerWhole: boolean } | null = null;

  constructor(private readonly parts: ObjectKeeperParts) {}

  /** Makes the objects our own, so that none is missing after the user's git prunes them. */
  async own(): Promise<void> {
    const { shadow, history, git, ledger } = this.parts;
    if (history !== null && (await history.isWhole())) return;
    const needed = [...(await this.trees()), ...neededBlobs(ledger.state)];
    if (history === null) await ownObjects(git, shadow.directory, needed);
    else await history.own(needed);
  }

  /** Cleans up. Call this only while every written object is recorded as needed. */
  async tidy(): Promise<void> {
    const { scanner, ledger } = this.parts;
    this.earlier ??= await this.readMark();
    const isLeftOver = this.marked === null && this.earlier.isMarked;
    if (scanner.takenBytes === this.taken && !isLeftOver) return;
    // Objects mentioned only in the missing part of a ledger are needed again once it is back.
    if (!this.earlier.isLedgerWhole) return;
    // If this run is killed, the mark tells the next one.
    if (this.marked !== ledger.bytes) await writeFileAtomic(this.mark, `${ledger.bytes}`);
    this.marked = ledger.bytes;
    if (scanner.takenBytes - this.taken < PRUNE_BYTES && !isLeftOver) return;
    await this.prune();
    this.taken = scanner.takenBytes;
    await rm(this.mark, { force: true });
    this.marked = null;
    this.earlier = { ...this.earlier, isMarked: false };
  }

  /**
   * Reads the mark of an earlier run: what it left to clean up, and whether the ledger is as long
   * as then.
   */
  private async readMark() {
    const { repair, bytes } = this.parts.ledger;
    const text = await this.markText();
    const isRead = text === undefined || /^\d+$/.test(text);
    const isUndamaged = repair.tornBytes === 0 && repair.unreadLines === 0;
    // Marks of earlier versions are empty, so only the next run can tell whether the ledger has
    // been cut.
    if (!isRead && isUndamaged) await writeFileAtomic(this.mark, `${bytes}`);
    const isLedgerWhole = isUndamaged && isRead && bytes >= Number(text ?? 0);
    return { isMarked: text !== undefined, isLedgerWhole };
  }

  /** The text of the mark; undefined if there is none or it is not a readable file. */
  private async markText(): Promise<string | undefined> {
    try {
      return (await ifExists(readOwn(this.mark)))?.toString('utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return '';
    }
  }

  private async prune(): Promise<void> {
    const { git, ledger } = this.parts;
    const trees = (await this.trees()).map((id) => `040000 tree ${id}\t${id}\n`);
    const blobs = [...neededBlobs(ledger.state)].map((id) => `100644 blob ${id}\t${id}\n`);
    const input = [...trees, ...blobs].join('');
    // A single tree names everything that is needed; git itself keeps what the index and the refs
    // need.
    const needed = await git.text(['mktree', '--missing'], { input });
    await git.run(['prune', '--expire=now', '--', needed]);
  }

  private async trees(): Promise<readonly ObjectId[]> {
    const { scanner, ledger, startTree } = this.parts;
    const { baseTree, restTree, ownTree } = ledger.state;
    const points = keptCheckpoints(ledger.state).flatMap((checkpoint) => [
      checkpoint.tree,
      checkpoint.baseTree,
    ]);
    const refreshed = ledger.state.refresh ? refreshTrees(ledger.state.refresh) : [];
    const present = [startTree, await scanner.tree(), baseTree, restTree, ownTree];
    const trees = [...present, ...points, ...refreshed];
    return [...new Set(trees.filter((tree) => tree !== null))];
  }

  /**
   * The path of the mark, which records the ledger's length and that there may be something to
   * clean up.
   */
  private get mark(): string {
    return join(this.parts.shadow.directory, 'unpruned');
  }
}

/** The file versions that are shown, can still be decided on, or can be restored. */
function neededBlobs(state: LedgerState): ReadonlySet<ObjectId> {
  const blobs = new Set<ObjectId>();
  const add = (version: FileVersion | null | undefined) => {
    if (version) blobs.add(version.blob);
  };
  const addStanding = ({ base, work }: Standing) => {
    add(base?.version);
    add(work?.version);
  };
  const { changes } = state;
  const decisions = [...state.decisions.values()].filter((decision) => {
    const record = changes.get(decision.made.changeId);
    return isDecisionKept(state, decision) || (record !== undefined && isNeeded(record));
  });
  const decided = new Set(decisions.map(({ made }) => made.changeId));
  for (const record of changes.values()) {
    if (!isNeeded(record) && !decided.has(record.change.changeId)) continue;
    add(record.change.base);
    add(record.change.proposed);
    addStanding(record.standing);
  }
  for (const { made } of decisions) {
    addStanding(made.standing);
    for (const { expected, next } of made.effects) {
      add(expected);
      add(next);
    }
  }
  for (const { base, user, effect } of state.refresh?.begun.files ?? []) {
    for (const version of [base, user, effect?.expected, effect?.next]) add(version);
  }
  for (const { next } of state.rewind ?? []) add(next);
  return blobs;
}

/** The trees that a refresh can be undone to, and the tree that it led to. */
function refreshTrees({ begun, ...record }: RefreshRecord): readonly ObjectId[] {
  const points = record.step === 'begun' ? [begun.before] : [begun.before, record.after];
  return points.flatMap(({ tree, baseTree, ownTree }) => [tree, baseTree, ownTree]);
}

function isNeeded(record: ChangeRecord): boolean {
  const status = changeStatus(record);
  return status === 'open' || status === 'settled';
}
