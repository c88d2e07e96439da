import type { SessionRoots } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';

export const PROTOCOL_VERSION = 1;

/** The method names of the dialect. */
export const methods = {
  initialize: 'initialize',
  newSession: 'session/new',
  loadSession: 'session/load',
  prompt: 'session/prompt',
  update: 'session/update',
  cancel: 'cancel',
  permission: 'permission_response',
} as const;

export function initializeParams(clientVersion: string): object {
  return {
    protocol_version: PROTOCOL_VERSION,
    // The dialect defines no client capabilities.
    client_capabilities: {},
    client_info: { name: 'airlock', version: clientVersion },
  };
}

/** The one request whose fields are not in snake_case. */
export function newSessionParams({ cwd }: SessionRoots): object {
  return { cwd, mcpServers: [] };
}

export function loadSessionParams(id: AgentSessionId, { cwd }: SessionRoots): object {
  return { session_id: id, cwd };
}

export function promptParams(id: AgentSessionId, prompt: readonly object[]): object {
  return { session_id: id, prompt };
}

export function cancelParams(id: AgentSessionId): object {
  return { session_id: id };
}

/**
 * The specification does not name the fields of this message; these have the names used in the
 * question.
 */
export function permissionParams(
  id: AgentSessionId,
  toolCallId: string | null,
  optionId: string | null,
): object {
  return { session_id: id, tool_call_id: toolCallId, option_id: optionId };
}
