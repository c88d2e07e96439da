import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DisposableOwner, MutableDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { ifExists } from '#main/base/files/ifExists';
import type { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Authorship } from '#shared/airlock/change';
import { type Checkpoint, changeStatus } from '#shared/airlock/ledger';
import { AppException, type Result } from '#shared/errors';
import type { ChangeId, TurnId } from '#shared/ids';
import type { ChangeNotice } from '#shared/ipc/changes';
import type { Isolation } from '#shared/session/isolation';
import { History } from './copy/history';
import {
  AgentWrites,
  type EditAnswer,
  type JudgeOptions,
  type OnHeld,
  withdrawUnheld,
} from './decide/agentWrites';
import type { Recovery } from './decide/decisions';
import type { IntendedEdit } from './decide/gate';
import { AttemptQueue } from './disk/attempt';
import { OthersInbox } from './find/othersInbox';
import { type OthersDecisions, takeOthersDecisions, type WrittenFile } from './find/othersWrites';
import { SessionLooks } from './find/sessionLooks';
import { NOBODY, type ScanReport } from './find/surveyor';
import { NamedArming } from './guard/namedArming';
import { isOfEarlierVersion, removeRefs } from './linked/worktree';
import type { ObjectStore } from './objects/objectStore';
import { SessionChanges } from './sessionChanges';
import {
  isCopyGone,
  openParts,
  restoreWorkTree,
  type SessionContext,
  type SessionParts,
} from './sessionParts';
import { SessionRepositories } from './sessionRepositories';
import { TreeWatcher } from './watch/treeWatcher';

export interface FileWatch {
  /** Null while every change is reported; otherwise why changes may be missed. */
  readonly fault: string | null;
  /** Retries folders that could not be watched; settles when everything that exists is watched. */
  start(): Promise<void>;
}

/** The folders of a session that works in a copy. */
export interface SessionPlaces {
  /** The user's own folders. */
  readonly project: readonly string[];
  readonly copy: string;
  /** Folders of objects that the copy's repository uses. */
  readonly history: readonly string[];
  /** The user's own files that the copy links to. */
  readonly links: readonly string[];
}

/** The airlock of one session: its agent's changes, and the decisions on them. */
export class SessionAirlock extends DisposableOwner {
  private readonly news = this.register(new Emitter<void>());
  readonly changes: SessionChanges;
  private readonly copyLosses = this.register(new Emitter<void>());
  /** Fires with each look that found the agent's copy deleted or replaced. */
  readonly onDidLoseCopy = this.copyLosses.event;
  private readonly tasks = this.register(new AttemptQueue());
  private readonly looks: SessionLooks;
  private readonly writes: AgentWrites;
  private readonly watcher = this.register(new MutableDisposable<TreeWatcher>());
  private closing = Promise.resolve();

  private constructor(
    private readonly context: SessionContext,
    private readonly parts: SessionParts,
    /** Decisions that an earlier run of the app had left open. */
    readonly recovered: readonly Recovery[],
    /** The damage of the ledger, as text; usually null. */
    readonly damage: string | null,
    notices: readonly ChangeNotice[],
  ) {
    super();
    const { record } = context;
    const onChange = () => this.news.fire();
    const listeners = {
      onChange,
      onReached: (changes: readonly ChangeId[]) => this.writes.noteWritten(changes),
      onCopyLost: () => this.copyLosses.fire(),
    };
    this.looks = new SessionLooks(parts, record, listeners, notices);
    const { looks, tasks, news } = this;
    this.writes = new AgentWrites({ parts, record, tasks, onChange });
    this.changes = new SessionChanges({ context, parts, looks, writes: this.writes, tasks, news });
  }

  static async open(
    given: SessionContext,
    notices: readonly ChangeNotice[],
  ): Promise<SessionAirlock> {
    const repositories = new SessionRepositories(given);
    const arming = new NamedArming({
      root: given.record.projectRoot,
      table: given.selfArming,
      findRepository: () => repositories.guarded(),
    });
    const context = { ...given, selfArming: () => arming.current() };
    const { parts, recovered, damage } = await openParts(context, arming, repositories);
    // Without open changes, the first look is early enough.
    const changes = [...parts.ledger.state.changes.values()];
    if (changes.some((record) => changeStatus(record) === 'open')) await arming.refresh();
    await withdrawUnheld(parts);
    const session = new SessionAirlock(context, parts, recovered, damage, notices);
    // Queued before the first look. Opening the session does not wait for it.
    session.tasks.run('The object store', () => session.ownObjects()).catch(onUnexpectedError);
    return session;
  }

  /** The folder where the agent works. */
  get cwd(): string {
    const { workRoot, prefix } = this.context.record;
    return join(workRoot, prefix);
  }

  /**
   * The places that a sealed agent sees in addition to its copy, and those that it must not see.
   */
  get places(): SessionPlaces {
    const { git, record, folder } = this.context;
    const { project, projectRoot, workRoot, carry } = record;
    return {
      project: [...new Set([projectRoot, project])],
      copy: workRoot,
      history: History.at(git, folder).stores(),
      links: (carry?.link ?? []).map((path) => join(projectRoot, path)),
    };
  }

  get isolation(): Isolation {
    return this.context.record.isolation;
  }

  /** Whether all writes are the user's: in place, between turns. */
  get isUsersTime(): boolean {
    return this.parts.surveyor.isUsersTime;
  }

