import { Queue } from '#main/base/queue';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import { isDamage, isDiskFull } from './searchDatabase';
import { type Indexing, type OnIndexed, SearchEngine, type StoredHit } from './searchEngine';

/** The requests to the search, in this thread or another. */
export type SearchRequest =
  | { readonly type: 'search'; readonly query: string; readonly limit: number }
  | { readonly type: 'refresh'; readonly sessionId: SessionId }
  | { readonly type: 'refreshAll' }
  | { readonly type: 'remove'; readonly sessionId: SessionId }
  | { readonly type: 'rebuild' }
  /** Stops the reading of all logs, if it is running. */
  | { readonly type: 'stop' };

/** Hits for a search, and an empty list for all other requests. */
export type SearchReply = Result<readonly StoredHit[]>;

/** Answers requests with an engine; a damaged database is rebuilt from the logs. */
export class SearchService {
  private readonly changes = new Queue();
  private readonly engine: SearchEngine;
  /**
   * Reads what the logs have gained before anything else, because an earlier run may not have
   * finished.
   */
  private filling = Promise.resolve();
  private stopping = new AbortController();
  private isWhole = false;
  /** Whether the disk refused part of the index. The next search retries it. */
  private isBehind = false;
  private isClosed = false;

  constructor(
    root: string,
    sessionsFolder: string,
    /** Called with the progress of reading all logs. */
    private readonly onProgress?: OnIndexed,
  ) {
    this.engine = new SearchEngine(root, sessionsFolder);
    void this.fill((how) => this.engine.refreshAll(how));
  }

  /** The path that an unusable index was moved to; usually null. */
  get aside(): string | null {
    return this.engine.aside;
  }

  /** Whether all logs have been read, without a stop. */
  get isComplete(): boolean {
    return this.isWhole;
  }

  async handle(request: SearchRequest): Promise<SearchReply> {
    try {
      return ok(await this.perform(request));
    } catch (error) {
      if (!isDamage(error)) return failed(error);
    }
    try {
      await this.fill((how) => this.engine.rebuild(how));
      return ok(await this.perform(request));
    } catch (error) {
      return failed(error);
    }
  }

  /** Closes the service. The next one reads the rest. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.stopping.abort();
    this.changes.dispose();
    await this.changes.drain();
    this.engine.close();
  }

  private async perform(request: SearchRequest): Promise<readonly StoredHit[]> {
    switch (request.type) {
      case 'search':
        await this.catchUp();
        return this.engine.search(request.query, request.limit);
      case 'stop':
        this.stopping.abort();
        return [];
      case 'refreshAll':
        await this.fill((how) => this.engine.refreshAll(how));
        return [];
      case 'rebuild':
        await this.fill((how) => this.engine.rebuild(how));
        return [];
      case 'refresh':
        await this.changes.run(() => this.noting(() => this.engine.refresh(request.sessionId)));
        return [];
      case 'remove':
        await this.changes.run(() => this.engine.remove(request.sessionId));
        return [];
    }
  }

  /** Catches up if possible; text indexed earlier can be found even on a full disk. */
  private async catchUp(): Promise<void> {
    if (this.isBehind) void this.fill((how) => this.engine.refreshAll(how));
    try {
      await this.filling;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  /** Reads all logs; searches wait for it. */
  private fill(read: (how: Indexing) => Promise<boolean>): Promise<void> {
    this.filling = this.changes.run(() => this.readAll(read));
    // Callers that wait for it receive the error.
    this.filling.catch(() => undefined);
    return this.filling;
  }

  private async readAll(read: (how: Indexing) => Promise<boolean>): Promise<void> {
    if (this.isClosed) return;
    this.stopping = new AbortController();
    this.isWhole = false;
    this.isBehind = false;
    const { onProgress, stopping } = this;
    await this.noting(async () => {
      this.isWhole = await read({ onProgress, signal: stopping.signal });
    });
  }

  /** Makes a change to the index; text that cannot be indexed now is indexed at another time. */
  private async noting(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      this.isBehind = true;
      this.isWhole = false;
      throw error;
    }
  }
}

function failed(error: unknown): SearchReply {
  const message = isDiskFull(error)
    ? 'The disk is full. Newer messages cannot be searched until there is room.'
    : 'The search failed.';
  return fail('unavailable', message, String(error));
}
