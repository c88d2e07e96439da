import type * as acp from '@agentclientprotocol/sdk/experimental/v2/unstable';
import type { OfferedServices } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import { clientCapabilities } from '../capabilities';
import type { PlaceParams } from '../messages';

export const DRAFT_VERSION = 2;

/** Methods whose names differ from version 1. */
export const draftMethods = { logIn: 'auth/login', logOut: 'auth/logout' } as const;

/**
 * A greeting for both versions: an agent of either finds its own fields, and answers with its
 * version. Measured: agents of version 1 ignore unknown fields.
 */
export function greeting(clientVersion: string, services: OfferedServices): object {
  const info: acp.Implementation = { name: 'airlock', title: 'Airlock', version: clientVersion };
  const draft: acp.InitializeRequest = {
    protocolVersion: DRAFT_VERSION,
    info,
    capabilities: { auth: { terminal: {} }, elicitation: { form: {}, url: {} } },
  };
  return { ...draft, clientInfo: info, clientCapabilities: clientCapabilities(services) };
}

/** `replays`: whether the agent must send the whole conversation again. */
export function resumeParams(
  sessionId: AgentSessionId,
  place: PlaceParams,
  replays: boolean,
): Omit<acp.ResumeSessionRequest, 'mcpServers'> & Pick<PlaceParams, 'mcpServers'> {
  return {
    sessionId,
    ...place,
    ...(replays ? { replayFrom: { type: 'start' } } : {}),
  };
}

export function optionParams(
  sessionId: AgentSessionId,
  configId: string,
  value: string | boolean,
): acp.SetSessionConfigOptionRequest {
  return typeof value === 'boolean'
    ? { sessionId, configId, type: 'boolean', value }
    : { sessionId, configId, type: 'id', value };
}
