import { lstat, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import type { ReportProblem } from '#main/base/files/keptFile';
import type { Queue } from '#main/base/queue';
import type { Git } from '#main/git/git';
import { keptCheckpoints } from '#shared/airlock/keptTurns';
import type { Checkpoint } from '#shared/airlock/ledger';
import type { Effect } from '#shared/airlock/ledgerEvents';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { IdSource, ObjectId } from '#shared/ids';
import { History } from './copy/history';
import { BaselineMover } from './decide/baselineMover';
import { Crossing } from './decide/crossing';
import { Decisions, type Recovery } from './decide/decisions';
import { Gate } from './decide/gate';
import { RefreshRunner } from './decide/refreshRunner';
import { Rewinder } from './decide/rewinder';
import { refuse } from './disk/attempt';
import { carryOver } from './disk/carry';
import { Effects } from './disk/effects';
import type { PathLocks } from './disk/pathLocks';
import { ProjectFolder } from './disk/projectFolder';
import { ProjectMounts } from './disk/projectMounts';
import { ChangeFinder } from './find/changeFinder';
import { Checkpoints } from './find/checkpoints';
import { CoveringMoves } from './find/coveringMoves';
import type { OthersDecisions, WrittenFile } from './find/othersWrites';
import { OwnEditMerger } from './find/ownEditMerger';
import { OwnEdits } from './find/ownEdits';
import { Surveyor } from './find/surveyor';
import { TreeScanner } from './find/treeScanner';
import { Guard } from './guard/guard';
import type { NamedArming } from './guard/namedArming';
import { UserFiles } from './guard/userFiles';
import { Ledger } from './ledger/ledger';
import { wasThere } from './ledger/wasThere';
import { TICK_MILLISECONDS } from './limits';
import { recreateWorktree } from './linked/worktree';
import { ObjectKeeper } from './objects/objectKeeper';
import type { ObjectStore } from './objects/objectStore';
import type { VerifiedTrees } from './objects/verifiedTrees';
import { isLinked, type SessionRecord } from './sessionRecord';
import type { SessionRepositories } from './sessionRepositories';
import { Baseline } from './tree/baseline';
import { OWN_INDEX, SHADOW_FOLDER, Shadow } from './tree/shadow';
import { sessionRef } from './tree/snapshot';
import type { TreeDifference } from './tree/treeDifference';
import { restoreTree } from './tree/workspace';

export const LEDGER_FILE = 'ledger.ndjson';
const MOUNTS_FILE = 'mounts.json';

export interface SessionContext {
  /** Git for the user's project. */
  readonly git: Git;
  readonly folder: string;
  readonly record: SessionRecord & { readonly baseTree: ObjectId };
  /** Whether everything was created just now. */
  readonly isNew: boolean;
  readonly locks: PathLocks;
  /** Runs one commit at a time across all sessions. */
  readonly commits: Queue;
  readonly ids: IdSource;
  readonly clock: () => number;
  /** Called with everything that was written for decisions, and the store with the bytes. */
  onWritten(written: readonly WrittenFile[], store: ObjectStore): Promise<void>;
  /**
   * Called with changes on disk that the user accepted in place. Settles when the notes for closed
   * sessions are written.
   */
  onAccepted(decisions: OthersDecisions): Promise<void>;
  /** Called with each file of ours that cannot be read. */
  readonly onProblem: ReportProblem;
  /** The test for files that can run code; a new function when the settings have changed. */
  selfArming(): SelfArmingTest;
}

/** The parts of one session's airlock. */
export interface SessionParts {
  readonly shadow: Shadow;
  /** The root of the user's own tree. */
  readonly project: ProjectFolder;
  /** Null unless the copy has its own repository. */
  readonly history: History | null;
  readonly scanner: TreeScanner;
  readonly baseline: Baseline;
  readonly ledger: Ledger;
  readonly effects: Effects;
  readonly surveyor: Surveyor;
  readonly decisions: Decisions;
  readonly refreshes: RefreshRunner;
  readonly rewinder: Rewinder;
  readonly gate: Gate;
  readonly checkpoints: Checkpoints;
  readonly guard: Guard;
  readonly keeper: ObjectKeeper;
  readonly arming: NamedArming;
}

export interface OpenedParts {
  readonly parts: SessionParts;
  /** The damage of the ledger, as text; usually null. */
  readonly damage: string | null;
  readonly recovered: readonly Recovery[];
}

/** Loads a session from disk and finishes interrupted work. */
export async function openParts(
  context: SessionContext,
  arming: NamedArming,
  repositories: SessionRepositories,
): Promise<OpenedParts> {
  const { record, git, folder, locks, ids, clock } = context;
  const shadow = await Shadow.open(git, join(folder, SHADOW_FOLDER));
  const ledger = await Ledger.open(join(folder, LEDGER_FILE), record.sessionId, clock);
  try {
    await restoreWorkTree(context, shadow);
    const { workRoot, projectRoot, isolation } = record;
    const isInPlace = isolation === 'in-place';
    const mounts = new ProjectMounts({
      project: projectRoot,
      file: join(folder, MOUNTS_FILE),
      onProblem: context.onProblem,
      folders: () => baseline.folders(),
    });
    const root = new ProjectFolder(projectRoot, record.projectInode ?? null, mounts);
    // Record the disks from the beginning, because one may be missing later.
    if (context.isNew) await mounts.missing();
    const known = context.isNew ? record.baseTree : null;
    const scanner = new TreeScanner(shadow, workRoot, context.onProblem, known);
    const baseline = new Baseline(shadow, workRoot, record.baseTree);
    if (!context.isNew) await baseline.restore(ledger.state.baseTree ?? record.baseTree);
    const store = shadow.objects;
    const roots = { project: projectRoot, workspace: workRoot };
    let guard: Guard | undefined;
    const onDone = async (done: readonly Effect[]) => {
      await surveyor.noteWritten(done);
      const written = done.map((effect) => ({ ...effect, root: roots[effect.place] }));
      await guard?.noteWritten(written, store);
      await context.onWritten(written, store);
    };
    const onAccepted = (differences: readonly TreeDifference[]) =>
      context.onAccepted({ root: workRoot, how: 'accepted', differences, store });
    const start = { at: record.createdAt, tree: record.baseTree };
    const staysEmpty = (path: string, madeAt: number) =>
      isUsersFolder(shadow.trees, [start, ...keptCheckpoints(ledger.state)], path, madeAt);
    const effects = new Effects(roots, store, join(folder, 'backups'), {
      onDone,
      staysEmpty,
      assertProject: () => root.assertThere(),
      wasThere: (effect) => wasThere(ledger.state, effect),
    });
    const crossing = new Crossing({ isolation, effects, store });
    const merger = new OwnEditMerger(store);
    const mover = new BaselineMover(baseline, shadow.trees, store, merger);
    const finder = new ChangeFinder({ store, ids, afterTheFact: isInPlace });
    const shadowGit = shadow.git(workRoot);
    const startTree = record.baseTree;
    const history = record.ownRepository ? History.at(git, folder) : null;
    const ownEdits = new OwnEdits({
      scanner,
      ledger,
      baseline,
      own: new Baseline(shadow, workRoot, startTree, OWN_INDEX),
      ownTree: startTree,
      merger,
      covering: new CoveringMoves(store),
      trees: shadow.trees,
    });
    const refreshes = new RefreshRunner({ ledger, effects, baseline, scanner, ownEdits });
    const rewinder = new Rewinder({ scanner, effects, store, trees: shadow.trees, ledger });
    const decisions = new Decisions({
      ledger,
      crossing,
      effects,
      baseline: mover,
      store,
      locks,
      project: root,
      ids,
      isInPlace,
      others: [refreshes, rewinder],
      selfArming: () => context.selfArming(),
      onAccepted,
    });
    const surveyor = new Surveyor({
      scanner,
      baseline,
      ledger,
      finder,
      ownEdits,
      startTree,
      isInPlace,
      project: root,
      onAccepted,
    });
    const checkpoints = new Checkpoints({
      sessionId: record.sessionId,
      surveyor,
      scanner,
      baseline,
      ledger,
      rewinder,
      store,
      trees: shadow.trees,
      git: shadowGit,
      clock,
    });
    const objects = join(shadow.directory, 'objects');
    const findUsers = () => repositories.find();
    const userFiles = new UserFiles({
      folder,
      git,
      findRepository: findUsers,
      projectRoot,
      objects,
    });
    guard = await Guard.open({
      folder,
      workRoot,
      project: root,
      isInPlace,
      hasOwnRepository: history !== null,
      findRepository: () => repositories.guarded(),
      git: shadowGit,
      // The system itself protects these files from a sealed agent.
      userFiles: isolation === 'isolated' ? userFiles : null,
      clock,
      onProblem: context.onProblem,
      selfArming: () => context.selfArming(),
    });
    const parts: SessionParts = {
      shadow,
      project: root,
      history,
      scanner,
      baseline,
      ledger,
      effects,
      surveyor,
      decisions,
      refreshes,
      rewinder,
      gate: new Gate({ effects, store, ids }),
      checkpoints,
      guard,
      arming,
      keeper: new ObjectKeeper({ shadow, history, git: shadowGit, scanner, ledger, startTree }),
    };
    const recovered = await decisions.recover();
    await surveyor.recover();
    return { parts, recovered, damage: await damageOf(ledger, record, shadow) };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

async function damageOf(
  { state, repair }: Ledger,
  { sessionId }: SessionRecord,
  { directory }: Shadow,
): Promise<string | null> {
  const { unreadLines } = repair;
  if (unreadLines > 0) {
    const lines = unreadLines === 1 ? '1 line' : `${unreadLines} lines`;
    return `${lines} of the list of changes cannot be read.`;
  }
  // Turns also create refs here, each a moment before the turn is in the list.
  const turns = join(directory, ...sessionRef(sessionId, 'turn').split('/'));
  const names = await readdir(turns).catch(unlessUnlisted);
  const known = state.checkpoints.length;
  if (known === 0 && names.length > 0) {
    return 'The list of changes is empty, though there were some.';
  }
  const isShortened = names.some((name) => Number(name) > known + 1);
  return isShortened ? 'The end of the list of changes is missing.' : null;
}

/** Refs that cannot be listed tell nothing about the list of changes. */
function unlessUnlisted(error: NodeJS.ErrnoException): readonly string[] {
  if (error.code === undefined) throw error;
  return [];
}

/** Recreates a deleted tree as of the last look. */
export async function restoreWorkTree(
  { git, record, folder }: SessionContext,
  shadow: Shadow,
): Promise<void> {
  const real = await ifExists(realpath(record.workRoot));
  if (real !== undefined && real !== record.workRoot) {
    throw refuse(
      `${record.workRoot} is now a link, or is inside one. Restore the folder to continue this session.`,
    );
  }
  if (real !== undefined && (await stat(real)).isDirectory()) return;
  if (record.isolation === 'in-place') {
    throw refuse(`The project folder ${record.projectRoot} does not exist.`);
  }
  if (real !== undefined) {
    throw refuse(
      `${record.workRoot} is now a file, so the copy cannot be created there. Move the file away and try again.`,
    );
  }
  const last = new TreeScanner(shadow, shadow.directory);
  const tree = await last.tree();
  // Half a copy would look as if the agent had deleted the rest, so it gets its name when it is
  // complete.
  const making = isLinked(record) ? record.workRoot : `${record.workRoot}.restoring`;
  try {
    if (isLinked(record)) await recreateWorktree(git, record, folder);
    else await rm(making, { recursive: true, force: true });
    await mkdir(making, { recursive: true });
    await restoreTree(shadow, making, tree, { isTrusted: false });
    if (record.ownRepository) await History.at(git, folder).equip(making);
    if (record.carry) await carryOver(record.projectRoot, making, record.carry);
    if (making !== record.workRoot) await rename(making, record.workRoot);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

/** Whether the agent's own tree was deleted, or replaced by something else. */
export async function isCopyGone({ isolation, workRoot }: SessionRecord): Promise<boolean> {
  if (isolation === 'in-place') return false;
  try {
    return (await realpath(workRoot)) !== workRoot || !(await lstat(workRoot)).isDirectory();
  } catch (error) {
    // A folder that cannot be read may still be there.
    return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/**
 * Whether a folder existed without files when the session or one of its turns began, judged by its
 * creation time. Then it was not created for the files that are removed from it now, and it stays.
 */
async function isUsersFolder(
  trees: VerifiedTrees,
  /** The points, oldest first. */
  points: readonly Pick<Checkpoint, 'at' | 'tree'>[],
  folder: string,
  madeAt: number,
): Promise<boolean> {
  const point = points.find(({ at }) => at > madeAt + TICK_MILLISECONDS);
  if (point === undefined) return false;
  const entries = await trees.entries(point.tree, [folder]);
  return !entries.has(folder);
}
