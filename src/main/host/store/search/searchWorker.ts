import { parentPort, workerData } from 'node:worker_threads';
import { type Disposable, MutableDisposable } from '#main/base/disposable';
import { secretValues } from '#main/base/secrets/secretValues';
import { type SearchReply, type SearchRequest, SearchService } from './searchService';

export interface SearchWorkerData {
  readonly root: string;
  readonly sessionsFolder: string;
  /** Secrets to remove from texts: a new index is filled before the first call arrives. */
  readonly secrets: readonly string[];
}

export interface SearchCall {
  readonly call: number;
  /** The request; null to finish the current one and then end. */
  readonly request: SearchRequest | null;
  /** The secrets to remove from texts if they have changed, because a thread has its own list. */
  readonly secrets: readonly string[] | null;
}

/** The progress of reading all logs. */
export interface SearchNews {
  readonly indexed: readonly [done: number, total: number];
}

export interface SearchAnswer {
  readonly call: number;
  readonly reply: SearchReply;
  /** The path that an unusable index was moved to; usually null. */
  readonly aside: string | null;
  /** Whether all logs have been read. */
  readonly isComplete: boolean;
}

/**
 * The entry point of the worker thread; its parent passes the path of its file. I20: it gets the
 * secrets before it reads a log.
 */
const port = parentPort;
if (port !== null) {
  const { root, sessionsFolder, secrets: first } = workerData as SearchWorkerData;
  const known = new MutableDisposable<Disposable>();
  known.value = secretValues.add(first);
  const service = new SearchService(root, sessionsFolder, (...indexed) => {
    const news: SearchNews = { indexed };
    port.postMessage(news);
  });
  port.on('message', async ({ call, request, secrets }: SearchCall) => {
    if (secrets !== null) known.value = secretValues.add(secrets);
    if (request === null) {
      await service.close();
      port.close();
    } else {
      const reply = await service.handle(request);
      const { aside, isComplete } = service;
      const answer: SearchAnswer = { call, reply, aside, isComplete };
      port.postMessage(answer);
    }
  });
}
