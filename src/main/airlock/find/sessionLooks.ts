import { setTimeout } from 'node:timers/promises';
import { attempt, failure } from '#main/airlock/disk/attempt';
import type { Unreviewed } from '#main/airlock/guard/guardedLists';
import { GONE_PAUSES, LOOK_PAUSES_MILLISECONDS } from '#main/airlock/limits';
import { isCopyGone, type SessionParts } from '#main/airlock/sessionParts';
import type { SessionRecord } from '#main/airlock/sessionRecord';
import type { Authorship } from '#shared/airlock/change';
import { AppException } from '#shared/errors';
import type { ChangeId, TurnId } from '#shared/ids';
import type { ChangeNotice } from '#shared/ipc/changes';
import { COPY_GONE } from '#shared/session/words/copyGone';
import { NOBODY, type ScanReport } from './surveyor';

export interface LookListeners {
  /** Called when the changes have changed. */
  onChange(): void;
  /** Called when a look found texts on disk that waited for a decision. */
  onReached(changes: readonly ChangeId[]): void;
  /** Called when a look found that the agent's copy was deleted or replaced. */
  onCopyLost(): void;
}

/** A session's looks at the agent's files, and the findings of the last one. */
export class SessionLooks {
  private lastFault: string | null = null;

  constructor(
    private readonly parts: SessionParts,
    private readonly record: SessionRecord,
    private readonly listeners: LookListeners,
    private seenNotices: readonly ChangeNotice[],
  ) {}

  /**
   * I18: why the last look failed; null if it succeeded. Nothing can be accepted until one
   * succeeds.
   */
  get fault(): string | null {
    return this.lastFault;
  }

  /** Paths that could not be carried over or read. */
  get notices(): readonly ChangeNotice[] {
    return this.seenNotices;
  }

  look(by: Authorship): Promise<ScanReport> {
    return this.seeing(() => this.parts.surveyor.look(by));
  }

  /** Begins a turn: everything found from now on is its work. */
  async beginTurn(): Promise<void> {
    try {
      await this.seeing(() => this.parts.surveyor.lookBeforeTurn());
    } finally {
      // The look finds the repositories in the tree.
      await this.parts.guard.begin(this.unreviewed);
    }
  }

  /** Finds what the turn left, including guarded files. */
  async endTurn(turnId: TurnId, by: Authorship): Promise<ScanReport> {
    const seen = await attempt('The agent’s files', () =>
      this.seeing(() => this.parts.surveyor.lookAfterTurn(turnId, by)),
    );
    if (await this.parts.guard.end(this.unreviewed)) this.listeners.onChange();
    if (!seen.ok) throw new AppException(seen.error);
    return seen.value;
  }

  /** Throws while the content of the agent's files is unknown, so that nothing is accepted. */
  async assertSeen(): Promise<void> {
    if (this.lastFault === null) return;
    const seen = await attempt('The agent’s files', () => this.look(NOBODY));
    if (seen.ok) return;
    throw new AppException({
      code: 'unavailable',
      message: `Nothing was accepted, because Airlock cannot read the agent’s files. Try again. Reason: ${seen.error.message}`,
    });
  }

  private async seeing(look: () => Promise<ScanReport>): Promise<ScanReport> {
    const before = { fault: this.lastFault, notices: this.seenNotices };
    try {
      const lookAtCopy = async () => {
        await this.assertCopy();
        await this.parts.decisions.recover();
        const found = await look();
        // A link in place of the copy would show other files.
        await this.assertCopy();
        return found;
      };
      // Do not wait again for a copy that was gone before.
      const gonePauses = before.fault === COPY_GONE ? 0 : GONE_PAUSES;
      const report = await insist(lookAtCopy, {
        mend: () => this.parts.surveyor.mend(),
        isHopeless: async (pauses) => pauses >= gonePauses && (await isCopyGone(this.record)),
      });
      const isArmed = await this.parts.arming.refresh();
      // If cleaning up fails, it is retried after a later look.
      await attempt('The object store', () => this.parts.keeper.tidy());
      this.lastFault = null;
      this.seenNotices = report.notices;
      const isNews =
        (await this.parts.guard.check(this.unreviewed)) ||
        report.isNews ||
        isArmed ||
        !sameNotices(before.notices, report.notices);
      if (isNews || before.fault !== null) this.listeners.onChange();
      return report;
    } catch (error) {
      const failed = failure('The agent’s files', error);
      this.lastFault = failed.ok ? null : failed.error.message;
      // Git may notice the loss first, and would report it in its own words.
      if (await isCopyGone(this.record)) {
        this.lastFault = COPY_GONE;
        this.listeners.onCopyLost();
      }
      this.listeners.onChange();
      throw error;
    } finally {
      this.listeners.onReached(this.parts.surveyor.takeReached());
    }
  }

  private get unreviewed(): Unreviewed {
    const because = (sought: ChangeNotice['reason']) =>
      this.seenNotices.filter(({ reason }) => reason === sought).map(({ path }) => path);
    const nested = because('nested-repository').map((path) => path.replace(/\/$/, ''));
    return { refused: because('git-name'), nested };
  }

  private async assertCopy(): Promise<void> {
    if (await isCopyGone(this.record)) {
      throw new AppException({ code: 'not-found', message: COPY_GONE });
    }
  }
}

interface Insistence {
  mend(): Promise<void>;
  /** Whether retrying is useless after this many pauses. */
  isHopeless(pauses: number): Promise<boolean>;
}

/** Retries a look, because it can fail if something was written at the same time. */
async function insist<T>(task: () => Promise<T>, { mend, isHopeless }: Insistence): Promise<T> {
  for (const [pauses, pause] of LOOK_PAUSES_MILLISECONDS.entries()) {
    try {
      return await task();
    } catch (error) {
      // `failure` rethrows bugs.
      const failed = failure('The agent’s files', error);
      // Retrying is useless: the user must fix this first.
      if (!failed.ok && failed.error.code === 'refused') throw error;
      if (await isHopeless(pauses)) throw error;
    }
    await setTimeout(pause);
    await mend();
  }
  return task();
}

function sameNotices(left: readonly ChangeNotice[], right: readonly ChangeNotice[]): boolean {
  const isSame = ({ path, reason }: ChangeNotice, index: number) =>
    path === right[index]?.path && reason === right[index]?.reason;
  return left.length === right.length && left.every(isSame);
}
