import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type {
  AgentConnection,
  ConnectOptions,
  OfferedServices,
  OpenedSession,
} from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import { countingIds } from './acpHarness';
import { MemoryChannel } from './memoryChannel';
import { RecordingClient } from './recordingClient';
import { RpcPeer } from './rpcPeer';

type Connect = (options: ConnectOptions, ids?: IdSource) => Promise<AgentConnection>;

export interface WireHarnessOptions {
  readonly services?: OfferedServices;
  /** False for wires whose messages have no `jsonrpc`. */
  readonly versioned?: boolean;
}

const everything: OfferedServices = { fileSystem: true, terminal: true };

/** Both ends of a connection that has not begun; all of it ends with the test. */
export class WireHarness {
  readonly client = new RecordingClient();
  readonly abort = new AbortController();
  /** The client's end. */
  readonly channel: MemoryChannel;
  /** The agent's end, played by the test. */
  readonly peer: RpcPeer;

  constructor(
    private readonly connectWire: Connect,
    private readonly options: WireHarnessOptions = {},
  ) {
    const [channel, agentEnd] = MemoryChannel.pair();
    this.channel = channel;
    this.peer = new RpcPeer(agentEnd, options.versioned ?? true);
    onTestFinished(() => {
      this.peer.dispose();
      agentEnd.dispose();
      channel.dispose();
    });
  }

  get connectOptions(): ConnectOptions {
    return {
      channel: this.channel,
      client: this.client,
      services: this.options.services ?? everything,
      clientVersion: '0.0.0-test',
      workingDirectory: '/work',
      signal: this.abort.signal,
    };
  }

  async connect(): Promise<AgentConnection> {
    const connection = await this.connectWire(this.connectOptions, countingIds());
    onTestFinished(() => connection.dispose());
    return connection;
  }

  /** A session that the client knows, as the host would make one. */
  async open(connection: AgentConnection): Promise<OpenedSession> {
    const session = await connection.newSession({ cwd: '/work', additionalDirectories: [] });
    this.client.known.add(session.agentSessionId);
    // Until then its requests wait, since the caller might not know it yet.
    await setImmediate();
    return session;
  }
}
