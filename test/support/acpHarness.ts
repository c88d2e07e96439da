import type { OfferedServices } from '#main/agents/connection';
import { connect } from '#main/agents/wires/acp/connect';
import { type OpenWire, opened, plainOptions, rpcHarness, type WireHarness } from './wireHarness';

export function acpHarness(services: OfferedServices = plainOptions.services): WireHarness {
  return rpcHarness(connect, { services });
}

/** Connects to an agent with all capabilities, in a session that the client knows. */
export async function openSession(initialize: object = {}, answer: object = {}): Promise<OpenWire> {
  const harness = acpHarness();
  harness.peer
    .answer('initialize', { protocolVersion: 1, ...initialize })
    .answer('session/new', { sessionId: 'session-1', ...answer });
  return opened(harness);
}
