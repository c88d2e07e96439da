import type * as acp from '@agentclientprotocol/sdk/experimental/v2/unstable';
import type { OfferedServices, SessionPlace } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import { clientCapabilities } from '../capabilities';

export const DRAFT_VERSION = 2;

/** Of what we ask and are asked; the rest of the draft's methods are not spoken here. */
export const methods = {
  initialize: 'initialize',
  login: 'auth/login',
  logout: 'auth/logout',
  newSession: 'session/new',
  resume: 'session/resume',
  fork: 'session/fork',
  list: 'session/list',
  close: 'session/close',
  delete: 'session/delete',
  setTitle: 'session/set_title',
  setOption: 'session/set_config_option',
  prompt: 'session/prompt',
  cancel: 'session/cancel',
  steer: '_session/steering',
  update: 'session/update',
  requestPermission: 'session/request_permission',
  elicit: 'elicitation/create',
  elicited: 'elicitation/complete',
  cancelRequest: '$/cancel_request',
} as const;

/**
 * Both versions at once: an agent of either finds what it looks for, and answers with the version
 * that it speaks. Measured: agents of version 1 pass over what they do not know.
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

export function placeParams(
  { cwd, additionalDirectories }: SessionPlace,
  takesMore: boolean,
): acp.NewSessionRequest {
  const more = takesMore && additionalDirectories.length > 0;
  return {
    cwd,
    mcpServers: [],
    ...(more ? { additionalDirectories: [...additionalDirectories] } : {}),
  };
}

/** `replays`: the agent is to tell the conversation from its start. */
export function resumeParams(
  sessionId: AgentSessionId,
  place: acp.NewSessionRequest,
  replays: boolean,
): acp.ResumeSessionRequest {
  const { cwd, mcpServers, additionalDirectories } = place;
  return {
    sessionId,
    cwd,
    ...(mcpServers ? { mcpServers } : {}),
    ...(additionalDirectories ? { additionalDirectories } : {}),
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
