import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DisposableOwner, MutableDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { ifExists } from '#main/base/ifExists';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Authorship, FileVersion } from '#shared/airlock/change';
import { type ChangeView, viewOf } from '#shared/airlock/changeView';
import { alignedTexts } from '#shared/airlock/compose';
import type { GuardedVerdict } from '#shared/airlock/guardedChange';
import { type ChangeRecord, type Checkpoint, statusOf } from '#shared/airlock/ledger';
import { KEPT_TURNS } from '#shared/airlock/limits';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { Encoding } from '#shared/airlock/textFormat';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import { AppException, fail, type Result } from '#shared/errors';
import type { ChangeId, DecisionId, ObjectId, TurnId } from '#shared/ids';
import type { Isolation } from '#shared/session/events';
import { AcceptedWork } from './acceptedWork';
import { AgentWrites, type EditAnswer, withdrawUnheld } from './agentWrites';
import { attempt } from './attempt';
import type { RewindReport } from './checkpoints';
import type { DecisionReport, Recovery } from './decisions';
import { editProposal } from './editProposal';
import type { IntendedEdit } from './gate';
import type { ObjectStore } from './git/objectStore';
import { removeRefs } from './git/worktree';
import type { GuardedTexts, GuardedView } from './guard/guard';
import { type CopyLosses, findCopyLosses } from './losses';
import type { Notice } from './notice';
import { openableFile } from './openableFile';
import { takeOthersWrites, type WrittenFile } from './othersWrites';
import type { RewindPoint } from './rewinder';
import { SessionLooks } from './sessionLooks';
import {
  isCopyGone,
  openParts,
  restoreWorkTree,
  type SessionContext,
  type SessionParts,
} from './sessionParts';
import { NOBODY, type ScanReport } from './surveyor';
import { sideOf } from './versions';
import { TreeWatcher } from './watch/treeWatcher';

/** What an editor needs to show a change; null where there is no file, or none that is text. */
export interface ChangeTexts {
  readonly base: string | null;
  /** With the base's line endings, so that only what is said differs. */
  readonly proposed: string | null;
  readonly encoding: Encoding | null;
}

export interface FileWatch {
  /** Null while it would tell of everything; otherwise why it may miss something. */
  readonly fault: string | null;
  /** Tries again where something was in the way; settles when all that there is by now is watched. */
  start(): Promise<void>;
}

const TOO_LONG_AGO = `Rewind reaches back ${KEPT_TURNS} turns, and this one is longer ago.`;

/** One session's side of the airlock: what its agent changed, and what becomes of it. */
export class SessionAirlock extends DisposableOwner {
  private readonly changesSeen = this.register(new Emitter<void>());
  /** Something about the changes is different from before. */
  readonly onDidChange = this.changesSeen.event;
  private readonly copyLosses = this.register(new Emitter<void>());
  /** A look found the agent's copy deleted or replaced. Fires with each such look. */
  readonly onDidLoseCopy = this.copyLosses.event;
  private readonly queue = this.register(new Queue());
  private readonly looks: SessionLooks;
  private readonly writes: AgentWrites;
  private readonly work: AcceptedWork;
  private views = new WeakMap<ChangeRecord, ChangeView>();
  private selfArming: SelfArmingTest;
  private readonly watcher = this.register(new MutableDisposable<TreeWatcher>());
  private closing = Promise.resolve();

  private constructor(
    private readonly context: SessionContext,
    private readonly parts: SessionParts,
    /** What an earlier run of the program had left open. */
    readonly recovered: readonly Recovery[],
    /** What of the ledger could not be read, in words; null as a rule. */
    readonly damage: string | null,
    notices: readonly Notice[],
  ) {
    super();
    const { record } = context;
    const onChange = () => this.changesSeen.fire();
    const listeners = { onChange, onCopyLost: () => this.copyLosses.fire() };
    this.looks = new SessionLooks(parts, record, listeners, notices);
    const run = <T>(what: string, task: () => Promise<T>) => this.run(what, task);
    this.writes = new AgentWrites({ parts, record, run, onChange });
    this.work = new AcceptedWork(context, parts);
    this.selfArming = context.selfArming();
  }

