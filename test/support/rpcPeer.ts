import type { MessageChannel } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { waitFor } from './waitFor';

type Members = { readonly [key: string]: unknown };

export interface RpcMessage {
  readonly jsonrpc?: '2.0';
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Members;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

type Answer = (params: Members) => unknown;

/** An error that a scripted peer answers with. */
export class RpcError extends Error {
  constructor(readonly error: unknown) {
    super('scripted error');
  }
}

/** The agent's end of a JSON-RPC connection, played by a test. */
export class RpcPeer extends DisposableOwner {
  readonly received: RpcMessage[] = [];
  private readonly messages = this.register(new Emitter<RpcMessage>());
  private readonly answers = new Map<string, Answer>();
  private nextId = 0;

  readonly onMessage = this.messages.event;

  /** `versioned`: messages include `"jsonrpc": "2.0"`, as on all but two wires. */
  constructor(
    private readonly channel: MessageChannel,
    private readonly versioned = true,
  ) {
    super();
    this.register(channel.onMessage((message) => this.take(message as RpcMessage)));
  }

  /** Answers requests of this method from now on; a method without an answer is left open. */
  answer(method: string, answer: unknown): this {
    this.answers.set(method, typeof answer === 'function' ? (answer as Answer) : () => answer);
    return this;
  }

  /** Stops answering requests of this method; the test may answer them itself. */
  leaveOpen(method: string): this {
    this.answers.delete(method);
    return this;
  }

  /** Sends messages unchanged, one after the other without a pause. */
  send(...messages: readonly object[]): void {
    for (const message of messages) this.channel.send(message);
  }

  notify(method: string, params?: unknown): void {
    this.sendOne({ method, params });
  }

  update(sessionId: string, update: unknown): void {
    this.notify('session/update', { sessionId, update });
  }

  /** Sends a request and resolves with the whole answer, whether result or error. */
  request(method: string, params?: unknown, id: string | number = this.nextId++) {
    const answered = waitFor(
      this.onMessage,
      (message) => message.id === id && message.method === undefined,
      { what: `the answer to ${method}` },
    );
    this.sendOne({ id, method, params });
    return answered;
  }

  /** The last message of this method; fails if there was none. */
  last(method: string): RpcMessage {
    const found = this.received.findLast((message) => message.method === method);
    if (!found) throw new Error(`Nothing was sent as ${method}.`);
    return found;
  }

  async next(method: string): Promise<RpcMessage> {
    return waitFor(this.onMessage, (message) => message.method === method, { what: method });
  }

  private take(message: RpcMessage): void {
    this.received.push(message);
    this.messages.fire(message);
    const answer = message.method === undefined ? undefined : this.answers.get(message.method);
    if (!answer || message.id === undefined) return;
    const { id } = message;
    try {
      const result = answer(message.params ?? {}) ?? {};
      this.sendOne({ id, result });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.sendOne({ id, error: error.error });
    }
  }

  private sendOne(message: object): void {
    this.send(this.versioned ? { jsonrpc: '2.0', ...message } : message);
  }
}
