import type { FileWatch, SessionAirlock } from '#main/airlock/airlock';
import { DisposableOwner } from '#main/base/disposable';
import type { Logger } from '#main/base/logger';
import { onUnexpectedError } from '#main/base/unexpected';
import { type AppError, AppException, type Result } from '#shared/errors';
import type { ToolCallId, TurnId } from '#shared/ids';
import type { StorageProblem } from '#shared/session/condition';
import { COPY_GONE } from '#shared/session/copyGone';
import type { Envelope } from '#shared/session/events';
import { isEnded } from '#shared/session/reduceHead';
import { LOOK_AGAIN_MILLISECONDS, LOOK_FIRST_MILLISECONDS, LOOK_LAST_MILLISECONDS } from './limits';
import { reviewPlannedEdits } from './reviewPlannedEdits';
import { TouchPace } from './touchPace';
import type { Workplace } from './workplace';

interface Author {
  readonly turnId: TurnId | null;
  readonly toolCallId: ToolCallId | null;
}

/** One session's place, with the airlock at its door: it knows who is at work, and looks after them. */
export class AirlockWorkplace extends DisposableOwner implements Workplace {
  private turnId: TurnId | null = null;
  /** Tool calls under way, in the order in which they began. */
  private readonly calls = new Set<ToolCallId>();
  /** Who the next look is on behalf of; null while none is wanted. */
  private wanted: Author | null = null;
  private isLooking = false;
  private timer: NodeJS.Timeout | undefined;
  private watching: Promise<void> | undefined;
  private readonly pace = new TouchPace();
  private pacing: NodeJS.Timeout | undefined;
  private retrying: NodeJS.Timeout | undefined;
  /** Looks that failed in a row. */
  private failures = 0;
  private watcher: FileWatch | undefined;

  readonly setup?: string;
  readonly remark?: string;
  readonly storage?: StorageProblem;

  readonly gate = {
    write: async (path: string, content: string, signal: AbortSignal): Promise<Result<void>> => {
      const by = this.author();
      const result = await this.airlock.write(path, content, by, signal);
      // In its own tree it was written at once, and shows up at once.
      if (this.airlock.isolation === 'isolated') this.look(by);
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
    if (airlock.damage !== null) this.storage = damagedChanges(airlock.damage);
    if (airlock.isolation === 'in-place') {
      this.reviewEdits = (edits, toolCallId) =>
        reviewPlannedEdits(airlock, edits, { turnId: this.turnId, toolCallId });
    }
  }

  get cwd(): string {
    return this.airlock.cwd;
  }

  /** Isolated, nothing that the agent does to its own files needs leave of the user. */
  readonly reviewEdits?: NonNullable<Workplace['reviewEdits']>;

  /** In a copy, a turn that cannot be taken back to its start is better than none. */
  async beforeTurn(turnId: TurnId): Promise<void> {
    const made = await this.airlock.checkpoint(turnId);
    if (made.ok) return;
    this.logger.warn('no checkpoint was made', { turnId, error: made.error });
    if (this.airlock.lookFault === COPY_GONE) throw new AppException(made.error);
    // In the user's own files nobody could tell afterwards what the agent wrote, and what the user.
    if (this.airlock.isolation === 'in-place') {
      const message = `Airlock cannot see the files in your project, so the prompt was not sent. ${made.error.message} Try again.`;
      throw new AppException({ code: made.error.code, message });
    }
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
      case 'terminal.ended':
      case 'agent.exited':
        this.look(this.author());
        break;
      case 'turn.ended':
        this.calls.clear();
        clearTimeout(this.timer);
        this.turnId = null;
        this.wanted = null;
        this.endTurn(event.turnId);
        break;
    }
  }

  private followCall(id: ToolCallId, status: string): void {
    if (!isEnded(status)) {
      if (!this.calls.has(id)) this.lookAgainIn(LOOK_FIRST_MILLISECONDS);
      this.calls.add(id);
      return;
    }
    this.calls.delete(id);
    if (this.calls.size === 0) clearTimeout(this.timer);
    this.look({ turnId: this.turnId, toolCallId: id });
  }

  /** The call that began last is the one at work, as far as anybody can tell. */
  private author(): Author {
    return { turnId: this.turnId, toolCallId: [...this.calls].at(-1) ?? null };
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

  /** The system tells of what is written; otherwise somebody has to look from time to time. */
  private get isTold(): boolean {
    return this.watcher?.fault === null;
  }

  /** What the user writes between turns matters as long as there is something to decide beside it. */
  private get isOfInterest(): boolean {
    return (
      !this.airlock.isUsersTime || this.airlock.changes.some(({ status }) => status === 'open')
    );
  }

  private onTouch(): void {
    if (!this.isOfInterest || this.isDisposed || this.pacing !== undefined) return;
    this.pacing = setTimeout(() => {
      this.pacing = undefined;
      if (this.isOfInterest) this.look(this.author());
    }, this.pace.wait(performance.now()));
  }

  /** At once, and not with the next look: what is written after it is not the agent's. */
  private endTurn(turnId: TurnId): void {
    this.airlock
      .endTurn(turnId)
      .then((seen) => {
        if (!seen.ok && !this.isDisposed) this.onFailure(seen.error, () => this.endTurn(turnId));
      })
      .catch(onUnexpectedError);
  }

  /** One look at a time: whatever happens while it lasts is for the next one to find. */
  private look(by: Author): void {
    // In place, what is there before the first turn is the user's; the turn's beginning looks at it.
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
      // A session that was closed meanwhile has nothing left to look at.
      if (seen.ok || this.isDisposed) {
        this.failures = 0;
        continue;
      }
      this.onFailure(seen.error, () => this.look(by));
    }
    this.isLooking = false;
  }

  /** The review says so, and the user can have it tried again at once. */
  private onFailure(error: AppError, again: () => void): void {
    this.logger.warn('the agent’s files could not be looked at', { error });
    clearTimeout(this.retrying);
    // A copy that is gone does not come back by itself.
    if (this.airlock.lookFault === COPY_GONE) return;
    const wait = LOOK_AGAIN_MILLISECONDS[this.failures++];
    if (wait === undefined) return;
    this.retrying = setTimeout(() => {
      if (this.airlock.lookFault !== null) again();
    }, wait);
  }
}

function damagedChanges(title: string): StorageProblem {
  const advice =
    'What differs from your files is found again, and may be listed though you had decided about it. Check the disk.';
  return { kind: 'damaged', title, advice };
}
