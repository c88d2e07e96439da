import type { FileWatch, OnHeld, SessionAirlock, SessionChanges } from '#main/airlock/airlock';
import { DisposableOwner } from '#main/base/disposable';
import type { Logger } from '#main/base/log/logger';
import { onUnexpectedError } from '#main/base/unexpected';
import {
  LOOK_AGAIN_MILLISECONDS,
  LOOK_FIRST_MILLISECONDS,
  LOOK_LAST_MILLISECONDS,
} from '#main/host/limits';
import { TouchPace } from '#main/host/session/touchPace';
import type { Authorship } from '#shared/airlock/change';
import { type AppError, AppException, ok, type Result } from '#shared/errors';
import type { RequestId, ToolCallId, TurnId } from '#shared/ids';
import type { StorageProblem } from '#shared/session/condition';
import type { Envelope } from '#shared/session/events';
import { type Isolation, worksInCopy } from '#shared/session/isolation';
import { isEnded } from '#shared/session/reduceHead';
import type { PermissionOutcome, PermissionQuestion } from '#shared/session/request/requests';
import { COPY_GONE } from '#shared/session/words/copyGone';
import { reviewPlannedEdits } from './reviewPlannedEdits';
import type { Workplace } from './workplace';

/** One session's workplace with its airlock: it tracks the running turn and looks at the files. */
export class AirlockWorkplace extends DisposableOwner implements Workplace {
  private turnId: TurnId | null = null;
  /** Running tool calls, in the order in which they began. */
  private readonly calls = new Set<ToolCallId>();
  /** Open permission requests. */
  private readonly requests = new Map<RequestId, PermissionQuestion>();
  /** Tool calls of this turn that the user has allowed. */
  private readonly allowed = new Set<ToolCallId>();
  /** The author for the next look; null while no look is wanted. */
  private wanted: Authorship | null = null;
  private isLooking = false;
  private timer: NodeJS.Timeout | undefined;
  private watching: Promise<void> | undefined;
  private readonly pace = new TouchPace();
  private pacing: NodeJS.Timeout | undefined;
  private retrying: NodeJS.Timeout | undefined;
  /** The number of consecutive failed looks. */
  private failures = 0;
  private watcher: FileWatch | undefined;

  readonly setup?: string;
  readonly remark?: string;
  readonly storage?: StorageProblem;

  readonly gate = {
    write: async (
      path: string,
      content: string,
      signal: AbortSignal,
      onHeld: OnHeld,
    ): Promise<Result<void>> => {
      const by = this.author();
      const result = await this.airlock.write(path, content, by, signal, onHeld);
      // In a copy, the agent's write has already happened and is listed at once.
      if (worksInCopy(this.airlock.isolation)) this.look(by);
      return result;
    },
  };

  constructor(
    private readonly airlock: SessionAirlock,
    private readonly logger: Logger,
    private readonly close: () => void,
    { setup, remark }: Pick<Workplace, 'setup' | 'remark'>,
  ) {
    super();
    if (setup !== undefined) this.setup = setup;
    if (remark !== undefined) this.remark = remark;
    if (airlock.damage !== null) {
      this.storage = damagedChanges(airlock.damage, airlock.isolation);
    }
    if (airlock.isolation === 'in-place') {
      this.reviewEdits = (edits, toolCallId) =>
        reviewPlannedEdits(airlock, edits, { turnId: this.turnId, toolCallId });
    }
  }

  get changes(): Result<SessionChanges> {
    return ok(this.airlock.changes);
  }

  get seal(): Workplace['seal'] {
    return worksInCopy(this.airlock.isolation) ? this.airlock.places : undefined;
  }

  get cwd(): string {
    return this.airlock.cwd;
  }

  /** Set only in place: in a copy, the agent's changes to its own files need no permission. */
  readonly reviewEdits?: NonNullable<Workplace['reviewEdits']>;

  /** In a copy, a turn without a checkpoint is better than no turn. */
  async beforeTurn(turnId: TurnId): Promise<void> {
    const made = await this.airlock.checkpoint(turnId);
    if (made.ok) return;
    this.logger.warn('no checkpoint was made', { turnId, error: made.error });
    if (this.airlock.lookFault === COPY_GONE) throw new AppException(made.error);
    // In place, a checkpoint is required: without it nobody could tell the agent's writes from the
    // user's afterwards.
    if (this.airlock.isolation === 'in-place') {
      const message = `Airlock cannot read the files in your project, so the prompt was not sent. ${made.error.message} Try again.`;
      throw new AppException({ code: made.error.code, message });
    }
  }

  /**
   * Looks at files that may have changed while nobody watched, such as while the app was closed.
   */
  catchUp(): void {
    if (this.isOfInterest) this.look(this.author());
  }

  get onDidLoseCopy(): SessionAirlock['onDidLoseCopy'] {
    return this.airlock.onDidLoseCopy;
  }

  isCopyGone(): Promise<boolean> {
    return this.airlock.isCopyGone();
  }

  async restoreCopy(): Promise<Result<void>> {
    const restored = await this.airlock.restoreCopy();
    if (restored.ok) await this.watch();
    return restored;
  }

  onAppended(events: readonly Envelope[]): void {
    for (const event of events) this.follow(event);
  }

  protected override release(): void {
    clearTimeout(this.timer);
    clearTimeout(this.pacing);
    clearTimeout(this.retrying);
    this.close();
    super.release();
  }

