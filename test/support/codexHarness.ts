import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { AgentConnection, OpenedSession } from '#main/agents/connection';
import { connect } from '#main/agents/wires/codex/connect';
import { countingIds } from './acpHarness';
import { MemoryChannel } from './memoryChannel';
import { RecordingClient } from './recordingClient';
import { RpcError, RpcPeer } from './rpcPeer';

export interface CodexHarness {
  /** The client's end. */
  readonly channel: MemoryChannel;
  readonly client: RecordingClient;
  /** The agent's end, played by the test. */
  readonly peer: RpcPeer;
  readonly abort: AbortController;
  connect(): Promise<AgentConnection>;
}

/** How Codex answers what it does not know. */
export function unknownMethod(method: string): RpcError {
  const message = `Invalid request: unknown variant \`${method}\`, expected one of \`initialize\``;
  return new RpcError({ code: -32600, message });
}

export const models = [
  {
    id: 'big',
    model: 'big-1',
    displayName: 'Big',
    description: 'The best',
    hidden: false,
    supportedReasoningEfforts: [{ reasoningEffort: 'low', description: 'Fast' }],
    defaultReasoningEffort: 'low',
  },
  { id: 'old', model: 'old-1', displayName: 'Old', description: '', hidden: true },
];

const collaborations = [
  { name: 'Plan', mode: 'plan' },
  { name: 'Default', mode: 'default' },
];

export const threadId = 'thread-1';

export const thread = {
  thread: { id: threadId, turns: [] },
  cwd: '/work',
  model: 'big-1',
  approvalPolicy: 'on-request',
  sandbox: { type: 'readOnly', networkAccess: false },
  reasoningEffort: null,
};

/** Both ends of a connection that has not begun; all of it ends with the test. */
export function codexHarness(): CodexHarness {
  const [channel, agentEnd] = MemoryChannel.pair();
  const client = new RecordingClient();
  const peer = new RpcPeer(agentEnd);
  const abort = new AbortController();
  onTestFinished(() => {
    peer.dispose();
    agentEnd.dispose();
    channel.dispose();
  });
  peer
    .answer('initialize', { userAgent: 'airlock/0.166.0 (Debian; x86_64)' })
    .answer('model/list', { data: models, nextCursor: null })
    .answer('collaborationMode/list', { data: collaborations })
    .answer('account/read', { account: null, requiresOpenaiAuth: false })
    .answer('thread/start', thread)
    .answer('turn/start', { turn: { id: 'turn-1', status: 'inProgress' } });
  return {
    channel,
    client,
    peer,
    abort,
    connect: async () => {
      const connection = await connect(
        {
          channel,
          client,
          services: { fileSystem: true, terminal: true },
          clientVersion: '0.0.0-test',
          workingDirectory: '/work',
          signal: abort.signal,
        },
        countingIds(),
      );
      onTestFinished(() => connection.dispose());
      return connection;
    },
  };
}

/** A thread that the client knows. */
export async function openCodex(): Promise<
  CodexHarness & { connection: AgentConnection; session: OpenedSession }
> {
  const harness = codexHarness();
  const connection = await harness.connect();
  const session = await connection.newSession({ cwd: '/work', additionalDirectories: [] });
  harness.client.known.add(session.agentSessionId);
  // Until then its requests wait, since the caller might not know it yet.
  await setImmediate();
  return { ...harness, connection, session };
}
