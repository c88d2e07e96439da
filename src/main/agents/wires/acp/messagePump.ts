import type { AnyMessage, Stream } from '@agentclientprotocol/sdk/unstable';
import { RequestError } from '@agentclientprotocol/sdk/unstable';
import type { ConnectionClient, MessageChannel } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { onUnexpectedError } from '#main/base/unexpected';
import { InboundBrake } from '../inboundBrake';
import { isRecord, type JsonRecord, labelOf } from '../json';
import { INVALID_ANSWER_MILLISECONDS, WAITING_REQUESTS } from '../limits';

type RequestKey = string | number;

/** Answered when the user or a command has done something. */
const waitingMethods: ReadonlySet<string> = new Set([
  'session/request_permission',
  'elicitation/create',
  'terminal/wait_for_exit',
]);

/** A request of ours that is open. */
export interface AskedRequest {
  readonly method: string;
  readonly params: unknown;
}

export interface PumpListener {
  update(params: unknown): void;
  notification(method: string, params: unknown): void;
  /** Called before the caller hears of it, so that what comes next finds the session. */
  answered(asked: AskedRequest, result: unknown): void;
}

/** The reason of an answer that was none; the words are for the user. */
export const malformedAnswer = { malformed: true } as const;

/**
 * Stands between the channel and the SDK. Updates and notifications go to the listener at once and
 * never through the SDK; answers and requests go through it, one request at a time until its
 * handler has begun, so that all of an agent's messages take effect in the order they were sent.
 */
