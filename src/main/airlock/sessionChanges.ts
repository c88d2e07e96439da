import type { Emitter } from '#main/base/emitter';
import { type ChangeView, viewOf } from '#shared/airlock/changeView';
import { alignedTexts } from '#shared/airlock/diff/compose';
import { findLines } from '#shared/airlock/findLines';
import type { GuardedVerdict } from '#shared/airlock/guardedChange';
import { KEPT_WORDS } from '#shared/airlock/keptTurns';
import { type ChangeRecord, changeStatus } from '#shared/airlock/ledger';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { ChangeId, DecisionId, ObjectId, TurnId } from '#shared/ids';
import type {
  ChangeNotice,
  ChangesSnapshot,
  ChangeTexts,
  FileSide,
  FoundInChange,
  FoundInChanges,
  GitGlance,
  GuardedTexts,
  MainComparison,
  RewindPoint,
  RewindReport,
  SessionLosses,
} from '#shared/ipc/changes';
import { SessionComposition } from './compose/sessionComposition';
import { SessionRefresh } from './compose/sessionRefresh';
import { AcceptedWork } from './decide/acceptedWork';
import type { AgentWrites } from './decide/agentWrites';
import type { DecisionOutcome } from './decide/decisions';
import { editProposal, noteEdit } from './decide/editProposal';
import { afterWrites } from './decide/heldVerdicts';
import { SessionSteps } from './decide/sessionSteps';
import { type AttemptQueue, attempt, refuse } from './disk/attempt';
import { existingFiles, openableFile } from './find/openableFile';
import type { SessionLooks } from './find/sessionLooks';
import { NOBODY } from './find/surveyor';
import { type GitRemote, gitGlance, gitRemotes } from './glance/gitGlance';
import { MainDifference } from './glance/mainComparison';
import type { GuardedView } from './guard/guard';
import { FOUND_LINES, SEARCHED_BYTES, SENT_BYTES } from './limits';
import { findCopyLosses } from './losses';
import { sideOf } from './objects/objectStore';
import type { SessionContext, SessionParts } from './sessionParts';

export interface SessionChangesParts {
  readonly context: SessionContext;
  readonly parts: SessionParts;
  readonly looks: SessionLooks;
  readonly writes: AgentWrites;
  readonly tasks: AttemptQueue;
  /** Fires when the changes have changed. */
  readonly news: Emitter<void>;
}

const UNKNOWN = fail('not-found', 'There is no such change.');
const TOO_LONG_AGO = `Only the last ${KEPT_WORDS}, can be rewound, and this turn is older.`;

/** The changes of one session's agent, which the user reviews and decides on. */
export class SessionChanges {
  private readonly work: AcceptedWork;
  /** Combines changes of several sessions. */
  readonly composition: SessionComposition;
  /** Refreshes a copy that is behind the user's files. */
  readonly refresh: SessionRefresh;
  /** Tracks the user's files. */
  readonly steps: SessionSteps;
  private views = new WeakMap<ChangeRecord, ChangeView>();
  private selfArming: SelfArmingTest;
  readonly onDidChange: Emitter<void>['event'];

  constructor(private readonly own: SessionChangesParts) {
    this.work = new AcceptedWork(own.context, own.parts);
    this.composition = new SessionComposition(own);
    this.refresh = new SessionRefresh(own, this);
    this.steps = new SessionSteps(own);
    this.selfArming = own.context.selfArming();
    this.onDidChange = own.news.event;
  }

  /** All changes of the session, oldest first; superseded ones are marked. */
  get all(): readonly ChangeView[] {
    return [...this.own.parts.ledger.state.changes.values()].map((record) => this.view(record));
  }

  find(changeId: ChangeId): ChangeView | null {
    const record = this.own.parts.ledger.state.changes.get(changeId);
    return record ? this.view(record) : null;
  }

  /**
   * Guarded files that changed since the turn began and that the review of the tree does not show.
   */
  get guarded(): GuardedView {
    const { changes, restored, ignored, isComplete, fault, unfinished, damage } =
      this.own.parts.guard;
    return { changes, restored, ignored, isComplete, fault, unfinished, damage };
  }

  /** Paths that could not be carried over or read, or whose writer is unknown. */
  get notices(): readonly ChangeNotice[] {
    const { looks, parts, context } = this.own;
    const unclear = [...parts.ledger.state.unclear];
    const missing = context.record.notCarried ?? [];
    return [
      ...missing.map((path): ChangeNotice => ({ path, reason: 'not-carried' })),
      ...looks.notices.filter(({ reason }) => reason !== 'not-carried'),
      ...unclear.map((path): ChangeNotice => ({ path, reason: 'unclear' })),
    ];
  }

