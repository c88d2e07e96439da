import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type {
  AgentConnection,
  ConnectOptions,
  MessageChannel,
  OfferedServices,
  OpenedSession,
} from '#main/agents/connection';
import type { Disposable } from '#main/base/disposable';
import type { IdSource } from '#shared/ids';
import { countingIds } from './countingIds';
import { MemoryChannel } from './memoryChannel';
import { RecordingClient } from './recordingClient';
import { RpcPeer } from './rpcPeer';

type Connect = (options: ConnectOptions, ids?: IdSource) => Promise<AgentConnection>;

export interface WireHarness<Peer = RpcPeer> {
  /** The client's end. */
  readonly channel: MemoryChannel;
  readonly client: RecordingClient;
  /** The agent's end, played by the test. */
  readonly peer: Peer;
  readonly abort: AbortController;
  connect(options?: Partial<ConnectOptions>): Promise<AgentConnection>;
  /** Opens a session that the client knows, as the host would. */
  open(connection: AgentConnection): Promise<OpenedSession>;
}

export type OpenWire<Peer = RpcPeer> = WireHarness<Peer> & {
  readonly connection: AgentConnection;
  readonly session: OpenedSession;
};

export interface RpcHarnessOptions {
  readonly services?: OfferedServices;
  /** False for wires whose messages have no `jsonrpc`. */
  readonly versioned?: boolean;
}

/** The default options of a connection. */
export const plainOptions = {
  services: { fileSystem: true, terminal: true },
  clientVersion: '0.0.0-test',
  workingDirectory: '/work',
} as const satisfies Partial<ConnectOptions>;

/** Both ends of a connection that has not begun; disposed of with the test. */
export function wireHarness<Peer extends Disposable>(
  connect: Connect,
  createPeer: (agentEnd: MessageChannel) => Peer,
  given: Partial<ConnectOptions> = {},
): WireHarness<Peer> {
  const [channel, agentEnd] = MemoryChannel.pair();
  const client = new RecordingClient();
  const peer = createPeer(agentEnd);
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
    connect: async (more = {}) => {
      const options = { ...plainOptions, channel, client, signal: abort.signal };
      const connection = await connect({ ...options, ...given, ...more }, countingIds());
      onTestFinished(() => connection.dispose());
      return connection;
    },
    open: async (connection) => {
      const session = await connection.newSession({ cwd: '/work', additionalDirectories: [] });
      client.known.add(session.agentSessionId);
      // Until then its requests wait, since the caller might not know the session yet.
      await setImmediate();
      return session;
    },
  };
}

export function rpcHarness(
  connect: Connect,
  { versioned = true, ...options }: RpcHarnessOptions = {},
): WireHarness {
  return wireHarness(connect, (agentEnd) => new RpcPeer(agentEnd, versioned), options);
}

/** Begins the connection and opens a session in it. */
export async function opened<Peer>(harness: WireHarness<Peer>): Promise<OpenWire<Peer>> {
  const connection = await harness.connect();
  return { ...harness, connection, session: await harness.open(connection) };
}
