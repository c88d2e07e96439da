import { join } from 'node:path';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Authorship, Change, FileVersion } from '#shared/airlock/change';
import { type ChangeView, viewOf } from '#shared/airlock/changeView';
import { alignedTexts } from '#shared/airlock/compose';
import { type ChangeRecord, type Checkpoint, statusOf } from '#shared/airlock/ledger';
import type { Encoding } from '#shared/airlock/textFormat';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { ChangeId, DecisionId, ObjectId, TurnId } from '#shared/ids';
import type { Isolation } from '#shared/session/events';
import { attempt, refuse } from './attempt';
import type { RewindReport } from './checkpoints';
import type { DecisionReport, Recovery } from './decisions';
import { editProposal } from './editProposal';
import type { IntendedEdit } from './gate';
import { findRepository } from './git/repository';
import type { TreeDifference } from './git/treeDifference';
import { HeldWrites } from './heldWrites';
import { locateBelow } from './locate';
import type { Notice } from './notice';
import { openableFile } from './openableFile';
import { Publisher } from './publisher';
import type { RewindPoint } from './rewinder';
import { openParts, type SessionContext, type SessionParts } from './sessionParts';
import { NOBODY, type ScanReport } from './surveyor';
import { sideOf } from './versions';
import { TreeWatcher } from './watch/treeWatcher';
import { writeNow } from './writeNow';

/** What an editor needs to show a change; null where there is no file, or none that is text. */
export interface ChangeTexts {
  readonly base: string | null;
  /** With the base's line endings, so that only what is said differs. */
  readonly proposed: string | null;
  readonly encoding: Encoding | null;
}

/** How a request for permission to edit was answered. */
export type EditAnswer =
  /** The agent may go on and write it itself. */
  | { readonly type: 'allow' }
  /** It must not; what was accepted of it is written already. */
  | { readonly type: 'refuse'; readonly message: string };

/** One session's side of the airlock: what its agent changed, and what becomes of it. */
export class SessionAirlock extends DisposableOwner {
  private readonly changesSeen = this.register(new Emitter<void>());
  /** Something about the changes is different from before. */
  readonly onDidChange = this.changesSeen.event;
  private readonly queue = this.register(new Queue());
  private readonly held = new HeldWrites();
  private readonly views = new WeakMap<ChangeRecord, ChangeView>();
  private seenNotices: readonly Notice[];
  private watcher: TreeWatcher | undefined;
  private closing = Promise.resolve();

  private constructor(
    private readonly context: SessionContext,
    private readonly parts: SessionParts,
    /** What an earlier run of the program had left open. */
    readonly recovered: readonly Recovery[],
    notices: readonly Notice[],
  ) {
    super();
    this.seenNotices = notices;
  }

