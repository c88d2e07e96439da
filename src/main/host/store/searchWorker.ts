import { parentPort, workerData } from 'node:worker_threads';
import { type Disposable, MutableDisposable } from '#main/base/disposable';
import { secretValues } from '#main/base/secretValues';
import { type SearchReply, type SearchRequest, SearchService } from './searchService';

export interface SearchWorkerData {
  readonly root: string;
  readonly sessionsFolder: string;
}

export interface SearchCall {
  readonly call: number;
  /** Null: finish what is under way, then end. */
  readonly request: SearchRequest | null;
  /** What is to be taken out of texts, if it has changed: a thread knows only what it is told. */
  readonly secrets: readonly string[] | null;
}

export interface SearchAnswer {
  readonly call: number;
  readonly reply: SearchReply;
  /** Where an index was put that could not be used; null as a rule. */
  readonly aside: string | null;
}

/** The entry of the worker thread; whoever starts it says where its file is. */
const port = parentPort;
if (port !== null) {
  const { root, sessionsFolder } = workerData as SearchWorkerData;
  const service = new SearchService(root, sessionsFolder);
  const known = new MutableDisposable<Disposable>();
  port.on('message', async ({ call, request, secrets }: SearchCall) => {
    if (secrets !== null) known.value = secretValues.add(secrets);
    if (request === null) {
      await service.close();
      port.close();
    } else {
      const reply = await service.handle(request);
      const answer: SearchAnswer = { call, reply, aside: service.aside };
      port.postMessage(answer);
    }
  });
}
