import type { AgentConnection, ConnectOptions } from '#main/agents/connection';
import { connect } from '#main/agents/wires/threads/connect';
import type { AgentSessionId, IdSource } from '#shared/ids';
import { RpcError } from './rpcPeer';
import { rpcHarness, type WireHarness } from './wireHarness';

export const id = 'thread-1' as AgentSessionId;
export const noon = Date.parse('2024-07-30T12:00:00Z');
export const chunk = (words: string) => ({ type: 'text', chunk: words });

export function harness(): WireHarness {
  const atNoon = (options: ConnectOptions, ids?: IdSource): Promise<AgentConnection> =>
    connect(options, ids, () => noon);
  return rpcHarness(atNoon, { versioned: false });
}

/** An agent that stores the threads, as most agents do. */
export async function opened() {
  const test = harness();
  test.peer.answer('getThreads', { threads: [] }).answer('createThread', { threadId: id });
  const connection = await test.connect();
  await test.open(connection);
  return { test, connection, client: test.client, peer: test.peer };
}

/** An agent that follows the page literally and expects us to store the threads. */
export async function turnedRound() {
  const test = harness();
  test.peer
    .answer('getThreads', () => {
      throw new RpcError({ code: -32601, message: "Method not found - 'getThreads'" });
    })
    .answer('streamMessageChunk', () => null);
  const connection = await test.connect();
  const { agentSessionId } = await test.open(connection);
  return { test, connection, client: test.client, peer: test.peer, id: agentSessionId };
}