  static async open(context: SessionContext, notices: readonly Notice[]): Promise<SessionAirlock> {
    const { parts, recovered, damage } = await openParts(context);
    await withdrawUnheld(parts);
    const session = new SessionAirlock(context, parts, recovered, damage, notices);
    // Before anything else is looked at, and without anybody waiting for it who only opens a session.
    session.run('The object store', () => session.ownObjects()).catch(onUnexpectedError);
    return session;
  }

  /** Where the agent is to work. */
  get cwd(): string {
    const { workRoot, prefix } = this.context.record;
    return join(workRoot, prefix);
  }

  get isolation(): Isolation {
    return this.context.record.isolation;
  }

  /** Whether there is a repository to commit to. */
  get isRepository(): boolean {
    return this.context.record.isRepository;
  }

  /** The file for the user's editor that the agent or a change names. */
  openable(path: string): Promise<Result<string>> {
    return attempt(path, () => openableFile(this.context.record, path));
  }

  /** What could not be carried over or looked at. */
  get notices(): readonly Notice[] {
    return this.looks.notices;
  }

  /** In place, while no turn runs: whoever writes is the user. */
  get isUsersTime(): boolean {
    return this.parts.surveyor.isUsersTime;
  }

  /** Why the last look failed; null if it did not. Until one succeeds nothing can be accepted. */
  get lookFault(): string | null {
    return this.looks.fault;
  }

  /** All changes ever, oldest first; those that were superseded say so. */
  get changes(): readonly ChangeView[] {
    return [...this.parts.ledger.state.changes.values()].map((record) => this.view(record));
  }

  change(changeId: ChangeId): ChangeView | null {
    const record = this.parts.ledger.state.changes.get(changeId);
    return record ? this.view(record) : null;
  }

  get checkpoints(): readonly Checkpoint[] {
    return this.parts.checkpoints.all;
  }

  async texts(changeId: ChangeId): Promise<Result<ChangeTexts>> {
    const record = this.parts.ledger.state.changes.get(changeId);
    if (record === undefined) return fail('not-found', 'This change is not known.');
    return attempt(record.change.path, async () => {
      const sides = await this.parts.versions.sides(record.change);
      const aligned = alignedTexts(sides);
      return {
        base: sides.base?.text?.text ?? null,
        proposed: aligned?.proposed ?? sides.proposed?.text?.text ?? null,
        encoding: aligned?.encoding ?? sides.base?.text?.encoding ?? null,
      };
    });
  }

  /** The bytes of a version, for what is no text. */
  blob(path: string, { blob }: Pick<FileVersion, 'blob'>): Promise<Result<Buffer>> {
    return attempt(path, () => this.parts.shadow.objects.read(blob, path));
  }

  /** Looks for what changed on the disk since the last time; whoever is named is held to have done it. */
  scan(by: Authorship = NOBODY): Promise<Result<ScanReport>> {
    return this.run('The agent’s files', () => this.looks.look(by));
  }

  /** Looks once more, and counts what would go with the copy; null in place, where there is none. */
  losses(): Promise<Result<CopyLosses | null>> {
    return this.run('The agent’s files', async () => {
      const { record, git } = this.context;
      if (record.isolation === 'in-place') return null;
      await this.looks.look(NOBODY);
      const shadow = this.parts.shadow.git(record.workRoot);
      return findCopyLosses(record, shadow, record.isRepository ? git : null);
    });
  }

  /** Tells when the agent's files may have changed. Without it, that shows only when they are looked at. */
  async watch(onTouch: () => void): Promise<FileWatch> {
    if (this.isDisposed) return { fault: 'The session is closed.', start: async () => undefined };
    const { workRoot } = this.context.record;
    this.watcher.value ??= new TreeWatcher(this.parts.shadow.git(workRoot), workRoot);
    const watcher = this.watcher.value;
    this.register(watcher.onDidTouch(onTouch));
    await watcher.start();
    return watcher;
  }

  /** Whether the agent's copy was deleted or replaced. */
  isCopyGone(): Promise<boolean> {
    return isCopyGone(this.context.record);
  }

