import { connect } from '#main/agents/wires/acp-2025.1/connect';
import { type RpcHarnessOptions, rpcHarness, type WireHarness } from './wireHarness';

export const introduction = {
  agent_info: { name: 'my-agent', version: '1.0.0' },
  capabilities: { streaming: true, audio: false, image: true, supported_modes: ['agent', 'ask'] },
  instructions: 'I am an AI coding assistant.',
};
export const place = { cwd: '/work', additionalDirectories: [] };
export const text = (words: string) => [{ type: 'text' as const, text: words }];

export function harness(
  initialize: unknown = introduction,
  options?: RpcHarnessOptions,
): WireHarness {
  const test = rpcHarness(connect, options);
  const said = { status: 'ok' };
  test.peer
    .answer('initialize', initialize)
    .answer('session/new', said)
    .answer('session/load', said);
  return test;
}

export async function opened(initialize: unknown = introduction, options?: RpcHarnessOptions) {
  const test = harness(initialize, options);
  const connection = await test.connect();
  const session = await test.open(connection);
  return { ...parts(test), connection, session, id: session.agentSessionId };
}

export function parts(test: WireHarness) {
  return { test, client: test.client, peer: test.peer };
}

/** Ends with the connection. */
export function leaveRunning(turn: Promise<unknown>): void {
  turn.catch(() => undefined);
}

export function update(id: string, type: string, data: object) {
  return { session_id: id, type, data };
}
