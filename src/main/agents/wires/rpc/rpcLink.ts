import {
  type ConnectionClient,
  ConnectionError,
  type MessageChannel,
} from '#main/agents/connection';
import { beginningOf } from '#main/base/cutText';
import { DisposableOwner } from '#main/base/disposable';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AgentSessionId } from '#shared/ids';
import { abandoned } from '../connectionErrors';
import { InboundBrake } from '../inboundBrake';
import { isRecord, type JsonRecord, labelOf, makeRoom } from '../json';
import { INVALID_ANSWER_MILLISECONDS, WAITING_REQUESTS } from '../limits';
import { unofferedRequest } from '../unofferedRequest';
import { errorsBy, type ReadError, unreadable } from './agentErrors';
import { ABANDONED_REQUESTS } from './limits';
import {
  errorBody,
  METHOD_NOT_FOUND,
  NotUnderstood,
  type RpcErrorBody,
  RpcRefusal,
} from './rpcRefusal';

/** JSON-RPC allows null, but discourages it. */
type RequestKey = string | number | null;

interface AskedRequest {
  readonly method: string;
  readonly settle: (result: unknown) => void;
  readonly fail: (error: ConnectionError) => void;
}

/**
 * Handles the agent's requests and notifications. Neither handler may throw because of an agent's
 * behaviour.
 */
export interface RpcHandlers {
  /** Runs up to its first wait before later messages are handled. Throws an `RpcRefusal`. */
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
  notification(method: string, params: unknown): void;
}

export interface RpcLinkOptions {
  readonly channel: MessageChannel;
  readonly client: ConnectionClient;
  readonly handlers: RpcHandlers;
  /** Whether messages carry `"jsonrpc": "2.0"`; if so, one without it is not a message. */
  readonly versioned: boolean;
  /** Translates an error that the agent answered with. */
  readonly readError?: ReadError;
  /** Requests that are answered after the user or a command has done something. */
  readonly waitingMethods?: ReadonlySet<string>;
  /** Messages that are never requests, even if they have an id. */
  readonly notifications?: ReadonlySet<string>;
  /** The notification with which either side cancels its own request, if there is one. */
  readonly cancelMethod?: string;
}

type LateResult = (result: unknown) => void;

const plainErrors = errorsBy(new Map());

/**
 * Requests, answers and notifications over a channel that the caller owns. Everything from an agent
 * takes effect in the order it was sent: an answer is read before the next message is handled.
 */