  /** Makes a copy that is gone anew, as it was at the last look. Whoever watched it watches again. */
  restoreCopy(): Promise<Result<void>> {
    return this.run('The copy', async () => {
      const { workRoot } = this.context.record;
      if (await this.isCopyGone()) {
        // Only the link goes; what it leads to is not ours.
        if ((await ifExists(lstat(workRoot)))?.isSymbolicLink()) await unlink(workRoot);
        await restoreWorkTree(this.context, this.parts.shadow);
        this.watcher.clear();
      }
      await this.looks.look(NOBODY);
    });
  }

  async decide(verdicts: readonly ChangeVerdict[]): Promise<readonly Result<DecisionReport>[]> {
    const results = await this.run('The decision', async () => {
      if (verdicts.some((verdict) => this.acceptsFound(verdict))) await this.looks.assertSeen();
      const reports = await this.parts.decisions.decide(verdicts);
      const hasMoved = reports.some((report) => !report.ok && report.error.code === 'conflict');
      if (hasMoved) await this.looks.look(NOBODY);
      return reports;
    });
    this.writes.settle();
    this.changesSeen.fire();
    return results.ok ? results.value : verdicts.map(() => results);
  }

  async undo(decisionId: DecisionId): Promise<Result<DecisionReport>> {
    const result = await this.run('The decision', async () => {
      const report = await this.parts.decisions.undo(decisionId);
      // Where the change was superseded, what was undone is part of another one now.
      await this.looks.look(NOBODY);
      return report;
    });
    this.changesSeen.fire();
    return result.ok ? result.value : result;
  }

  /** What the user's own file says now, where the change would go; null if there is no text. */
  async currentText(changeId: ChangeId): Promise<Result<string | null>> {
    const record = this.parts.ledger.state.changes.get(changeId);
    if (record === undefined) return fail('not-found', 'This change is not known.');
    const path = record.standing.base?.path ?? record.change.path;
    return attempt(path, async () => {
      const present = await this.parts.effects.read('project', path);
      return sideOf(present)?.text?.text ?? null;
    });
  }

  /** Takes a text for the result of what clashes, unless the user's file is another by now. */
  async resolve(
    changeId: ChangeId,
    current: string,
    text: string,
  ): Promise<Result<DecisionReport>> {
    const result = await this.run('The decision', async () => {
      await this.looks.assertSeen();
      return this.parts.decisions.resolve(changeId, current, text);
    });
    this.writes.settle();
    this.changesSeen.fire();
    return result.ok ? result.value : result;
  }

  /** Puts the user's text in the place of the agent's; what of it is taken is decided after. */
  async edit(changeId: ChangeId, text: string): Promise<Result<void>> {
    const result = await this.run('The change', async () => {
      const record = this.parts.ledger.state.changes.get(changeId);
      if (record === undefined || statusOf(record) !== 'open') {
        throw new AppException({ code: 'conflict', message: 'This change is not open any more.' });
      }
      const next = await editProposal(this.parts, record, text);
      if (next !== 'on-disk') this.writes.exchange(changeId, next);
      else await this.looks.look(record.change);
    });
    this.changesSeen.fire();
    return result;
  }

  /**
   * For an agent that asks us to write. In place it is held until everything is decided; isolated it
   * is written at once, since the gate is further on. Settles when it is on the disk, or was refused.
   */
  async write(
    path: string,
    text: string,
    by: Authorship = NOBODY,
    signal?: AbortSignal,
  ): Promise<Result<void>> {
    return this.writes.write(path, text, by, signal);
  }

  /** For an agent that asks before it writes itself, in place. */
  async judgeEdit(
    path: string,
    edit: IntendedEdit,
    by: Authorship = NOBODY,
    signal?: AbortSignal,
  ): Promise<Result<EditAnswer>> {
    return this.writes.judge(path, edit, by, signal);
  }

  /** Until the first turn begins, what changes in place is the user's own. */
  awaitFirstTurn(): Promise<Result<void>> {
    return this.run('The session', () => this.parts.surveyor.awaitFirstTurn());
  }

  /** Remembers the agent's tree as it is, as the start of a turn. */
  checkpoint(turnId: TurnId): Promise<Result<Checkpoint>> {
    return this.run('The checkpoint', async () => {
      await this.looks.beginTurn();
      return this.parts.checkpoints.make(turnId);
    });
  }

