import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReportProblem } from '#main/base/files/keptFile';
import type { LongWorks, WorkTask } from '#main/base/longWorks';
import { secretValues } from '#main/base/secrets/secretValues';
import { onUnexpectedError } from '#main/base/unexpected';
import { SEARCH_FILE, SESSIONS_FOLDER } from '#main/host/store/layout';
import { SEARCH_HITS, SEARCH_OLD_MEBIBYTES, SEARCH_YOUNG_MEBIBYTES } from '#main/host/store/limits';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import { hasSqlite, isDiskFull } from './searchDatabase';
import type { OnIndexed, StoredHit } from './searchEngine';
import { type SearchReply, type SearchRequest, SearchService } from './searchService';
import type { SearchAnswer, SearchCall, SearchNews, SearchWorkerData } from './searchWorker';

type SearchPlace = Omit<SearchWorkerData, 'secrets'>;

interface Backend {
  ask(request: SearchRequest): Promise<SearchReply>;
  close(): Promise<void>;
}

export interface SearchIndexOptions {
  readonly root: string;
  /** The built `searchWorker`; `in-process` blocks the caller's thread, and is for tests. */
  readonly worker: string | URL | 'in-process';
  /** Called when an index could not be used and was rebuilt. */
  readonly onProblem?: ReportProblem;
  /** Shows the work of rebuilding an index. */
  readonly works?: LongWorks;
}

/** Full-text search in all sessions, off the main thread. Derived only from the logs. */
export class SearchIndex {
  /** False if the runtime has no SQLite: every search then reports that. */
  readonly available = hasSqlite();
  private backend: Backend | null = null;
  private isClosed = false;
  private aside: string | null = null;
  private isWhole = false;
  private readonly filling: IndexFilling;

  constructor(private readonly options: SearchIndexOptions) {
    this.filling = new IndexFilling(options.works, () => void this.stopReading());
  }

  /** Whether the last answer covers all sessions: not if the user stopped the indexing. */
  get isComplete(): boolean {
    return this.isWhole;
  }

  search(query: string, limit: number = SEARCH_HITS): Promise<Result<readonly StoredHit[]>> {
    return this.ask({ type: 'search', query, limit });
  }

  /** Indexes what a session's log has gained; called at turn ends, once the log is written. */
  refresh(sessionId: SessionId): Promise<Result<void>> {
    return this.change({ type: 'refresh', sessionId });
  }

  /**
   * Reads the logs that a stop left unread. A log that has not grown costs only one check of its
   * size.
   */
  refreshAll(): Promise<Result<void>> {
    return this.change({ type: 'refreshAll' });
  }

  remove(sessionId: SessionId): Promise<Result<void>> {
    return this.change({ type: 'remove', sessionId });
  }

  rebuild(): Promise<Result<void>> {
    return this.change({ type: 'rebuild' });
  }

  /**
   * Stops reading. What was read so far can be found; the rest is read at the next start or on
   * request.
   */
  stopReading(): Promise<Result<void>> {
    return this.change({ type: 'stop' });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.backend?.close();
    this.backend = null;
  }

  private async change(request: SearchRequest): Promise<Result<void>> {
    const reply = await this.ask(request);
    return reply.ok ? ok() : reply;
  }

  private async ask(request: SearchRequest): Promise<SearchReply> {
    if (!this.available) return fail('unavailable', 'This build of Airlock cannot search.');
    if (this.isClosed) return fail('unavailable', 'The search is closed.');
    try {
      this.backend ??= this.start();
    } catch (error) {
      return fail('unavailable', 'The search could not be started.', String(error));
    }
    return this.backend.ask(request);
  }

  private noteAside(aside: string | null): void {
    if (aside === null || aside === this.aside) return;
    this.aside = aside;
    const path = join(this.options.root, SEARCH_FILE);
    this.options.onProblem?.({ path, message: 'It cannot be used.', aside, isDerived: true });
  }

