import { lstat, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import type { Git } from '#main/git/git';
import { keptCheckpoints } from '#shared/airlock/keptTurns';
import type { Effect } from '#shared/airlock/ledger';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { IdSource, ObjectId } from '#shared/ids';
import { attempt, refuse } from './attempt';
import { BaselineMover } from './baselineMover';
import { carryOver } from './carry';
import { ChangeFinder } from './changeFinder';
import { Checkpoints } from './checkpoints';
import { CoveringMoves } from './coveringMoves';
import { Crossing } from './crossing';
import { DecisionRunner } from './decisionRunner';
import { Decisions, type Recovery } from './decisions';
import { EffectPlanner } from './effectPlanner';
import { EffectRunner } from './effectRunner';
import { Gate } from './gate';
import { Baseline } from './git/baseline';
import type { ObjectStore } from './git/objectStore';
import { findRepository } from './git/repository';
import { OWN_INDEX, Shadow } from './git/shadow';
import { sessionRef } from './git/snapshot';
import { TreeScanner } from './git/treeScanner';
import { addWorktree, removeWorktree } from './git/worktree';
import type { GuardedRepository } from './guard/gitFacts';
import { Guard } from './guard/guard';
import { IndexFlags } from './guard/indexFlags';
import { RefValues } from './guard/refValues';
import { StagedFiles } from './guard/stagedFiles';
import { Ledger } from './ledger';
import { ObjectKeeper } from './objectKeeper';
import type { WrittenFile } from './othersWrites';
import { OwnEditMerger } from './ownEditMerger';
import { OwnEdits } from './ownEdits';
import type { PathLocks } from './pathLocks';
import { Rewinder } from './rewinder';
import type { SessionRecord } from './sessionRecord';
import { Surveyor } from './surveyor';
import { isUsersFolder } from './usersFolder';
import { Versions } from './versions';
import { guard, restoreTree } from './workspace';

export const LEDGER_FILE = 'ledger.ndjson';

export interface SessionContext {
  /** At work in the user's project. */
  readonly git: Git;
  readonly folder: string;
  readonly record: SessionRecord & { readonly baseTree: ObjectId };
  readonly locks: PathLocks;
  readonly ids: IdSource;
  readonly clock: () => number;
  /** Told of all that was written for decisions, with whoever has the bytes. */
  onWritten(written: readonly WrittenFile[], store: ObjectStore): Promise<void>;
  /** Which files can run code. Another function once the settings say something else. */
  selfArming(): SelfArmingTest;
}

/** What one session's airlock is made of. */
export interface SessionParts {
  readonly shadow: Shadow;
  readonly scanner: TreeScanner;
  readonly baseline: Baseline;
  readonly ledger: Ledger;
  readonly effects: EffectRunner;
  readonly versions: Versions;
  readonly surveyor: Surveyor;
  readonly decisions: Decisions;
  readonly gate: Gate;
  readonly checkpoints: Checkpoints;
  readonly guard: Guard;
  readonly keeper: ObjectKeeper;
}

export interface OpenedParts {
  readonly parts: SessionParts;
  /** What of the ledger could not be read, in words; null as a rule. */
  readonly damage: string | null;
  readonly recovered: readonly Recovery[];
}

/** Puts a session together from what is on the disk, and finishes what was under way. */
export async function openParts(context: SessionContext): Promise<OpenedParts> {
  const { record, git, folder, locks, ids, clock } = context;
  const shadow = await Shadow.open(git, join(folder, 'shadow.git'));
  const ledger = await Ledger.open(join(folder, LEDGER_FILE), record.sessionId, clock);
  try {
    await restoreWorkTree(context, shadow);
    const { workRoot, projectRoot, isolation } = record;
    const scanner = new TreeScanner(shadow, workRoot);
    const baseline = new Baseline(shadow, workRoot, record.baseTree);
    await baseline.restore(ledger.state.baseTree ?? record.baseTree);
    const store = shadow.objects;
    const roots = { project: projectRoot, workspace: workRoot };
    const onDone = async (done: readonly Effect[]) => {
      await surveyor.noteWritten(done);
      const written = done.map((effect) => ({ ...effect, root: roots[effect.place] }));
      await context.onWritten(written, store);
    };
    const start = { at: record.createdAt, tree: record.baseTree };
    const staysEmpty = (path: string, madeAt: number) =>
      isUsersFolder(shadow.trees, [start, ...keptCheckpoints(ledger.state)], path, madeAt);
    const effects = new EffectRunner(roots, store, join(folder, 'backups'), onDone, staysEmpty);
    const versions = new Versions(store);
    const planner = new EffectPlanner({ effects, versions, store });
    const crossing = new Crossing({ isolation, effects, planner, versions });
    const merger = new OwnEditMerger(versions, store);
    const mover = new BaselineMover(baseline, shadow.trees, versions, merger);
    const runner = new DecisionRunner({ ledger, crossing, effects, baseline: mover });
    const decisions = new Decisions({
      ledger,
      crossing,
      runner,
      versions,
      locks,
      projectRoot,
      ids,
      selfArming: () => context.selfArming(),
    });
    const isInPlace = isolation === 'in-place';
    const finder = new ChangeFinder({ versions, store, ids, afterTheFact: isInPlace });
    const shadowGit = shadow.git(workRoot);
    const startTree = record.baseTree;
    const ownEdits = new OwnEdits({
      scanner,
      ledger,
      baseline,
      own: new Baseline(shadow, workRoot, startTree, OWN_INDEX),
      ownTree: startTree,
      merger,
      covering: new CoveringMoves(versions, store),
      trees: shadow.trees,
    });
    const surveyor = new Surveyor({
      scanner,
      baseline,
      ledger,
      finder,
      ownEdits,
      startTree,
      isInPlace,
    });
    const rewinder = new Rewinder({ scanner, effects, store, versions, trees: shadow.trees });
    const checkpoints = new Checkpoints({
      sessionId: record.sessionId,
      surveyor,
      scanner,
      baseline,
      ledger,
      rewinder,
      git: shadowGit,
      clock,
    });
    const parts: SessionParts = {
      shadow,
      scanner,
      baseline,
      ledger,
      effects,
      versions,
      surveyor,
      decisions,
      gate: new Gate({ effects, store, ids }),
      checkpoints,
      guard: await Guard.open({
        folder,
        workRoot,
        isInPlace,
        findRepository: () => guardedRepository(context),
        git: shadowGit,
        clock,
        selfArming: () => context.selfArming(),
      }),
      keeper: new ObjectKeeper({ shadow, git: shadowGit, scanner, ledger, startTree }),
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
  // Turns leave refs here, too, each a moment before it is in the list.
  const turns = join(directory, ...sessionRef(sessionId, 'turn').split('/'));
  const names = await readdir(turns).catch(unlessUnlisted);
  const known = state.checkpoints.length;
  if (known === 0 && names.length > 0) {
    return 'The list of changes is empty, though there were some.';
  }
  const isShortened = names.some((name) => Number(name) > known + 1);
  return isShortened ? 'The end of the list of changes is missing.' : null;
}

/** Refs that cannot be listed say nothing about the list of changes. */
function unlessUnlisted(error: NodeJS.ErrnoException): readonly string[] {
  if (error.code === undefined) throw error;
  return [];
}

/** Brings back a tree that somebody deleted, as it was when it was last looked at. */
export async function restoreWorkTree(
  { git, record, folder }: SessionContext,
  shadow: Shadow,
): Promise<void> {
  const real = await ifExists(realpath(record.workRoot));
  if (real !== undefined && real !== record.workRoot) {
    throw refuse(
      `${record.workRoot} is a link now, or lies behind one. Put the folder back to go on with this session.`,
    );
  }
  if (real !== undefined && (await stat(real)).isDirectory()) return;
  if (record.isolation === 'in-place') {
    throw refuse(`The project folder ${record.projectRoot} is not there.`);
  }
  if (real !== undefined) {
    throw refuse(
      `${record.workRoot} is a file now, so the copy cannot be made there. Move the file away and try again.`,
    );
  }
  const last = new TreeScanner(shadow, shadow.directory);
  const tree = await last.tree();
  const repository = record.isRepository ? await findRepository(git, record.project) : null;
  const commit =
    repository && (await firstPresent(git, [record.snapshot, record.parent, repository.head]));
  if (repository !== null && commit !== null) {
    await removeWorktree(git, record.workRoot);
    const guarded = await guard(git, repository, folder);
    await addWorktree(git, guarded, record.workRoot, commit);
  }
  await mkdir(record.workRoot, { recursive: true });
  try {
    await restoreTree(shadow, record.workRoot, tree, { isTrusted: false });
    if (record.carry) await carryOver(record.projectRoot, record.workRoot, record.carry);
  } catch (error) {
    // Half a copy would look as if the agent had deleted the rest.
    await rm(record.workRoot, { recursive: true, force: true });
    throw error;
  }
}

/** Whether the agent's own tree was deleted, or something else stands in its place. */
export async function isCopyGone({ isolation, workRoot }: SessionRecord): Promise<boolean> {
  if (isolation === 'in-place') return false;
  try {
    return (await realpath(workRoot)) !== workRoot || !(await lstat(workRoot)).isDirectory();
  } catch (error) {
    // What cannot be read may still be there.
    return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** The user's git may have tidied a commit away; the files are then put right by what we keep. */
async function firstPresent(
  git: Git,
  commits: readonly (ObjectId | null)[],
): Promise<ObjectId | null> {
  for (const commit of commits) {
    if (commit !== null && (await git.maybe(['cat-file', '-e', `${commit}^{tree}`])) !== null) {
      return commit;
    }
  }
  return null;
}

/** Found also where git no longer works in it, so that what broke it can be put back. */
async function guardedRepository({
  git,
  record,
}: SessionContext): Promise<GuardedRepository | null> {
  if (!record.isRepository) return null;
  const found = await attempt('The repository', () => findRepository(git, record.project));
  if (found.ok && found.value === null) return null;
  const repository = found.ok ? found.value : null;
  const root = repository?.root ?? record.projectRoot;
  const index = repository?.index ?? join(root, '.git', 'index');
  return {
    folder: repository?.commonDirectory ?? join(root, '.git'),
    root,
    git,
    flags: new IndexFlags(git, index),
    refs: new RefValues(git),
    staged: new StagedFiles(git, root, repository?.format ?? 'sha1'),
  };
}