  /** Dismisses the notice about files that were written around an exit of the app during a turn. */
  async settleUnclear(): Promise<Result<void>> {
    const { tasks, parts, news } = this.own;
    const result = await tasks.run('The session', () =>
      parts.ledger.append([{ type: 'unclear.settled' }]),
    );
    news.fire();
    return result;
  }

  /** Everything that the review shows, except the texts. */
  snapshot(): ChangesSnapshot {
    const { looks, parts, context } = this.own;
    const { ignored } = this.guarded;
    return {
      changes: this.all.filter(({ status }) => status === 'open' || status === 'settled'),
      checkpoints: parts.checkpoints.all.map(({ turnId, at }) => ({ turnId, at })),
      hasForgottenTurns: parts.checkpoints.areSomeForgotten,
      isRepository: context.record.isRepository,
      notices: this.notices,
      lookFault: looks.fault,
      guarded: {
        ...this.guarded,
        ignored: ignored && { count: ignored.count, isComplete: ignored.isComplete },
      },
    };
  }

  async texts(changeId: ChangeId): Promise<Result<ChangeTexts>> {
    const { ledger, shadow } = this.own.parts;
    const record = ledger.state.changes.get(changeId);
    if (record === undefined) return UNKNOWN;
    return attempt(record.change.path, async () => {
      const sides = await shadow.objects.sides(record.change);
      const proposed = alignedTexts(sides)?.proposed ?? sides.proposed?.text?.text ?? null;
      return { base: sides.base?.text?.text ?? null, proposed };
    });
  }

  /**
   * Searches changes for a text, one after the other, so that only one of them is in memory at a
   * time.
   */
  async search(changeIds: readonly ChangeId[], text: string): Promise<FoundInChanges> {
    const lines: FoundInChange[] = [];
    let isComplete = true;
    for (const changeId of changeIds) {
      const change = this.find(changeId)?.change;
      if (change === undefined) continue;
      const bytes = Math.max(change.base?.bytes ?? 0, change.proposed?.bytes ?? 0);
      const texts = bytes > SEARCHED_BYTES ? null : await this.texts(changeId);
      if (texts === null || !texts.ok) {
        isComplete = false;
        continue;
      }
      const room = FOUND_LINES - lines.length;
      const found = findLines(change, texts.value, text, room + 1);
      lines.push(...found.slice(0, room).map((line) => ({ ...line, changeId })));
      if (found.length > room) return { lines, isComplete: false };
    }
    return { lines, isComplete };
  }

  /**
   * The bytes of a version that is not text. Null if it does not exist or is too large to be sent.
   */
  async bytes(changeId: ChangeId, side: FileSide): Promise<Result<Buffer | null>> {
    const change = this.find(changeId)?.change;
    if (change === undefined) return UNKNOWN;
    const version = change[side];
    if (version === null || version.bytes > SENT_BYTES) return ok(null);
    const { objects } = this.own.parts.shadow;
    return attempt(change.path, () => objects.read(version.blob, change.path));
  }

  /** The current text of the user's file that the change applies to; null if it has no text. */
  async currentText(changeId: ChangeId): Promise<Result<string | null>> {
    const { ledger, effects } = this.own.parts;
    const record = ledger.state.changes.get(changeId);
    if (record === undefined) return UNKNOWN;
    const path = record.standing.base?.path ?? record.change.path;
    return attempt(
      path,
      async () => sideOf(await effects.read('project', path))?.text?.text ?? null,
    );
  }

  /** The path that the user's editor opens for a path from the agent or a change. */
  openable(path: string): Promise<Result<string>> {
    return attempt(path, () => openableFile(this.own.context.record, path));
  }

  /** The given paths that name a file in the session's folder or in the user's. */
  existing(paths: readonly string[]): Promise<readonly string[]> {
    return existingFiles(this.own.context.record, paths);
  }

  /** Scans the agent's files again. `fault` says why that failed; null if it succeeded. */
  async look(): Promise<{ readonly fault: string | null }> {
    const { tasks, looks } = this.own;
    const seen = await tasks.run('The agent’s files', () => looks.look(NOBODY));
    return { fault: seen.ok ? null : seen.error.message };
  }