export class MessagePump extends DisposableOwner {
  readonly stream: Stream;
  private readonly brake: InboundBrake;
  private readonly toSdk: (message: AnyMessage) => void;
  private readonly asked = new Map<RequestKey, AskedRequest>();
  /** The agent's requests that we have not answered. */
  private readonly answering = new Set<RequestKey>();
  /** Those of them that wait for somebody else. */
  private readonly idle = new Set<RequestKey>();
  /** The request whose handler has not begun; what comes meanwhile waits. */
  private starting: RequestKey | null = null;
  private readonly waiting: { readonly message: unknown; readonly bytes: number }[] = [];
  private lastInvalidAnswer = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly channel: MessageChannel,
    private readonly client: ConnectionClient,
    private readonly listener: PumpListener,
  ) {
    super();
    let controller: ReadableStreamDefaultController<AnyMessage> | undefined;
    const readable = new ReadableStream<AnyMessage>({
      start: (created) => {
        controller = created;
      },
      cancel: () => {
        controller = undefined;
      },
    });
    this.toSdk = (message) => controller?.enqueue(message);
    const writable = new WritableStream<AnyMessage>({ write: (message) => this.send(message) });
    this.stream = { readable, writable };
    this.brake = this.register(new InboundBrake(channel, client, () => this.goOn()));
    this.register(channel.onMessage((message) => this.receive(message)));
  }

  /** The handler of this request runs: whatever the agent sent after it may be heard. */
  began(id: unknown): void {
    if (id !== this.starting) return;
    this.starting = null;
    this.goOn();
  }

  private receive(message: unknown): void {
    const bytes = this.channel.messageBytes;
    if (this.starting === null && this.waiting.length === 0) this.handle(message, bytes);
    else {
      this.waiting.push({ message, bytes });
      this.brake.note();
    }
    this.brake.check();
  }

  /** Deals with what came while a request was being handed over, as far as there is room for it. */
  private goOn(): void {
    while (this.starting === null && !this.brake.isBraking) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      this.handle(next.message, next.bytes);
      this.brake.check();
    }
  }

  private handle(message: unknown, bytes: number): void {
    try {
      this.dispatch(message, bytes);
    } catch (error) {
      onUnexpectedError(error);
    }
  }

  private dispatch(message: unknown, bytes: number): void {
    if (!isRecord(message) || message.jsonrpc !== '2.0') {
      this.refuse('no JSON-RPC message');
      return;
    }
    const { method } = message;
    const hasId = Object.hasOwn(message, 'id');
    if (typeof method === 'string') {
      if (hasId) this.request(message, method, bytes);
      else this.notification(message, method);
    } else if (method === undefined && hasId) {
      this.answer(message);
    } else {
      this.refuse('neither a request nor an answer');
    }
  }

  private notification(message: JsonRecord, method: string): void {
    if (method === 'session/update') this.listener.update(message.params);
    else if (method === '$/cancel_request') this.toSdk(message as unknown as AnyMessage);
    else this.listener.notification(method, message.params);
  }

  private request(message: JsonRecord, method: string, bytes: number): void {
    const { id } = message;
    if (!isRequestKey(id)) {
      this.refuse(`the id of ${labelOf(method, 'a request')} is no id`);
      return;
    }
    const waits = waitingMethods.has(method);
    const reason = this.reasonAgainst(id, waits);
    if (reason !== null) {
      const name = labelOf(method, 'request');
      this.client.report({ type: 'invalid', method: name, message: reason.message });
      this.channel.send({ jsonrpc: '2.0', id, ...reason.toResult() });
      return;
    }
    this.answering.add(id);
    if (waits) this.idle.add(id);
    this.brake.hold(id, { waits, bytes });
    this.starting = id;
    this.toSdk(message as unknown as AnyMessage);
  }

  private reasonAgainst(id: RequestKey, waits: boolean): RequestError | null {
    if (this.answering.has(id)) return RequestError.invalidRequest(undefined, 'the id is in use');
    if (!waits || this.idle.size < WAITING_REQUESTS) return null;
    const words = `No more than ${WAITING_REQUESTS} requests may wait for the user or a command`;
    return new RequestError(-32000, words);
  }

  private answer(message: JsonRecord): void {
    const id = message.id as RequestKey;
    const asked = this.asked.get(id);
    if (asked === undefined) {
      this.reportStray(id);
      return;
    }
    this.asked.delete(id);
    if (Object.hasOwn(message, 'result') && !Object.hasOwn(message, 'error')) {
      this.listener.answered(asked, message.result);
      this.toSdk(message as unknown as AnyMessage);
    } else {
      this.toSdk({ jsonrpc: '2.0', id, error: errorOf(message) });
    }
  }

  /** What comes back from the SDK, and so from us. */
  private send(message: AnyMessage): void {
    const { id, params } = message as { readonly id?: RequestKey; readonly params?: unknown };
    if ('method' in message) {
      if (id !== undefined) this.asked.set(id, { method: message.method, params });
      this.channel.send(message);
      return;
    }
    this.channel.send(message);
    if (id === undefined) return;
    this.answering.delete(id);
    this.idle.delete(id);
    this.brake.letGo(id);
    this.began(id);
  }

  /** There is no id to answer to; saying so once a second keeps a flood from doubling. */
  private refuse(reason: string): void {
    this.client.report({ type: 'unexpected', message: `The agent sent something odd: ${reason}.` });
    const now = performance.now();
    if (now - this.lastInvalidAnswer < INVALID_ANSWER_MILLISECONDS) return;
    this.lastInvalidAnswer = now;
    const error = RequestError.invalidRequest(undefined, reason).toErrorResponse();
    this.channel.send({ jsonrpc: '2.0', id: null, error });
  }

  private reportStray(id: unknown): void {
    const name = isRequestKey(id) ? String(id).slice(0, 100) : 'no id at all';
    const message = `The agent answered a request that is not open (${name}).`;
    this.client.report({ type: 'unexpected', message });
  }
}

function isRequestKey(id: unknown): id is RequestKey {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** An error as the SDK takes it, whatever the agent made of its own. */
function errorOf({ error }: JsonRecord): { code: number; message: string; data?: unknown } {
  if (!isRecord(error)) return { code: -32603, message: '', data: malformedAnswer };
  const code = Number.isSafeInteger(error.code) ? (error.code as number) : -32603;
  const message = typeof error.message === 'string' ? error.message : '';
  return error.data === undefined ? { code, message } : { code, message, data: error.data };
}
