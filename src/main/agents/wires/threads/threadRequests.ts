import type { ConnectionClient } from '#main/agents/connection';
import { isRecord, type JsonRecord, labelOf } from '#main/agents/wires/json';
import {
  INVALID_PARAMS,
  invalidParams,
  METHOD_NOT_FOUND,
  NotUnderstood,
  RpcRefusal,
} from '#main/agents/wires/rpc/rpcRefusal';
import type { AgentThread } from './agentThread';
import { FileAnswers } from './fileAnswers';
import { methods } from './messages';
import type { Threads } from './threads';
import { chunkFromWire, messageFromWire } from './translate/entries';

type Answer = (thread: AgentThread, params: JsonRecord) => Promise<object | null> | object | null;

/**
 * Answers an agent's requests. Serves every method of the draft, since agents interpret it
 * differently.
 */
export class ThreadRequests {
  private readonly inThread: ReadonlyMap<string, Answer>;

  constructor(
    client: ConnectionClient,
    private readonly threads: Threads,
    /** Called when the agent expects us to store the threads. */
    private readonly onAskedForThreads: () => void,
  ) {
    const files = new FileAnswers(client);
    this.inThread = new Map<string, Answer>([
      [methods.openThread, (thread) => this.open(thread)],
      [methods.getThreadEntries, (thread) => ({ entries: thread.history.entries })],
      [methods.sendMessage, (thread, params) => this.message(thread, params)],
      [methods.streamMessageChunk, (thread, params) => this.chunk(thread, params)],
      [methods.readTextFile, (thread, params) => files.readTextFile(thread, params)],
      [methods.readBinaryFile, (thread, params) => files.readBinaryFile(thread, params)],
      [methods.stat, (thread, params) => files.stat(thread, params)],
      [methods.globSearch, (thread, params) => files.globSearch(thread, params)],
    ]);
  }

  async answer(method: string, params: unknown): Promise<object | null> {
    switch (method) {
      case methods.getThreads:
        this.onAskedForThreads();
        return { threads: this.threads.all.map(({ id, history }) => history.metadata(id)) };
      case methods.createThread:
        this.onAskedForThreads();
        return { threadId: this.threads.offer().id };
      default:
        return this.answerInThread(method, params);
    }
  }

  private async answerInThread(method: string, params: unknown): Promise<object | null> {
    const thread = isRecord(params) ? this.threads.find(params.threadId) : undefined;
    const answer = this.inThread.get(method);
    if (answer === undefined) throw this.unknownMethod(method, params, thread);
    if (!isRecord(params)) throw invalidParams('params must be an object');
    if (thread === undefined) {
      const name = labelOf(params.threadId, 'without an id');
      throw invalidParams(`there is no thread ${name} here`);
    }
    if (thread.whenOpen) await thread.whenOpen;
    return answer(thread, params);
  }

  private open(thread: AgentThread): null {
    this.onAskedForThreads();
    thread.isKnown = true;
    return null;
  }

  private message(thread: AgentThread, params: JsonRecord): null {
    const message = messageFromWire(params.message);
    if (message === null) {
      thread.deliver([thread.translator.keepUnknown(methods.sendMessage, params)]);
      throw new RpcRefusal(INVALID_PARAMS, 'Invalid params: message must have a role and chunks');
    }
    thread.hearMessage(message.role, message.blocks);
    return null;
  }

  private chunk(thread: AgentThread, params: JsonRecord): null {
    const block = chunkFromWire(params.chunk);
    if (block === null) {
      thread.deliver([thread.translator.keepUnknown(methods.streamMessageChunk, params)]);
      throw new RpcRefusal(INVALID_PARAMS, 'Invalid params: chunk must have a type and a text');
    }
    thread.hearChunk(block);
    return null;
  }

  /** Records the request in its thread, if it names one, and answers with the draft's own error. */
  private unknownMethod(
    method: string,
    params: unknown,
    thread: AgentThread | undefined,
  ): RpcRefusal {
    const message = `Method not found - '${labelOf(method, 'a request')}'`;
    if (thread === undefined) return new NotUnderstood(METHOD_NOT_FOUND, message);
    thread.deliver([thread.translator.keepUnknown(labelOf(method, 'a request'), params)]);
    return new RpcRefusal(METHOD_NOT_FOUND, message);
  }
}
