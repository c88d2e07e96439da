import { Queue } from '#main/base/queue';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import { isDamage } from './searchDatabase';
import { type OnIndexed, SearchEngine, type StoredHit } from './searchEngine';

/** The requests of the search, in this thread or another. */
export type SearchRequest =
  | { readonly type: 'search'; readonly query: string; readonly limit: number }
  | { readonly type: 'refresh'; readonly sessionId: SessionId }
  | { readonly type: 'refreshAll' }
  | { readonly type: 'remove'; readonly sessionId: SessionId }
  | { readonly type: 'rebuild' };

/** Hits for a search, and nothing for all else. */
export type SearchReply = Result<readonly StoredHit[]>;

/** Answers requests with an engine; a damaged database is rebuilt from the logs. */
export class SearchService {
  private readonly changes = new Queue();
  private readonly engine: SearchEngine;
  /** A new index first takes in what all logs hold. */
  private filling = Promise.resolve();

  constructor(
    root: string,
    sessionsFolder: string,
    /** Told how far an index is that is made anew. */
    private readonly onProgress?: OnIndexed,
  ) {
    this.engine = new SearchEngine(root, sessionsFolder);
    if (this.engine.isNew) {
      this.filling = this.changes.run(() => this.engine.refreshAll(onProgress));
    }
    // The caller gets the error.
    this.filling.catch(() => undefined);
  }

  /** The path that an unusable index was moved to; usually null. */
  get aside(): string | null {
    return this.engine.aside;
  }

  async handle(request: SearchRequest): Promise<SearchReply> {
    try {
      return ok(await this.perform(request));
    } catch (error) {
      if (!isDamage(error)) return failed(error);
    }
    try {
      await this.changes.run(() => this.engine.rebuild(this.onProgress));
      return ok(await this.perform(request));
    } catch (error) {
      return failed(error);
    }
  }

  async close(): Promise<void> {
    this.changes.dispose();
    await this.changes.drain();
    this.engine.close();
  }

  private async perform(request: SearchRequest): Promise<readonly StoredHit[]> {
    // A search does not wait for a refresh of everything that may be under way.
    if (request.type === 'search') {
      await this.filling;
      return this.engine.search(request.query, request.limit);
    }
    await this.changes.run(() => this.change(request));
    return [];
  }

  private change(request: Exclude<SearchRequest, { type: 'search' }>): Promise<void> | void {
    switch (request.type) {
      case 'refresh':
        return this.engine.refresh(request.sessionId);
      case 'refreshAll':
        return this.engine.refreshAll();
      case 'remove':
        return this.engine.remove(request.sessionId);
      case 'rebuild':
        return this.engine.rebuild(this.onProgress);
    }
  }
}

function failed(error: unknown): SearchReply {
  return fail('unavailable', 'The search failed.', String(error));
}
