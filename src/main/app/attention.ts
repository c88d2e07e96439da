import type { Disposable } from '#main/base/disposable';
import { onUnexpectedError } from '#main/base/unexpected';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';

/** A notification for a user who is looking elsewhere. */
export interface AttentionNote {
  readonly sessionId: SessionId;
  readonly title: string;
  readonly body: string;
}

export interface AttentionOptions {
  /** Whether the user looks at the window, which then shows the news itself. */
  isFocused(): boolean;
  isEnabled(): boolean;
  notify(note: AttentionNote): void;
  /** The number of sessions that wait for the user. */
  showCount(count: number): void;
  /** The reason why a session waits, in a few words. */
  describe(sessionId: SessionId): Promise<string | undefined>;
  /** The number of files that still need a decision. */
  filesToReview(sessionId: SessionId): Promise<number>;
}

/**
 * A queued prompt starts the next turn at once, so only a session that stays idle this long has
 * ended.
 */
const REST_MILLISECONDS = 400;

type News = 'waits' | 'ended' | 'failed';

/** Watches sessions and notifies the user once when one needs attention or is done. */
export class Attention implements Disposable {
  private readonly sessions = new Map<SessionId, SessionSummary>();
  private readonly timers = new Map<SessionId, NodeJS.Timeout>();
  private count = 0;

  constructor(
    private readonly options: AttentionOptions,
    known: readonly SessionSummary[],
  ) {
    for (const summary of known) this.sessions.set(summary.id, summary);
  }

  update(summary: SessionSummary): void {
    const before = this.sessions.get(summary.id);
    this.sessions.set(summary.id, summary);
    if (before?.status === summary.status) return;
    this.recount();
    this.forget(summary.id);
    const news = before && newsIn(before, summary);
    if (news === undefined || !this.options.isEnabled()) return;
    const timer = setTimeout(() => {
      this.timers.delete(summary.id);
      this.tell(summary, news).catch(onUnexpectedError);
    }, REST_MILLISECONDS);
    this.timers.set(summary.id, timer);
  }

  remove(sessionId: SessionId): void {
    this.sessions.delete(sessionId);
    this.forget(sessionId);
    this.recount();
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  private async tell({ id, title, agent }: SessionSummary, news: News): Promise<void> {
    const { options } = this;
    if (!options.isEnabled() || options.isFocused()) return;
    const name = title || agent.name;
    if (news === 'waits') {
      const question = await options.describe(id);
      options.notify({
        sessionId: id,
        title: `${name} needs your attention`,
        body: question ?? '',
      });
    } else if (news === 'failed') {
      options.notify({ sessionId: id, title: `${name} failed`, body: agent.name });
    } else {
      const files = await options.filesToReview(id);
      const title = files === 0 ? `${name} is done` : `${name} is ready for review`;
      const body = files === 0 ? agent.name : `${agent.name}: ${fileCount(files)}`;
      options.notify({ sessionId: id, title, body });
    }
  }

  private recount(): void {
    const waiting = [...this.sessions.values()].filter(({ status }) => status === 'waiting');
    if (waiting.length === this.count) return;
    this.count = waiting.length;
    this.options.showCount(this.count);
  }

  private forget(sessionId: SessionId): void {
    clearTimeout(this.timers.get(sessionId));
    this.timers.delete(sessionId);
  }
}

function fileCount(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

function newsIn(before: SessionSummary, { status, lastTurnEnd }: SessionSummary): News | undefined {
  switch (status) {
    case 'waiting':
      return 'waits';
    case 'failed':
      return 'failed';
    case 'idle':
      // A turn that the user stopped is not news, nor is a start without a prompt.
      return before.status !== 'starting' && lastTurnEnd !== null && lastTurnEnd !== 'cancelled'
        ? 'ended'
        : undefined;
    default:
      return undefined;
  }
}
