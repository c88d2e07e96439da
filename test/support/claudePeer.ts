import type { MessageChannel } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { waitFor } from './waitFor';

type Members = { readonly [key: string]: unknown };

export interface ClaudeMessage extends Members {
  readonly type: string;
  readonly request_id?: string;
  readonly request?: Members & { readonly subtype: string };
  readonly response?: Members;
}

type Answer = object | null | ((request: Members) => object | null);

/** The agent's end of a connection to Claude Code, played by a test. */
export class ClaudePeer extends DisposableOwner {
  readonly received: ClaudeMessage[] = [];
  private readonly messages = this.register(new Emitter<ClaudeMessage>());
  private readonly answers = new Map<string, Answer>();
  private count = 0;

  readonly onMessage = this.messages.event;

  constructor(private readonly channel: MessageChannel) {
    super();
    this.register(channel.onMessage((message) => this.take(message as ClaudeMessage)));
  }

  /** Answers requests of this kind from now on; those without an answer are refused as unknown. */
  answer(subtype: string, answer: Answer): this {
    this.answers.set(subtype, answer);
    return this;
  }

  /** Sends messages unchanged, one after the other without a pause. */
  send(...messages: readonly object[]): void {
    for (const message of messages) this.channel.send(message);
  }

  /** Sends a request and resolves with the answer, whether success or error. */
  async request(request: object, id = `peer-${++this.count}`): Promise<Members> {
    const isAnswer = (message: ClaudeMessage) =>
      message.type === 'control_response' && message.response?.request_id === id;
    const answered = waitFor(this.onMessage, isAnswer, { what: `the answer to ${id}` });
    this.send({ type: 'control_request', request_id: id, request });
    return (await answered).response ?? {};
  }

  /** The last message of this type; fails if there was none. */
  last(type: string): ClaudeMessage {
    const found = this.received.findLast((message) => message.type === type);
    if (!found) throw new Error(`Nothing was sent as ${type}.`);
    return found;
  }

  /** The last request of this kind; fails if there was none. */
  lastRequest(subtype: string): Members {
    const found = this.received.findLast(({ request }) => request?.subtype === subtype)?.request;
    if (!found) throw new Error(`${subtype} was not requested.`);
    return found;
  }

  private take(message: ClaudeMessage): void {
    this.received.push(message);
    this.messages.fire(message);
    const { request, request_id: id } = message;
    if (message.type !== 'control_request' || !request) return;
    const known = this.answers.get(request.subtype);
    const answer = typeof known === 'function' ? known(request) : known;
    // Null: the request stays open.
    if (answer === null) return;
    const response =
      answer === undefined
        ? {
            subtype: 'error',
            request_id: id,
            error: 'Unsupported',
            error_code: 'unsupported_request',
          }
        : { subtype: 'success', request_id: id, response: answer };
    this.send({ type: 'control_response', response });
  }
}
