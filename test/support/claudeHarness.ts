import { connect } from '#main/agents/wires/claude/connect';
import type { AgentSessionId } from '#shared/ids';
import { ClaudePeer } from './claudePeer';
import { servedPlace } from './servedPlace';
import { type OpenWire, opened, type WireHarness, wireHarness } from './wireHarness';

export function claudeHarness(): WireHarness<ClaudePeer> {
  return wireHarness(connect, (agentEnd) => new ClaudePeer(agentEnd));
}

export const conversation = '00000000-0000-4000-8000-000000000001' as string as AgentSessionId;

/** The introduction that a current version sends. */
export const introduction = {
  commands: [
    { name: 'compact', description: 'Shorten the conversation', argumentHint: '<how>' },
    { name: '__own', description: '', argumentHint: '' },
  ],
  models: [
    { value: 'default', resolvedModel: 'big-1', displayName: 'Default', description: 'The best' },
    { value: 'small', resolvedModel: 'small-1', displayName: 'Small', description: '' },
  ],
  claude_code_version: '2.1.325',
  current_permission_mode: 'default',
  capabilities: [],
};

/** A session of the current version that the client knows. */
export async function openClaude(answer: object = introduction): Promise<OpenWire<ClaudePeer>> {
  return opened(answeringClaude(answer));
}

/**
 * A session with MCP servers; `answer` is what the program reports about them, or null if it does
 * not know that request.
 */
export async function openServedClaude(
  answer: object | null = { added: ['files', 'web'], removed: [], errors: {} },
): Promise<OpenWire<ClaudePeer>> {
  const harness = answeringClaude(introduction);
  if (answer !== null) harness.peer.answer('mcp_set_servers', answer);
  const connection = await harness.connect();
  const session = await connection.newSession(servedPlace);
  harness.client.known.add(session.agentSessionId);
  return { ...harness, connection, session };
}

function answeringClaude(answer: object): WireHarness<ClaudePeer> {
  const harness = claudeHarness();
  const rows = [{ label: 'Session ID', value: conversation }];
  harness.peer
    .answer('initialize', answer)
    .answer('get_status', { sections: [{ title: 'Session', rows }] })
    .answer('get_settings', { applied: { model: 'big-1', effort: 'medium' } })
    .answer('interrupt', { still_queued: [] });
  return harness;
}
