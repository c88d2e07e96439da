import {
  type ConnectionClient,
  ConnectionError,
  type ConnectOptions,
  type ListedSession,
  type OpenedSession,
  type TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import { labelOf } from '../json';
import { RpcLink } from '../rpc/rpcLink';
import type { AgentThread } from './agentThread';
import {
  chunkParams,
  messageParams,
  methods,
  type ThreadTextChunk,
  threadParams,
} from './messages';
import { ThreadRequests } from './threadRequests';
import { Threads } from './threads';
import { readCreated, readEntries, readThreads } from './translate/entries';
import { promptToWire } from './translate/prompts';

/** The side that stores the threads: the specification can be read either way. */
export type Keeper = 'agent' | 'client';

/** Both directions of one connection: our requests, and the agent's messages. */
export class ThreadsLink {
  readonly threads: Threads;
  private readonly rpc: RpcLink;
  private readonly client: ConnectionClient;
  private readonly workingDirectory: string;
  /** Aborted when the agent asks us for threads, which shows that it stores none itself. */
  private readonly turnedRound = new AbortController();

  constructor(
    options: ConnectOptions,
    private readonly ids: IdSource,
    now: () => number,
  ) {
    const { channel, client, workingDirectory } = options;
    this.client = client;
    this.workingDirectory = workingDirectory;
    this.threads = new Threads({ client, ids, now, folder: workingDirectory });
    const requests = new ThreadRequests(client, this.threads, () => this.turnedRound.abort());
    this.rpc = new RpcLink({
      channel,
      client,
      versioned: false,
      handlers: {
        request: (method, params) => requests.answer(method, params),
        notification: (method) => this.reportNotification(method),
      },
    });
  }

  /** Asks for the threads: an agent that stores them answers; any other asks us or refuses. */
  async findKeeper(signal: AbortSignal): Promise<Keeper> {
    try {
      await this.list(AbortSignal.any([signal, this.turnedRound.signal]));
      return 'agent';
    } catch (error) {
      const isUnknown = error instanceof ConnectionError && error.code === 'unsupported';
      if (isUnknown || (this.turnedRound.signal.aborted && !signal.aborted)) return 'client';
      throw error;
    }
  }

  list(signal?: AbortSignal): Promise<readonly ListedSession[]> {
    const read = (answer: unknown) => readThreads(answer, this.workingDirectory);
    return this.rpc.request(methods.getThreads, null, read, signal);
  }

  async create(keeper: Keeper, signal?: AbortSignal): Promise<OpenedSession> {
    if (keeper === 'client') return opened(this.threads.take());
    const read = (answer: unknown) => opening(this.threads.admit(readCreated(answer)));
    return opened(await this.rpc.request(methods.createThread, null, read, signal));
  }

  async load(id: AgentSessionId, signal?: AbortSignal): Promise<OpenedSession> {
    const params = threadParams(id);
    const thread = this.threads.admit(id);
    try {
      await this.rpc.request(methods.openThread, params, () => undefined, signal);
      const read = (answer: unknown) => thread.hearHistory(readEntries(answer));
      await this.rpc.request(methods.getThreadEntries, params, read, signal);
    } catch (error) {
      this.threads.release(id);
      throw error;
    }
    return opened(thread);
  }

  async prompt(
    keeper: Keeper,
    id: AgentSessionId,
    content: readonly ContentBlock[],
  ): Promise<TurnResult> {
    const thread = this.threads.demand(id);
    const chunks = promptToWire(content);
    const text = chunks.map(({ chunk }) => chunk).join('');
    return thread.inTurn(text, (answered) => {
      if (keeper === 'client') return this.stream(thread, chunks, answered);
      return this.rpc.request(methods.sendMessage, messageParams(id, chunks), () => undefined);
    });
  }

  /** The draft has no way to cancel: this is shown to the user, who can still end the process. */
  cancel(id: AgentSessionId): void {
    const thread = this.threads.find(id);
    if (!thread?.cancel()) return;
    thread.deliver([
      {
        type: 'notice.posted',
        noteId: this.ids.mint('note'),
        severity: 'warning',
        title: 'This agent cannot be stopped.',
        description:
          'Its protocol has no stop request. It continues until it is done or you end its process.',
      },
    ]);
  }

  dispose(): void {
    this.rpc.dispose();
  }

  /** Sends the prompt in chunks; the agent's message ends the turn. */
  private async stream(
    thread: AgentThread,
    chunks: readonly ThreadTextChunk[],
    answered: Promise<void>,
  ): Promise<void> {
    thread.isKnown = true;
    const over = new AbortController();
    const closed = rejection(this.rpc.whenClosed, over.signal);
    const sent = chunks.map((chunk) => {
      const params = chunkParams(thread.id, chunk);
      return this.rpc.request(methods.streamMessageChunk, params, () => undefined);
    });
    try {
      await Promise.race([Promise.all(sent).then(() => answered), closed]);
    } finally {
      over.abort();
    }
  }

  private reportNotification(method: string): void {
    const name = labelOf(method, 'a message');
    const message = `The agent sent ${name} without an id, which the draft does not have.`;
    this.client.report({ type: 'unexpected', message });
  }
}

/**
 * Holds back the thread's events: the caller learns of the session only when the promise settles.
 */
function opening(thread: AgentThread): AgentThread {
  thread.openSoon();
  return thread;
}

function opened(thread: AgentThread): OpenedSession {
  return { agentSessionId: thread.id, events: thread.takeHeld() };
}

/** Rejects when `signal` is aborted, unless `over` was aborted first. */
function rejection(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over });
  });
}