  /** Why the last look failed; null if it succeeded. Nothing can be accepted until one succeeds. */
  get lookFault(): string | null {
    return this.looks.fault;
  }

  get checkpoints(): readonly Checkpoint[] {
    return this.parts.checkpoints.all;
  }

  /** Finds what changed on disk since the last look; the named author is credited with it. */
  scan(by: Authorship = NOBODY): Promise<Result<ScanReport>> {
    return this.tasks.run('The agent’s files', () => this.looks.look(by));
  }

  /**
   * Calls `onTouch` when the agent's files may have changed. Without it, changes are found only by
   * looking.
   */
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

  /** Recreates a missing copy as of the last look. Watching it resumes. */
  restoreCopy(): Promise<Result<void>> {
    return this.tasks.run('The copy', async () => {
      const { workRoot } = this.context.record;
      if (await this.isCopyGone()) {
        // Only the link is removed; its target is not ours.
        if ((await ifExists(lstat(workRoot)))?.isSymbolicLink()) await unlink(workRoot);
        await restoreWorkTree(this.context, this.parts.shadow);
        this.watcher.clear();
      }
      await this.looks.look(NOBODY);
    });
  }

  /**
   * Writes for an agent that asks us to. In place, the write waits until everything is decided. In
   * a copy it happens at once, because the user decides later. Settles when the file is on disk, or
   * was rejected.
   */
  async write(
    path: string,
    text: string,
    by: Authorship = NOBODY,
    signal?: AbortSignal,
    onHeld?: OnHeld,
  ): Promise<Result<void>> {
    return this.writes.write(path, text, by, signal, onHeld);
  }

  /** Judges the edit of an agent that asks before it writes itself, in place. */
  async judgeEdit(
    path: string,
    edit: IntendedEdit,
    by: Authorship = NOBODY,
    options?: JudgeOptions,
  ): Promise<Result<EditAnswer>> {
    return this.writes.judge(path, edit, by, options);
  }

  /** Called in place: until the first turn begins, changes are the user's own. */
  awaitFirstTurn(): Promise<Result<void>> {
    return this.tasks.run('The session', () => this.parts.surveyor.awaitFirstTurn());
  }

  /** Records the agent's current tree as the start of a turn. */
  checkpoint(turnId: TurnId): Promise<Result<Checkpoint>> {
    return this.tasks.run('The checkpoint', async () => {
      await this.looks.beginTurn();
      return this.parts.checkpoints.make(turnId);
    });
  }

  /**
   * Called when a turn is over: finds what its agent left, even outside the tree. Later writes are
   * not the agent's work. `by` names the tool call whose end has not been looked at yet.
   */
  endTurn(
    turnId: TurnId,
    by: Authorship = { turnId, toolCallId: null },
  ): Promise<Result<ScanReport>> {
    return this.tasks.run('The agent’s files', () => this.looks.endTurn(turnId, by));
  }

  /** Called when decisions in another session were written. */
  noteOthers(written: readonly WrittenFile[], store: ObjectStore): Promise<Result<void>> {
    return this.tasks.run('The agent’s files', async () => {
      for (const root of new Set(written.map((file) => file.root))) {
        const differences = written
          .filter((file) => file.root === root)
          .map(({ path, expected, next }) => ({ path, base: expected, proposed: next }));
        await this.takeOthers({ root, how: 'written', differences, store });
      }
      await this.parts.guard.noteWritten(written, store);
    });
  }

  /**
   * Takes in what the user accepted in other sessions of the folder. `writing` prevents new notes
   * meanwhile. Code that leaves a note waits for `writing` within a task of its own session, so
   * this must not wait for tasks.
   */
  async takeLetters(writing: Queue): Promise<void> {
    const { folder, onProblem } = this.context;
    const inbox = new OthersInbox(folder, this.parts.shadow.objects, onProblem);
    const took = await this.tasks.run('The agent’s files', async () => {
      const isNews = await writing.run(() => inbox.take((decisions) => this.takeOthers(decisions)));
      // Changes that were also listed here are decided now.
      if (isNews && this.isUsersTime) await this.looks.look(NOBODY);
    });
    if (!took.ok) throw new AppException(took.error);
  }

  drain(): Promise<void> {
    return this.tasks.drain();
  }

  /** Ends waiting work and releases the files. Nothing is lost: the session can be opened again. */
  close(): Promise<void> {
    this.dispose();
    return this.closing;
  }

  protected override release(): void {
    this.writes.releaseAll('The session was closed.');
    const watcher = this.watcher.value;
    super.release();
    this.closing = Promise.all([this.tasks.drain(), watcher?.drain()]).then(() =>
      this.parts.ledger.close(),
    );
    this.closing.catch(onUnexpectedError);
  }

  private takeOthers(decisions: OthersDecisions): Promise<void> {
    const { shadow, surveyor } = this.parts;
    const { workRoot } = this.context.record;
    return takeOthersDecisions({ workRoot, objects: shadow.objects, surveyor }, decisions);
  }

  /**
   * Removes the refs of earlier versions, which kept objects in the user's repository: a mirror
   * push publishes them.
   */
  private async ownObjects(): Promise<void> {
    const { git, record } = this.context;
    await this.parts.keeper.own();
    if (record.isRepository && isOfEarlierVersion(record)) await removeRefs(git, record.sessionId);
  }
}
