import * as acp from '@agentclientprotocol/sdk/unstable';
import { ConnectionError } from '#main/agents/connection';
import { abandoned } from '../connectionErrors';
import { toConnectionError } from './agentErrors';

/** Our requests to the agent: whatever goes wrong comes out as a `ConnectionError`. */
export class AgentCalls {
  constructor(
    private readonly connection: acp.ClientConnection,
    /** Sees what the agent answered with, since an error can say how to log in. */
    private readonly onRefused: (error: acp.RequestError) => void,
  ) {}

  /** Reads the answer with `read`, which throws a `ZodError` if it is not what it should be. */
  async request<T>(
    method: string,
    params: object,
    read: (answer: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T> {
    if (signal?.aborted) throw abandoned(method, signal.reason);
    const options = signal ? { cancellationSignal: signal, stopWaitingOnCancel: true } : {};
    try {
      return read(await this.connection.agent.request<unknown, object>(method, params, options));
    } catch (error) {
      if (error instanceof acp.RequestError) {
        if (signal?.aborted && error.code === -32800) throw abandoned(method, signal.reason);
        this.onRefused(error);
      }
      throw toConnectionError(method, error);
    }
  }

  /** Nothing comes back, and nobody minds if the agent is gone already. */
  notify(method: string, params: object): void {
    this.connection.agent.notify(method, params).catch(() => undefined);
  }

  /** Rejects what is open, now and from now on. */
  close(message: string): void {
    this.connection.close(new ConnectionError('closed', message));
  }
}
