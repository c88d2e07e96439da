import type { ConnectOptions } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';

export const PROTOCOL_VERSION = '2025.1';

/** The methods of the dialect that we call. */
export const methods = {
  initialize: 'initialize',
  authenticate: 'authenticate',
  newSession: 'session/new',
  loadSession: 'session/load',
  prompt: 'session/prompt',
  cancel: 'session/cancel',
  update: 'session/update',
} as const;

type Introduction = Pick<ConnectOptions, 'services' | 'clientVersion' | 'workingDirectory'>;

export function initializeParams(options: Introduction): object {
  const { services, clientVersion, workingDirectory } = options;
  return {
    protocol_version: PROTOCOL_VERSION,
    client_info: { name: 'airlock', version: clientVersion },
    capabilities: {
      text_files: services.fileSystem,
      terminal: services.terminal,
      embedded_context: true,
      audio: true,
      image: true,
      experimental: {},
    },
    working_directory: workingDirectory,
    mcp_servers: [],
  };
}

export function authenticateParams(token: string): object {
  return { type: 'token', token };
}

export function newSessionParams(id: AgentSessionId, mode: string): object {
  return { session_id: id, mode };
}

export function sessionParams(id: AgentSessionId): object {
  return { session_id: id };
}

export function promptParams(id: AgentSessionId, content: readonly object[]): object {
  return { session_id: id, content };
}