  async decide(verdicts: readonly ChangeVerdict[]): Promise<readonly Result<DecisionOutcome>[]> {
    const { tasks, looks, parts, writes, news } = this.own;
    const results = await tasks.run('The decision', async () => {
      if (verdicts.some((verdict) => this.acceptsFound(verdict))) await looks.assertSeen();
      const reports = await parts.decisions.decide(await afterWrites(verdicts, parts, looks));
      const hasMoved = reports.some((report) => !report.ok && report.error.code === 'conflict');
      if (hasMoved) await looks.look(NOBODY);
      return reports;
    });
    writes.settle();
    news.fire();
    return results.ok ? results.value : verdicts.map(() => results);
  }

  /** The path of the file that was decided on; null if there is no such decision. */
  decidedPath(decisionId: DecisionId): string | null {
    const { decisions, changes } = this.own.parts.ledger.state;
    const decided = decisions.get(decisionId);
    return (decided && changes.get(decided.made.changeId)?.change.path) ?? null;
  }

  async undo(decisionIds: readonly DecisionId[]): Promise<readonly Result<DecisionOutcome>[]> {
    const { tasks, looks, parts, news } = this.own;
    const results = await tasks.run('The decision', async () => {
      const { decisions, changes } = parts.ledger.state;
      const decided = decisionIds.map((id) => decisions.get(id)?.made.changeId);
      const reports = [...(await parts.decisions.undo(decisionIds))];
      // If a change was superseded, the undone part belongs to another change now.
      const isSuperseded = decided.some((id) => id && changes.get(id)?.isSuperseded);
      const hasFailed = reports.some(({ ok }) => !ok);
      if (isSuperseded || hasFailed) await looks.look(NOBODY);
      // If the files were looked at since, rejected hunks are restored around later edits.
      const moved = decisionIds.filter((_, index) => {
        const report = reports[index];
        return report?.ok === false && report.error.code === 'conflict';
      });
      if (moved.length === 0) return reports;
      for (const [index, report] of (await parts.decisions.undo(moved, 'around')).entries()) {
        const id = moved[index];
        if (id !== undefined) reports[decisionIds.indexOf(id)] = report;
      }
      await looks.look(NOBODY);
      return reports;
    });
    news.fire();
    return results.ok ? results.value : decisionIds.map(() => results);
  }

  /** Resolves a conflict with this text, unless the user's file has changed in the meantime. */
  async resolve(
    changeId: ChangeId,
    current: string,
    text: string,
  ): Promise<Result<DecisionOutcome>> {
    const { tasks, looks, parts, writes, news } = this.own;
    const result = await tasks.run('The decision', async () => {
      await looks.assertSeen();
      return parts.decisions.resolve(changeId, current, text);
    });
    writes.settle();
    news.fire();
    return result.ok ? result.value : result;
  }

  /** Replaces the agent's text with the user's; its hunks are decided afterwards. */
  async edit(changeId: ChangeId, text: string): Promise<Result<void>> {
    const { tasks, looks, parts, writes, news } = this.own;
    const result = await tasks.run('The change', async () => {
      const record = parts.ledger.state.changes.get(changeId);
      if (record === undefined || changeStatus(record) !== 'open') {
        throw new AppException({ code: 'conflict', message: 'This change is already decided.' });
      }
      const next = await editProposal(parts, record, text);
      if (next !== 'on-disk') writes.exchange(changeId, next);
      else await looks.look(record.change);
      await noteEdit(parts, record);
    });
    news.fire();
    return result;
  }

  /** Restores the agent's files to that point, except for what was accepted since. */
  async rewind(to: TurnId | RewindPoint): Promise<Result<RewindReport>> {
    const { tasks, parts, news } = this.own;
    const { checkpoints } = parts;
    const point = typeof to === 'string' ? checkpoints.all.find(({ turnId }) => turnId === to) : to;
    if (point === undefined) {
      const isForgotten = typeof to === 'string' && checkpoints.isForgotten(to);
      return fail(
        'not-found',
        isForgotten ? TOO_LONG_AGO : 'There is no checkpoint for that turn.',
      );
    }
    const result = await tasks.run('The checkpoint', () => checkpoints.rewind(point));
    news.fire();
    return result;
  }

  /** Restores guarded files, accepts them as they are, or undoes a restore. */
  async settleGuarded(
    ids: readonly string[],
    verdict: GuardedVerdict,
    /** The versions that the user was shown, by id. */
    seen: Readonly<Record<string, string | null>> = {},
  ): Promise<Result<void>> {
    const { tasks, parts, news } = this.own;
    const result = await tasks.run('The guarded files', async () => {
      await parts.guard.assertListed(seen);
      // Undo in reverse order, because a folder may have been replaced by a link.
      const inOrder = verdict === 'undo' ? ids.toReversed() : ids;
      for (const id of inOrder) await parts.guard[verdict](id);
    });
    news.fire();
    return result;
  }

