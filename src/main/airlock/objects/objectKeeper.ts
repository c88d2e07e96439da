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
   * The store of the copy's own repository, which the shadow's store depends on; null if there is
   * none.
   */
  readonly history: History | null;
  readonly git: Git;
  readonly scanner: TreeScanner;
  readonly ledger: Ledger;
  /** The tree that the session began with. */
  readonly startTree: ObjectId;
}

/** Ensures that a session's store has everything that it needs itself, and not much else. */
export class ObjectKeeper {
  private taken = 0;
  /** The length of the ledger in the mark that this run has made. */
  private marked: number | null = null;
  private earlier: { readonly isMarked: boolean; readonly isLedgerWhole: boolean } | null = null;

  constructor(private readonly parts: ObjectKeeperParts) {}

  /** Whatever the user's git tidies away after this is not missed. */
  async own(): Promise<void> {
    const { shadow, history, git, ledger } = this.parts;
    if (history !== null && (await history.isWhole())) return;
    const needed = [...(await this.trees()), ...neededBlobs(ledger.state)];
    if (history === null) await ownObjects(git, shadow.directory, needed);
    else await history.own(needed);
  }

  /** Call this when no object is written without being recorded as needed yet. */
  async tidy(): Promise<void> {
    const { scanner, ledger } = this.parts;
    this.earlier ??= await this.readMark();
    const isLeftOver = this.marked === null && this.earlier.isMarked;
    if (scanner.takenBytes === this.taken && !isLeftOver) return;
    // Objects that only the missing part of a ledger mentions are needed when it is back.
    if (!this.earlier.isLedgerWhole) return;
    // The mark also tells the next run of the program, if this one is killed.
    if (this.marked !== ledger.bytes) await writeFileAtomic(this.mark, `${ledger.bytes}`);
    this.marked = ledger.bytes;
    if (scanner.takenBytes - this.taken < PRUNE_BYTES && !isLeftOver) return;
    await this.prune();
    this.taken = scanner.takenBytes;
    await rm(this.mark, { force: true });
    this.marked = null;
    this.earlier = { ...this.earlier, isMarked: false };
  }

  /** Reads what an earlier run left to tidy up, and whether the ledger is as long as it was then. */
  private async readMark() {
    const { repair, bytes } = this.parts.ledger;
    const text = await this.markText();
    const isRead = text === undefined || /^\d+$/.test(text);
    const isUndamaged = repair.tornBytes === 0 && repair.unreadLines === 0;
    // Marks of earlier versions are empty. Whether the ledger has been cut is not known until the next run.
    if (!isRead && isUndamaged) await writeFileAtomic(this.mark, `${bytes}`);
    const isLedgerWhole = isUndamaged && isRead && bytes >= Number(text ?? 0);
    return { isMarked: text !== undefined, isLedgerWhole };
  }

  /** Undefined if the file does not exist or cannot be read as a file. */
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
    // One tree of everything that is needed; the index and the refs of the repository count anyway.
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

  /** Says how long the ledger was, and that there may be something to tidy away. */
  private get mark(): string {
    return join(this.parts.shadow.directory, 'unpruned');
  }
}

/** The versions of files that are shown, can still be decided on, or can be brought back. */
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

/** The trees that a refresh can go back to, and the tree that it led to. */
function refreshTrees({ begun, ...record }: RefreshRecord): readonly ObjectId[] {
  const points = record.step === 'begun' ? [begun.before] : [begun.before, record.after];
  return points.flatMap(({ tree, baseTree, ownTree }) => [tree, baseTree, ownTree]);
}

function isNeeded(record: ChangeRecord): boolean {
  const status = changeStatus(record);
  return status === 'open' || status === 'settled';
}
