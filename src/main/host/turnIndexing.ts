import { setTimeout as delay } from 'node:timers/promises';
import { DisposableOwner } from '#main/base/disposable';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import { INDEXING_PATIENCE_MILLISECONDS } from './limits';
import type { HostedSession } from './session/hostedSession';
import type { SearchIndex } from './store/search/searchIndex';

/**
 * After each turn, adds it to the search index and moves its long texts out of memory. One session
 * at a time.
 */
export class TurnIndexing extends DisposableOwner {
  private readonly queue = this.register(new Queue());
  private isStopped = false;

  constructor(private readonly search: SearchIndex) {
    super();
  }

  /** Indexes a turn. Search and stored texts read the log, so the turn must be in it first. */
  add(session: HostedSession): void {
    this.queue
      .run(async () => {
        if (this.isStopped) return;
        // If the disk fails now, the text is indexed at the end of a later turn.
        if (!(await session.sync()).ok) return;
        await this.search.refresh(session.id);
        await session.stored.settleTexts();
      })
      .catch(onUnexpectedError);
  }

  /**
   * Settles when everything added earlier is indexed; what takes too long is indexed at another
   * time.
   */
  async caughtUp(): Promise<void> {
    await Promise.race([
      this.queue.run(() => undefined),
      delay(INDEXING_PATIENCE_MILLISECONDS, undefined, { ref: false }),
    ]);
  }

  /** Stops. Indexing that has not begun is left for another time. */
  stop(): void {
    this.isStopped = true;
  }

  drain(): Promise<void> {
    return this.queue.drain();
  }
}