  /**
   * A turn is over: what its agent left is found, also beside the tree, and what is written from now on
   * is not its work.
   */
  endTurn(turnId: TurnId): Promise<Result<ScanReport>> {
    return this.run('The agent’s files', () => this.looks.endTurn(turnId));
  }

  /** Decisions in another session were written. */
  noteOthers(written: readonly WrittenFile[], store: ObjectStore): Promise<Result<void>> {
    const { shadow, surveyor } = this.parts;
    const tree = { workRoot: this.context.record.workRoot, objects: shadow.objects, surveyor };
    return this.run('The agent’s files', () => takeOthersWrites(tree, written, store));
  }

  /** Files that no review of the tree shows, and that differ from when the turn began. */
  get guarded(): GuardedView {
    const { changes, restored, ignored, isComplete, fault, damage } = this.parts.guard;
    return { changes, restored, ignored, isComplete, fault, damage };
  }

  /** Puts these files back to what they were, takes them as they are, or takes back the former. */
  async settleGuarded(ids: readonly string[], verdict: GuardedVerdict): Promise<Result<void>> {
    const result = await this.run('The files beside the tree', async () => {
      // The other way round, as a folder may have made room for a link.
      const inOrder = verdict === 'undo' ? ids.toReversed() : ids;
      for (const id of inOrder) await this.parts.guard[verdict](id);
    });
    this.changesSeen.fire();
    return result;
  }

  guardedTexts(id: string): Promise<Result<GuardedTexts>> {
    return this.run('The file', () => this.parts.guard.texts(id));
  }

  /** Puts the agent's files back to where they were then, but for what was accepted since. */
  async rewind(to: TurnId | RewindPoint): Promise<Result<RewindReport>> {
    const point =
      typeof to === 'string' ? this.checkpoints.find(({ turnId }) => turnId === to) : to;
    if (point === undefined) {
      const isForgotten = typeof to === 'string' && this.parts.checkpoints.isForgotten(to);
      return fail('not-found', isForgotten ? TOO_LONG_AGO : 'There is no checkpoint of that turn.');
    }
    const result = await this.run('The checkpoint', () => this.parts.checkpoints.rewind(point));
    this.changesSeen.fire();
    return result;
  }

  /** Commits what was accepted to what the user has checked out. Only ever when asked to. */
  commitAccepted(message: string, paths?: readonly string[]): Promise<Result<ObjectId>> {
    return this.run('The project', () => this.work.commit(message, paths));
  }

  /** Makes a branch of what was accepted, on the commit that the session began from. */
  applyAsBranch(name: string, message: string): Promise<Result<ObjectId>> {
    return this.run('The project', () => this.work.branch(name, message));
  }

  drain(): Promise<void> {
    return this.queue.drain();
  }

  /** Ends what waits and lets go of the files. Nothing is lost: it can be opened again. */
  close(): Promise<void> {
    this.dispose();
    return this.closing;
  }

  protected override release(): void {
    this.writes.releaseAll('The session was closed.');
    const watcher = this.watcher.value;
    super.release();
    this.closing = Promise.all([this.queue.drain(), watcher?.drain()]).then(() =>
      this.parts.ledger.close(),
    );
    this.closing.catch(onUnexpectedError);
  }

  /** Earlier versions kept objects by refs in the user's repository, which a mirror push publishes. */
  private async ownObjects(): Promise<void> {
    const { git, record } = this.context;
    await this.parts.keeper.own();
    if (record.isRepository) await removeRefs(git, record.sessionId);
  }

  private view(record: ChangeRecord): ChangeView {
    const selfArming = this.context.selfArming();
    if (selfArming !== this.selfArming) this.views = new WeakMap();
    this.selfArming = selfArming;
    const view = this.views.get(record) ?? viewOf(record, selfArming);
    this.views.set(record, view);
    return view;
  }

  private run<T>(what: string, task: () => Promise<T>): Promise<Result<T>> {
    if (this.isDisposed) return Promise.resolve(fail('unavailable', 'The session is closed.'));
    return this.queue.run(() => attempt(what, task));
  }

  /** What an agent holds back until it is accepted is known without a look. */
  private acceptsFound({ changeId, hunks }: ChangeVerdict): boolean {
    const isFound = this.change(changeId)?.change.origin === 'scan';
    return isFound && hunks.some(({ verdict }) => verdict === 'accept');
  }
}