  guardedTexts(id: string): Promise<Result<GuardedTexts>> {
    const { tasks, parts } = this.own;
    return tasks.run('The file', async () => {
      const { before, after } = await parts.guard.contents(id);
      return { before: before && plainText(before), after: after && plainText(after) };
    });
  }

  /** Scans once more, and counts what would be lost with the session. */
  losses(): Promise<Result<SessionLosses>> {
    const { tasks, looks, parts, context } = this.own;
    const { record, git } = context;
    return tasks.run('The agent’s files', async () => {
      const isInPlace = record.isolation === 'in-place';
      if (!isInPlace) await looks.look(NOBODY);
      const { history, shadow } = parts;
      const copy = isInPlace ? null : await findCopyLosses(record, shadow, git, history);
      const open = this.all.filter(({ status }) => status === 'open');
      return {
        pending: new Set(open.map(({ change }) => change.path)).size,
        notices: this.notices.filter(({ reason }) => reason !== 'not-carried'),
        guarded: this.guarded.changes.flatMap(({ place, path, canRestore }) =>
          canRestore ? [{ place, path }] : [],
        ),
        copy,
      };
    });
  }

  /** Commits the accepted changes to the user's current branch. Only done at the user's request. */
  commitAccepted(message: string, paths?: readonly string[]): Promise<Result<ObjectId>> {
    return this.own.tasks.run('The project', () => this.work.commit(message, paths));
  }

  /**
   * Creates a branch with the accepted changes, based on the commit that the session started from.
   */
  applyAsBranch(name: string, message: string): Promise<Result<ObjectId>> {
    return this.own.tasks.run('The project', () => this.work.branch(name, message));
  }

  /**
   * The user's checked-out branch; null if the project is not a repository, or is missing at the
   * moment.
   */
  async glance(): Promise<Result<GitGlance | null>> {
    const { git, record } = this.own.context;
    if (!record.isRepository) return ok(null);
    const seen = await attempt('The repository', () => gitGlance(git));
    return !seen.ok && seen.error.code === 'not-found' ? ok(null) : seen;
  }

  /** The remotes of the user's repository; none if the project is not a repository. */
  remotes(): Promise<Result<readonly GitRemote[]>> {
    const { git, record } = this.own.context;
    return attempt('The repository', async () => (record.isRepository ? gitRemotes(git) : []));
  }

  /** Looks at the agent's files and compares them with the user's main branch. */
  compareWithMain(): Promise<Result<MainComparison>> {
    const { tasks, looks, parts } = this.own;
    return tasks.run('The repository', async () => {
      await looks.look(NOBODY);
      return this.fromMain().compare(await parts.scanner.tree());
    });
  }

  comparedTexts(base: ObjectId | null, proposed: ObjectId | null): Promise<Result<ChangeTexts>> {
    return attempt('The file', () => this.fromMain().texts(base, proposed));
  }

  /** The user's own folder that the paths of the changes are relative to. */
  get projectRoot(): string {
    return this.own.context.record.projectRoot;
  }

  /** The folder that the agent works in. */
  get workRoot(): string {
    return this.own.context.record.workRoot;
  }

  private fromMain(): MainDifference {
    const { git, record } = this.own.context;
    if (!record.isRepository) throw refuse('The project is not in a git repository.');
    return new MainDifference(git, this.own.parts.shadow.directory);
  }

  private view(record: ChangeRecord): ChangeView {
    const selfArming = this.own.context.selfArming();
    if (selfArming !== this.selfArming) this.views = new WeakMap();
    this.selfArming = selfArming;
    const view = this.views.get(record) ?? viewOf(record, selfArming);
    this.views.set(record, view);
    return view;
  }

  /** Whether changes found by a scan are accepted; held writes are known without a scan. */
  private acceptsFound({ changeId, hunks }: ChangeVerdict): boolean {
    const isFound = this.find(changeId)?.change.origin === 'scan';
    return isFound && hunks.some(({ verdict }) => verdict === 'accept');
  }
}

/** The text of the bytes; null if they are not text. */
function plainText(bytes: Buffer): string | null {
  return bytes.includes(0) ? null : bytes.toString('utf8');
}