  private start(): Backend {
    const { root, worker } = this.options;
    const place: SearchPlace = { root, sessionsFolder: join(root, SESSIONS_FOLDER) };
    const onIndexed: OnIndexed = (done, total) => this.filling.report(done, total);
    const onAnswer = ({ aside, isComplete }: Pick<SearchAnswer, 'aside' | 'isComplete'>) => {
      this.noteAside(aside);
      this.isWhole = isComplete;
      this.filling.stop();
    };
    if (worker !== 'in-process') {
      const onEnd = () => {
        this.backend = null;
        this.filling.stop();
      };
      return new WorkerBackend(worker, place, onEnd, onAnswer, onIndexed);
    }
    const service = new SearchService(place.root, place.sessionsFolder, onIndexed);
    const ask = async (request: SearchRequest) => {
      const reply = await service.handle(request);
      onAnswer(service);
      return reply;
    };
    return { ask, close: () => service.close() };
  }
}

/** Shows the progress of reading all logs, from the first report until the next answer. */
class IndexFilling {
  private task: WorkTask | null = null;
  private end: () => void = () => undefined;

  constructor(
    private readonly works: LongWorks | undefined,
    private readonly onCancel: () => void,
  ) {}

  report(done: number, total: number): void {
    if (this.task === null) this.begin();
    this.task?.report('Reading transcripts', done, total);
  }

  stop(): void {
    this.end();
    this.task = null;
  }

  private begin(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.end = resolve;
    this.works
      ?.run({ title: 'Building the search index', canCancel: true }, (task) => {
        this.task = task;
        task.signal.addEventListener('abort', this.onCancel, { once: true });
        return promise;
      })
      .catch(onUnexpectedError);
  }
}

/** Calls the worker thread. If it dies, waiting callers get an error and it is restarted. */
class WorkerBackend implements Backend {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, (reply: SearchReply) => void>();
  private calls = 0;
  /** The revision of the secrets that the thread has. */
  private toldRevision = secretValues.revision;

  constructor(
    path: string | URL,
    place: SearchPlace,
    onEnd: () => void,
    onAnswer: (answer: SearchAnswer) => void,
    onIndexed: OnIndexed,
  ) {
    const data: SearchWorkerData = { ...place, secrets: secretValues.parts };
    this.worker = new Worker(path, {
      workerData: data,
      resourceLimits: {
        maxYoungGenerationSizeMb: SEARCH_YOUNG_MEBIBYTES,
        maxOldGenerationSizeMb: SEARCH_OLD_MEBIBYTES,
      },
    });
    this.worker.unref();
    let reason: unknown = 'it ended';
    this.worker.on('message', (message: SearchAnswer | SearchNews) => {
      if ('indexed' in message) {
        onIndexed(...message.indexed);
        return;
      }
      const { call, reply } = message;
      onAnswer(message);
      this.waiting.get(call)?.(reply);
      this.waiting.delete(call);
    });
    this.worker.on('error', (error) => {
      reason = error;
    });
    this.worker.on('exit', () => {
      onEnd();
      for (const settle of this.waiting.values()) {
        settle(fail('unavailable', whyStopped(reason), String(reason)));
      }
      this.waiting.clear();
    });
  }

  ask(request: SearchRequest): Promise<SearchReply> {
    const call = ++this.calls;
    return new Promise((settle) => {
      this.waiting.set(call, settle);
      this.send(call, request);
    });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.worker.once('exit', resolve));
    this.send(0, null);
    await ended;
  }

  private send(call: number, request: SearchRequest | null): void {
    const { revision, parts } = secretValues;
    const message: SearchCall = {
      call,
      request,
      secrets: revision === this.toldRevision ? null : parts,
    };
    this.toldRevision = revision;
    this.worker.postMessage(message);
  }
}

/** The reason for a stop: a new index needs room before anything else. */
function whyStopped(reason: unknown): string {
  return isDiskFull(reason)
    ? 'The disk is full. Transcripts cannot be searched until there is room.'
    : 'The search stopped.';
}
