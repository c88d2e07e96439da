import { ConnectionError, type MessageChannel } from '#main/agents/connection';
import { abandoned, cut } from '../connectionErrors';
import { identifier, isRecord, type JsonRecord, makeRoom, textOr } from '../json';
import { ABANDONED_REQUESTS } from './limits';

interface OpenCall {
  readonly name: string;
  readonly settle: (answer: JsonRecord) => void;
  readonly fail: (error: ConnectionError) => void;
}

/** Our requests to Claude Code. Every failure is a `ConnectionError`. */
export class ControlCalls {
  private readonly open = new Map<string, OpenCall>();
  private readonly abandoned = new Set<string>();
  private closed: ConnectionError | null = null;
  private count = 0;

  constructor(private readonly channel: MessageChannel) {}

  request(name: string, params: object = {}, signal?: AbortSignal): Promise<JsonRecord> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(this.closed);
      if (signal?.aborted) return reject(abandoned(name, signal.reason));
      const id = `airlock-${++this.count}`;
      const done = () => {
        this.open.delete(id);
        signal?.removeEventListener('abort', giveUp);
      };
      const fail = (error: ConnectionError) => {
        done();
        reject(error);
      };
      const giveUp = () => {
        makeRoom(this.abandoned, ABANDONED_REQUESTS);
        this.abandoned.add(id);
        fail(abandoned(name, signal?.reason));
      };
      const settle = (answer: JsonRecord) => {
        done();
        resolve(answer);
      };
      this.open.set(id, { name, settle, fail });
      signal?.addEventListener('abort', giveUp, { once: true });
      const request = { subtype: name, ...params };
      this.channel.send({ type: 'control_request', request_id: id, request });
    });
  }

  /** False if no request waits for this answer. */
  answered({ response }: JsonRecord): boolean {
    if (!isRecord(response)) return false;
    const id = identifier(response.request_id) ?? '';
    const call = this.open.get(id);
    if (!call) return this.abandoned.delete(id);
    if (response.subtype === 'error') {
      const words = cut(textOr(response.error, '').trim());
      const message = words || `Claude refused ${call.name}.`;
      const isUnknown = response.error_code === 'unsupported_request';
      call.fail(new ConnectionError(isUnknown ? 'unsupported' : 'agent-error', message));
    } else {
      call.settle(isRecord(response.response) ? response.response : {});
    }
    return true;
  }

  /** Rejects the open requests. */
  failAll(error: ConnectionError): void {
    for (const { fail } of [...this.open.values()]) fail(error);
  }

  /** Rejects the open requests and all later ones. */
  close(error: ConnectionError): void {
    this.closed ??= error;
    this.failAll(error);
  }
}
