import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { AgentConnection, OfferedServices, OpenedSession } from '#main/agents/connection';
import { connect } from '#main/agents/wires/acp/connect';
import { createIdSource, type IdSource } from '#shared/ids';
import { MemoryChannel } from './memoryChannel';
import { RecordingClient } from './recordingClient';
import { RpcPeer } from './rpcPeer';

export interface AcpHarness {
  /** The client's end. */
  readonly channel: MemoryChannel;
  readonly client: RecordingClient;
  /** The agent's end, played by the test. */
  readonly peer: RpcPeer;
  readonly abort: AbortController;
  connect(): Promise<AgentConnection>;
}

const everything: OfferedServices = { fileSystem: true, terminal: true };

/** Ids that a failing test can be read by: msg_1, not_2 … */
export function countingIds(): IdSource {
  let count = 0;
  return createIdSource(() => String(++count));
}

/** Both ends of an ACP connection that has not begun; all of it ends with the test. */
export function acpHarness(services: OfferedServices = everything): AcpHarness {
  const [channel, agentEnd] = MemoryChannel.pair();
  const client = new RecordingClient();
  const peer = new RpcPeer(agentEnd);
  const abort = new AbortController();
  onTestFinished(() => {
    peer.dispose();
    agentEnd.dispose();
    channel.dispose();
  });
  return {
    channel,
    client,
    peer,
    abort,
    connect: async () => {
      const { signal } = abort;
      const options = {
        channel,
        client,
        services,
        clientVersion: '0.0.0-test',
        workingDirectory: '/work',
        signal,
      };
      const connection = await connect(options, countingIds());
      onTestFinished(() => connection.dispose());
      return connection;
    },
  };
}

/** An agent that can do everything, in a session that the client knows. */
export async function openSession(
  initialize: object = {},
  opened: object = {},
): Promise<AcpHarness & { connection: AgentConnection; session: OpenedSession }> {
  const harness = acpHarness();
  harness.peer
    .answer('initialize', { protocolVersion: 1, ...initialize })
    .answer('session/new', { sessionId: 'session-1', ...opened });
  const connection = await harness.connect();
  const session = await connection.newSession({ cwd: '/work', additionalDirectories: [] });
  harness.client.known.add(session.agentSessionId);
  // Until then its requests wait, since the caller might not know it yet.
  await setImmediate();
  return { ...harness, connection, session };
}
