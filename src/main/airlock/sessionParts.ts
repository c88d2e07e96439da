import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import type { IdSource, ObjectId } from '#shared/ids';
import { refuse } from './attempt';
import { BaselineMover } from './baselineMover';
import { carryOver } from './carry';
import { ChangeFinder } from './changeFinder';
import { Checkpoints } from './checkpoints';
import { Crossing } from './crossing';
import { DecisionRunner } from './decisionRunner';
import { Decisions, type Recovery } from './decisions';
import { EffectPlanner } from './effectPlanner';
import { EffectRunner } from './effectRunner';
import { Gate } from './gate';
import { Baseline } from './git/baseline';
import type { Git } from './git/git';
import { Shadow } from './git/shadow';
import { TreeScanner } from './git/treeScanner';
import { addWorktree, removeWorktree } from './git/worktree';
import { Ledger } from './ledger';
import type { PathLocks } from './pathLocks';
import { Rewinder } from './rewinder';
import type { SessionRecord } from './sessionRecord';
import { Surveyor } from './surveyor';
import { Versions } from './versions';
import { restoreTree } from './workspace';

export interface SessionContext {
  /** At work in the user's project. */
  readonly git: Git;
  readonly folder: string;
  readonly record: SessionRecord & { readonly baseTree: ObjectId };
  readonly locks: PathLocks;
  readonly ids: IdSource;
  readonly clock: () => number;
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
}

export interface OpenedParts {
  readonly parts: SessionParts;
  readonly recovered: readonly Recovery[];
}

/** Puts a session together from what is on the disk, and finishes what was under way. */
export async function openParts(context: SessionContext): Promise<OpenedParts> {
  const { record, git, folder, locks, ids, clock } = context;
  const shadow = await Shadow.open(git, join(folder, 'shadow.git'));
  const ledger = await Ledger.open(join(folder, 'ledger.ndjson'), clock);
  try {
    await restoreWorkTree(context, shadow);
    const { workRoot, projectRoot, isolation } = record;
    const scanner = new TreeScanner(shadow, workRoot);
    const baseline = new Baseline(shadow, workRoot, record.baseTree);
    await baseline.restore(ledger.state.baseTree ?? record.baseTree);
    const store = shadow.objects;
    const roots = { project: projectRoot, workspace: workRoot };
    const effects = new EffectRunner(roots, store, join(folder, 'backups'));
    const versions = new Versions(store);
    const planner = new EffectPlanner({ effects, versions, store });
    const crossing = new Crossing({ isolation, effects, planner, versions });
    const mover = new BaselineMover(baseline, versions);
    const runner = new DecisionRunner({ ledger, crossing, effects, baseline: mover });
    const decisions = new Decisions({
      ledger,
      crossing,
      runner,
      versions,
      locks,
      projectRoot,
      ids,
    });
    const isInPlace = isolation === 'in-place';
    const finder = new ChangeFinder({ versions, store, ids, afterTheFact: isInPlace });
    const surveyor = new Surveyor({ scanner, baseline, ledger, finder, isInPlace });
    const shadowGit = shadow.git(workRoot);
    const rewinder = new Rewinder({ scanner, effects, store, versions, git: shadowGit });
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
    };
    return { parts, recovered: await decisions.recover() };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

/** Brings back a tree that somebody deleted, as it was when it was last looked at. */
async function restoreWorkTree({ git, record }: SessionContext, shadow: Shadow): Promise<void> {
  if ((await ifExists(stat(record.workRoot)))?.isDirectory()) return;
  if (record.isolation === 'in-place') {
    throw refuse(`The project folder ${record.projectRoot} is not there.`);
  }
  const last = new TreeScanner(shadow, shadow.directory);
  const tree = await last.tree();
  if (record.isRepository && record.snapshot !== null) {
    await removeWorktree(git, record.workRoot);
    await addWorktree(git, record.workRoot, record.snapshot);
  }
  await mkdir(record.workRoot, { recursive: true });
  await restoreTree(shadow, record.workRoot, tree);
  if (record.carry) await carryOver(record.projectRoot, record.workRoot, record.carry);
}