  private follow(event: Envelope): void {
    switch (event.type) {
      case 'turn.started':
        this.turnId = event.turnId;
        this.watching ??= this.watch().catch(onUnexpectedError);
        if (!this.isTold) this.watcher?.start().catch(onUnexpectedError);
        break;
      case 'tool.updated':
        if (event.status !== undefined) this.followCall(event.toolCallId, event.status);
        break;
      case 'permission.asked':
        this.requests.set(event.requestId, event.question);
        break;
      case 'permission.answered':
        this.followAnswer(event.requestId, event.outcome);
        break;
      case 'terminal.ended':
      case 'agent.exited':
        this.look(this.author());
        break;
      case 'turn.ended': {
        const by = { ...this.wanted, turnId: event.turnId };
        this.calls.clear();
        this.requests.clear();
        this.allowed.clear();
        clearTimeout(this.timer);
        this.turnId = null;
        this.wanted = null;
        this.endTurn({ toolCallId: null, ...by });
        break;
      }
    }
  }

  private followAnswer(requestId: RequestId, outcome: PermissionOutcome): void {
    const question = this.requests.get(requestId);
    this.requests.delete(requestId);
    if (outcome.type !== 'selected' || !question?.toolCallId) return;
    const kind = question.options.find(({ id }) => id === outcome.optionId)?.kind;
    const isAllowed = kind === 'allow_once' || kind === 'allow_always';
    if (isAllowed) this.allowed.add(question.toolCallId);
  }

  private followCall(id: ToolCallId, status: string): void {
    if (!isEnded(status)) {
      if (!this.calls.has(id)) this.lookAgainIn(LOOK_FIRST_MILLISECONDS);
      this.calls.add(id);
      return;
    }
    this.calls.delete(id);
    if (this.calls.size === 0) clearTimeout(this.timer);
    this.look(this.authorship(id));
  }

  /** The author of a change: the tool call that began last, as far as anybody can tell. */
  private author(): Authorship {
    return this.authorship([...this.calls].at(-1) ?? null);
  }

  private authorship(toolCallId: ToolCallId | null): Authorship {
    const isAllowed = toolCallId !== null && this.allowed.has(toolCallId);
    return { turnId: this.turnId, toolCallId, ...(isAllowed && { asked: 'not-shown' }) };
  }

  private lookAgainIn(milliseconds: number): void {
    clearTimeout(this.timer);
    if (this.isTold) return;
    this.timer = setTimeout(() => {
      this.look(this.author());
      this.lookAgainIn(Math.min(milliseconds * 2, LOOK_LAST_MILLISECONDS));
    }, milliseconds);
  }

  private async watch(): Promise<void> {
    this.watcher = await this.airlock.watch(() => this.onTouch());
    const { fault } = this.watcher;
    if (fault !== null) this.logger.info('files are not watched', { reason: fault });
  }

  /** Whether the system reports writes; otherwise the files must be looked at from time to time. */
  private get isTold(): boolean {
    return this.watcher?.fault === null;
  }

  /** Whether the user's edits between turns matter: only while there are changes to decide. */
  private get isOfInterest(): boolean {
    return (
      !this.airlock.isUsersTime || this.airlock.changes.all.some(({ status }) => status === 'open')
    );
  }

  private onTouch(): void {
    if (!this.isOfInterest || this.isDisposed || this.pacing !== undefined) return;
    this.pacing = setTimeout(() => {
      this.pacing = undefined;
      if (this.isOfInterest) this.look(this.author());
    }, this.pace.wait(performance.now()));
  }

  /** Ends the turn now, and not with the next look: later writes are not the agent's. */
  private endTurn(by: Authorship & { readonly turnId: TurnId }): void {
    this.airlock
      .endTurn(by.turnId, by)
      .then((seen) => {
        if (!seen.ok && !this.isDisposed) this.onFailure(seen.error, () => this.endTurn(by));
      })
      .catch(onUnexpectedError);
  }

  /** Looks at the files, one look at a time: changes during a look are found by the next one. */
  private look(by: Authorship): void {
    // In place, everything before the first turn is the user's; the beginning of the turn looks at
    // it.
    const { isolation, checkpoints } = this.airlock;
    if (isolation === 'in-place' && checkpoints.length === 0) return;
    this.wanted = by;
    if (!this.isLooking) void this.lookOn();
  }

  private async lookOn(): Promise<void> {
    this.isLooking = true;
    for (let by = this.wanted; by !== null && !this.isDisposed; by = this.wanted) {
      this.wanted = null;
      const seen = await this.airlock.scan(by);
      // A session that was closed in the meantime needs no further look.
      if (seen.ok || this.isDisposed) {
        this.failures = 0;
        continue;
      }
      this.onFailure(seen.error, () => this.look(by));
    }
    this.isLooking = false;
  }

  /** The review shows the failure, and the user can retry it. */
  private onFailure(error: AppError, again: () => void): void {
    this.logger.warn('the agent’s files could not be looked at', { error });
    clearTimeout(this.retrying);
    // A missing copy does not come back automatically.
    if (this.airlock.lookFault === COPY_GONE) return;
    const wait = LOOK_AGAIN_MILLISECONDS[this.failures++];
    if (wait === undefined) return;
    this.retrying = setTimeout(() => {
      if (this.airlock.lookFault !== null) again();
    }, wait);
  }
}

function damagedChanges(title: string, isolation: Isolation): StorageProblem {
  const advice =
    isolation === 'in-place'
      ? 'What the agent wrote and you had not decided counts as yours now: compare your files with your last commit. Check the disk.'
      : 'Airlock compares the agent’s copy with your files again, and may list changes that you had already decided. Check the disk.';
  return { kind: 'damaged', title, advice };
}
