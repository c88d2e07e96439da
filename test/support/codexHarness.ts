import { connect } from '#main/agents/wires/codex/connect';
import { RpcError } from './rpcPeer';
import { servedPlace } from './servedPlace';
import { type OpenWire, opened, rpcHarness, type WireHarness } from './wireHarness';

/** Codex's answer to an unknown method. */
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

export function codexHarness(): WireHarness {
  const harness = rpcHarness(connect);
  harness.peer
    .answer('initialize', { userAgent: 'airlock/0.166.0 (Debian; x86_64)' })
    .answer('model/list', { data: models, nextCursor: null })
    .answer('collaborationMode/list', { data: collaborations })
    .answer('account/read', { account: null, requiresOpenaiAuth: false })
    .answer('thread/start', thread)
    .answer('turn/start', { turn: { id: 'turn-1', status: 'inProgress' } });
  return harness;
}

/** A thread that the client knows. */
export async function openCodex(): Promise<OpenWire> {
  return opened(codexHarness());
}

/** A thread with MCP servers. */
export async function openServedCodex(): Promise<OpenWire> {
  const harness = codexHarness();
  const connection = await harness.connect();
  const session = await connection.newSession(servedPlace);
  harness.client.known.add(session.agentSessionId);
  return { ...harness, connection, session };
}

/** A thread of a session whose user has already chosen a model and a mode. */
export async function openChosenCodex(): Promise<OpenWire> {
  const harness = codexHarness();
  const connection = await harness.connect();
  const chosen = { mode: 'full-access', options: { model: 'old-1' } };
  const place = { cwd: '/work', additionalDirectories: [], chosen };
  const session = await connection.newSession(place);
  harness.client.known.add(session.agentSessionId);
  return { ...harness, connection, session };
}