export class RpcLink extends DisposableOwner {
  private readonly channel: MessageChannel;
  private readonly brake: InboundBrake;
  private readonly asked = new Map<number, AskedRequest>();
  /** Cancelled requests, with the handler for a result that arrives anyway. */
  private readonly abandoned = new Map<number, LateResult | null>();
  /** The agent's requests that we have not answered yet. */
  private readonly serving = new Map<RequestKey, AbortController>();
  private readonly closing = new AbortController();
  private nextId = 0;
  private closed: ConnectionError | null = null;
  private lastInvalidAnswer = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: RpcLinkOptions) {
    super();
    this.channel = options.channel;
    this.brake = this.register(new InboundBrake(options.channel, options.client));
    this.register(this.channel.onMessage((message) => this.receive(message)));
    this.register(this.channel.onClose((reason) => this.close(reason)));
  }

  /** Aborted when nothing more can arrive; the reason is the `ConnectionError` that says why. */
  get whenClosed(): AbortSignal {
    return this.closing.signal;
  }

  /**
   * Sends a request to the agent. `read` is called as soon as the answer arrives and throws if the
   * answer is invalid. `late` gets a result that came after the signal was aborted. Rejects with a
   * `ConnectionError`.
   */
  request<T>(
    method: string,
    params: object | null,
    read: (result: unknown) => T,
    signal?: AbortSignal,
    late: LateResult | null = null,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(this.closed);
      if (signal?.aborted) return reject(abandoned(method, signal.reason));
      const id = this.nextId++;
      const done = () => {
        this.asked.delete(id);
        signal?.removeEventListener('abort', giveUp);
      };
      const fail = (error: ConnectionError) => {
        done();
        reject(error);
      };
      const giveUp = () => {
        makeRoom(this.abandoned, ABANDONED_REQUESTS);
        this.abandoned.set(id, late);
        const { cancelMethod } = this.options;
        if (cancelMethod !== undefined) this.notify(cancelMethod, { requestId: id });
        fail(abandoned(method, signal?.reason));
      };
      const settle = (result: unknown) => {
        done();
        try {
          resolve(read(result));
        } catch (error) {
          reject(unreadable(method, error));
        }
      };
      this.asked.set(id, { method, settle, fail });
      signal?.addEventListener('abort', giveUp, { once: true });
      this.send({ id, method, params });
    });
  }

  /** Sends a notification; does nothing if the agent has already ended. */
  notify(method: string, params: object): void {
    if (this.closed === null) this.send({ method, params });
  }

  /** Called when the agent no longer waits for our answer to its request: no answer is sent. */
  withdraw(id: unknown): void {
    if (!isRequestKey(id)) return;
    const controller = this.serving.get(id);
    this.settled(id);
    controller?.abort();
  }

  /** Rejects the open requests and all later ones. */
  close(reason: string): void {
    if (this.closed) return;
    const error = new ConnectionError('closed', reason);
    this.closed = error;
    this.closing.abort(error);
    for (const { fail } of [...this.asked.values()]) fail(error);
    for (const controller of this.serving.values()) controller.abort(error);
  }

  protected override release(): void {
    this.close('The connection to the agent was closed.');
    super.release();
  }

  private send(message: object): void {
    this.channel.send(this.options.versioned ? { jsonrpc: '2.0', ...message } : message);
  }

  private receive(message: unknown): void {
    try {
      this.dispatch(message);
    } catch (error) {
      onUnexpectedError(error);
    }
    this.brake.check();
  }

  private dispatch(message: unknown): void {
    if (!isRecord(message) || !this.isOurs(message)) {
      this.refuse('not a JSON-RPC message');
      return;
    }
    const { id, method } = message;
    const hasId = Object.hasOwn(message, 'id');
    if (typeof method === 'string') {
      if (!hasId) this.notified(method, message.params);
      else if (this.options.notifications?.has(method)) this.heed(id, method, message.params);
      else if (isRequestKey(id)) this.serve(id, method, message.params);
      else this.refuse(`the id of ${labelOf(method, 'a request')} is not valid`);
    } else if (method === undefined && hasId) {
      this.answered(message);
    } else {
      this.refuse('neither a request nor an answer');
    }
  }

  /** Whether the message counts as JSON-RPC. An expected answer does, even without a version. */
  private isOurs({ jsonrpc, id, method }: JsonRecord): boolean {
    if (!this.options.versioned || jsonrpc === '2.0') return true;
    return jsonrpc === undefined && method === undefined && this.asked.has(ownId(id));
  }

  /** Handles a notification that arrived as a request: some libraries give each message an id. */
  private heed(id: unknown, method: string, params: unknown): void {
    this.notified(method, params);
    if (isRequestKey(id) && id !== null) this.send({ id, result: null });
  }

  private notified(method: string, params: unknown): void {
    if (method !== this.options.cancelMethod) {
      this.options.handlers.notification(method, params);
      return;
    }
    const id = isRecord(params) ? params.requestId : undefined;
    // The request is still answered: its handler reports the cancellation.
    if (isRequestKey(id)) this.serving.get(id)?.abort();
  }

  private answered(message: JsonRecord): void {
    const id = ownId(message.id);
    const asked = this.asked.get(id);
    // Some libraries write the missing one of `result` and `error` as null.
    const hasError = message.error !== undefined && message.error !== null;
    if (asked === undefined) {
      const late = this.abandoned.get(id);
      if (!this.abandoned.delete(id)) this.reportStray(message);
      else if (!hasError) late?.(message.result);
    } else if (hasError) {
      const { readError = plainErrors } = this.options;
      asked.fail(readError(asked.method, message.error));
    } else if (Object.hasOwn(message, 'result')) {
      asked.settle(message.result);
    } else {
      asked.fail(unreadable(asked.method, 'It has neither a result nor an error.'));
    }
  }

  private serve(id: RequestKey, method: string, params: unknown): void {
    const waits = this.options.waitingMethods?.has(method) ?? false;
    const reason = this.reasonAgainst(id, waits);
    if (reason !== null) {
      const name = labelOf(method, 'request');
      this.options.client.report({ type: 'invalid', method: name, message: reason.message });
      this.send({ id, error: errorBody(reason) });
      return;
    }
    const controller = new AbortController();
    this.serving.set(id, controller);
    this.brake.hold(id, { waits, bytes: this.channel.messageBytes });
    const answering = this.options.handlers.request(method, params, controller.signal);
    answering.catch((error: unknown) => this.noteRefusal(method, params, error));
    this.answer(id, controller, answering);
  }

  /** Tells the user about an agent's request that was refused unseen. */
  private noteRefusal(method: string, params: unknown, error: unknown): void {
    if (!(error instanceof NotUnderstood)) return;
    const problem =
      error.code === METHOD_NOT_FOUND
        ? unofferedRequest(method)
        : { type: 'invalid' as const, method: labelOf(method, ''), message: error.message };
    this.options.client.report(problem, this.sessionIn(params));
  }

  /** The session that a message is about, by the names that wires use for it. */
  private sessionIn(params: unknown): AgentSessionId | undefined {
    const { sessionId, session_id, threadId } = isRecord(params) ? params : {};
    const id = [sessionId, session_id, threadId].find((name) => typeof name === 'string');
    const session = id as AgentSessionId | undefined;
    return session !== undefined && this.options.client.sessions.get(session) ? session : undefined;
  }

  private answer(id: RequestKey, controller: AbortController, answering: Promise<unknown>): void {
    const finish = (answer: { readonly result: unknown } | { readonly error: RpcErrorBody }) => {
      // The request was withdrawn in the meantime, and its id may already belong to another
      // request.
      if (this.serving.get(id) !== controller) return;
      if (this.closed === null) this.send({ id, ...answer });
      this.settled(id);
    };
    answering.then(
      (result) => finish({ result: result ?? null }),
      (error: unknown) => finish({ error: errorBody(error) }),
    );
  }

  private settled(id: RequestKey): void {
    this.serving.delete(id);
    this.brake.letGo(id);
  }

  private reasonAgainst(id: RequestKey, waits: boolean): RpcRefusal | null {
    if (this.serving.has(id)) return new RpcRefusal(-32600, 'Invalid request: the id is in use');
    if (!waits || this.brake.waiting < WAITING_REQUESTS) return null;
    const words = `No more than ${WAITING_REQUESTS} requests may wait for the user or a command`;
    return new RpcRefusal(-32000, words);
  }

  /**
   * Answers an invalid message. There is no id to answer to, and once per second keeps a flood from
   * doubling.
   */
  private refuse(reason: string): void {
    const message = `The agent sent something unexpected: ${reason}.`;
    this.options.client.report({ type: 'unexpected', message });
    const now = performance.now();
    if (!this.options.versioned || this.closed) return;
    if (now - this.lastInvalidAnswer < INVALID_ANSWER_MILLISECONDS) return;
    this.lastInvalidAnswer = now;
    this.send({ id: null, error: { code: -32600, message: `Invalid request: ${reason}` } });
  }

  private reportStray({ id, error }: JsonRecord): void {
    const hasName = isRequestKey(id) && id !== null;
    const name = hasName ? beginningOf(String(id), 100) : 'no ID';
    const words = isRecord(error) && typeof error.message === 'string' ? error.message : '';
    const said = words === '' ? '.' : `: ${beginningOf(words, 100)}`;
    const message = `The agent answered a request that is not open (${name})${said}`;
    this.options.client.report({ type: 'unexpected', message });
  }
}

/** Our ids are numbers; some agents answer with them as text. */
function ownId(id: unknown): number {
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : (id as number);
}

/** Fractions are allowed; larger numbers were rounded when they were read. */
function isRequestKey(id: unknown): id is RequestKey {
  return (
    id === null ||
    typeof id === 'string' ||
    (typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER)
  );
}