  static async open(context: SessionContext, notices: readonly Notice[]): Promise<SessionAirlock> {
    const { parts, recovered } = await openParts(context);
    await withdrawUnheld(parts);
    return new SessionAirlock(context, parts, recovered, notices);
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
    return this.seenNotices;
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
  blob({ blob }: Pick<FileVersion, 'blob'>): Promise<Result<Buffer>> {
    return attempt('The file version', () => this.parts.shadow.objects.read(blob));
  }

  /** Looks for what changed on the disk since the last time; whoever is named is held to have done it. */
  scan(by: Authorship = NOBODY): Promise<Result<ScanReport>> {
    return this.run('The agent’s files', () => this.look(by));
  }

  /** Tells when the agent's files may have changed. Without it, that shows only when they are looked at. */
  async watch(onTouch: () => void): Promise<{ readonly fault: string | null }> {
    if (this.isDisposed) return { fault: 'The session is closed.' };
    this.watcher ??= this.register(
      new TreeWatcher(
        this.parts.shadow.git(this.context.record.workRoot),
        this.context.record.workRoot,
      ),
    );
    this.register(this.watcher.onDidTouch(onTouch));
    await this.watcher.start();
    return this.watcher;
  }

  async decide(verdicts: readonly ChangeVerdict[]): Promise<readonly Result<DecisionReport>[]> {
    const results = await this.run('The decision', async () => {
      const reports = await this.parts.decisions.decide(verdicts);
      const hasMoved = reports.some((report) => !report.ok && report.error.code === 'conflict');
      if (hasMoved) await this.look(NOBODY);
      return reports;
    });
    this.held.settle(this.parts.ledger.state);
    this.changesSeen.fire();
    return results.ok ? results.value : verdicts.map(() => results);
  }

  async undo(decisionId: DecisionId): Promise<Result<DecisionReport>> {
    const result = await this.run('The decision', async () => {
      const report = await this.parts.decisions.undo(decisionId);
      // Where the change was superseded, what was undone is part of another one now.
      await this.look(NOBODY);
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
    const result = await this.run('The decision', () =>
      this.parts.decisions.resolve(changeId, current, text),
    );
    this.held.settle(this.parts.ledger.state);
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
      if (next !== 'on-disk') this.held.exchange(changeId, next);
      else await this.look(record.change);
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
    if (this.isolation === 'isolated') return this.writeThrough(path, text, by);
    const proposed = await this.propose(
      (place) => this.parts.gate.proposeWrite(place, text, by),
      path,
    );
    if (!proposed.ok) return proposed;
    return proposed.value === null ? ok() : this.hold(proposed.value, signal);
  }

  /** For an agent that asks before it writes itself, in place. */
  async judgeEdit(
    path: string,
    edit: IntendedEdit,
    by: Authorship = NOBODY,
    signal?: AbortSignal,
  ): Promise<Result<EditAnswer>> {
    const proposed = await this.propose(
      (place) => this.parts.gate.proposeEdit(place, edit, by),
      path,
    );
    if (!proposed.ok) return proposed;
    if (proposed.value === null) return ok({ type: 'allow' });
    const verdict = await this.hold(proposed.value, signal);
    if (verdict.ok) return ok({ type: 'allow' });
    const { code, message } = verdict.error;
    return code === 'refused' ? ok({ type: 'refuse', message }) : verdict;
  }

  /** Remembers the agent's tree as it is, as the start of a turn. */
  checkpoint(turnId: TurnId): Promise<Result<Checkpoint>> {
    return this.run('The checkpoint', () => this.parts.checkpoints.make(turnId));
  }

  /** Puts the agent's files back to where they were then, but for what was accepted since. */
  async rewind(to: TurnId | RewindPoint): Promise<Result<RewindReport>> {
    const point =
      typeof to === 'string' ? this.checkpoints.find(({ turnId }) => turnId === to) : to;
    if (point === undefined) return fail('not-found', 'There is no checkpoint of that turn.');
    const result = await this.run('The checkpoint', () => this.parts.checkpoints.rewind(point));
    this.changesSeen.fire();
    return result;
  }

  /** Commits what was accepted to what the user has checked out. Only ever when asked to. */
  commitAccepted(message: string, paths?: readonly string[]): Promise<Result<ObjectId>> {
    return this.run('The project', async () => {
      const publisher = await this.publisher();
      return publisher.commit(await this.accepted(paths), message);
    });
  }

  /** Makes a branch of what was accepted, on the commit that the session began from. */
  applyAsBranch(name: string, message: string): Promise<Result<ObjectId>> {
    return this.run('The project', async () => {
      const publisher = await this.publisher();
      return publisher.branch(await this.accepted(), this.context.record.parent, name, message);
    });
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
    for (const changeId of this.held.ids) this.held.release(changeId, 'The session was closed.');
    super.release();
    this.closing = Promise.all([this.queue.drain(), this.watcher?.drain()]).then(() =>
      this.parts.ledger.close(),
    );
    this.closing.catch(onUnexpectedError);
  }

  private view(record: ChangeRecord): ChangeView {
    const view = this.views.get(record) ?? viewOf(record);
    this.views.set(record, view);
    return view;
  }

  private run<T>(what: string, task: () => Promise<T>): Promise<Result<T>> {
    if (this.isDisposed) return Promise.resolve(fail('unavailable', 'The session is closed.'));
    return this.queue.run(() => attempt(what, task));
  }

  private async look(by: Authorship): Promise<ScanReport> {
    const report = await this.parts.surveyor.look(by);
    this.seenNotices = report.notices;
    if (report.isNews) this.changesSeen.fire();
    return report;
  }

  private async writeThrough(path: string, text: string, by: Authorship): Promise<Result<void>> {
    return this.run(path, async () => {
      const place = await locateBelow(this.context.record.workRoot, path);
      this.parts.surveyor.attribute(place, by);
      await writeNow(this.parts, place, text);
    });
  }

  private async propose(
    propose: (path: string) => Promise<Change | null>,
    path: string,
  ): Promise<Result<Change | null>> {
    if (this.isolation === 'isolated') {
      return fail('refused', 'In an isolated session the agent writes to its own files.');
    }
    return this.run(path, async () => {
      const change = await propose(await locateBelow(this.context.record.projectRoot, path));
      if (change) await this.parts.ledger.append([{ type: 'change.proposed', change }]);
      return change;
    });
  }

  private async hold({ changeId }: Change, signal?: AbortSignal): Promise<Result<void>> {
    const verdict = this.held.hold(changeId);
    const withdraw = () => {
      this.withdraw(changeId).catch(onUnexpectedError);
    };
    this.held.settle(this.parts.ledger.state);
    if (signal?.aborted) withdraw();
    else signal?.addEventListener('abort', withdraw, { once: true });
    this.changesSeen.fire();
    try {
      return await verdict;
    } finally {
      signal?.removeEventListener('abort', withdraw);
    }
  }

  /** After whatever is being decided: a write that is under way is told as it ended. */
  private async withdraw(held: ChangeId): Promise<void> {
    await this.run('The change', async () => {
      const changeId = this.held.latest(held);
      if (this.change(changeId)?.status !== 'open') return;
      await this.parts.ledger.append([{ type: 'change.withdrawn', changeId }]);
    });
    this.held.release(this.held.latest(held), 'The turn was stopped before this was decided.');
    this.changesSeen.fire();
  }

  private async accepted(paths?: readonly string[]): Promise<readonly TreeDifference[]> {
    const { scanner, baseline } = this.parts;
    const all = await scanner.compare(this.context.record.baseTree, baseline.tree, {
      findsMoves: false,
    });
    return paths === undefined ? all : all.filter(({ path }) => paths.includes(path));
  }

  private async publisher(): Promise<Publisher> {
    const { git, folder, record } = this.context;
    const repository = await findRepository(git, record.project);
    if (repository === null) throw refuse('The project is not in a git repository.');
    return new Publisher({ git, repository, store: this.parts.shadow.objects, folder });
  }
}

/** Whoever waited for them is gone with the run of the program that they were held in. */
async function withdrawUnheld({ ledger }: SessionParts): Promise<void> {
  const unheld = [...ledger.state.changes.values()].filter(
    (record) => record.change.origin !== 'scan' && statusOf(record) === 'open',
  );
  await ledger.append(
    unheld.map(({ change }) => ({ type: 'change.withdrawn', changeId: change.changeId })),
  );
}
