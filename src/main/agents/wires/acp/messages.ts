import type * as acp from '@agentclientprotocol/sdk/unstable';
import type { SessionRoots } from '#main/agents/connection';
import type { NamedMcpServer } from '#shared/mcp/server';

type Agent = typeof acp.methods.agent;
type Client = typeof acp.methods.client;

/**
 * The methods with the same name in both versions. The types check them against the SDK's names
 * without loading its code.
 */
export const methods = {
  initialize: 'initialize' satisfies Agent['initialize'],
  newSession: 'session/new' satisfies Agent['session']['new'],
  resume: 'session/resume' satisfies Agent['session']['resume'],
  fork: 'session/fork' satisfies Agent['session']['fork'],
  list: 'session/list' satisfies Agent['session']['list'],
  close: 'session/close' satisfies Agent['session']['close'],
  delete: 'session/delete' satisfies Agent['session']['delete'],
  setTitle: 'session/set_title' satisfies Agent['session']['setTitle'],
  setOption: 'session/set_config_option' satisfies Agent['session']['setConfigOption'],
  prompt: 'session/prompt' satisfies Agent['session']['prompt'],
  cancel: 'session/cancel' satisfies Agent['session']['cancel'],
  authStatus: 'auth/status' satisfies Agent['auth']['status'],
  authStatusUpdate: 'auth/status_update' satisfies Client['auth']['statusUpdate'],
  /** The same report before the protocol had one; its values are text for people. */
  authStatusExtension: '_auth/status_update',
  /** An extension, which agents advertise in `_meta`. */
  steer: '_session/steering',
  update: 'session/update' satisfies Client['session']['update'],
  requestPermission: 'session/request_permission' satisfies Client['session']['requestPermission'],
  elicit: 'elicitation/create' satisfies Client['elicitation']['create'],
  /** An extension by x.ai for its question tool. */
  askUserQuestion: '_x.ai/ask_user_question',
  mcpMessage: 'mcp/message' satisfies Client['mcp']['message'],
  elicited: 'elicitation/complete' satisfies Client['elicitation']['complete'],
  cancelRequest: '$/cancel_request' satisfies typeof acp.methods.protocol.cancelRequest,
} as const;

/** Methods that only version 1 has. */
export const stableMethods = {
  load: 'session/load' satisfies Agent['session']['load'],
  setMode: 'session/set_mode' satisfies Agent['session']['setMode'],
  /** The method that set the model before there were options. */
  setModel: 'session/set_model',
  authenticate: 'authenticate' satisfies Agent['authenticate'],
  logout: 'logout' satisfies Agent['logout'],
  readTextFile: 'fs/read_text_file' satisfies Client['fs']['readTextFile'],
  writeTextFile: 'fs/write_text_file' satisfies Client['fs']['writeTextFile'],
  createTerminal: 'terminal/create' satisfies Client['terminal']['create'],
  terminalOutput: 'terminal/output' satisfies Client['terminal']['output'],
  waitForTerminalExit: 'terminal/wait_for_exit' satisfies Client['terminal']['waitForExit'],
  killTerminal: 'terminal/kill' satisfies Client['terminal']['kill'],
  releaseTerminal: 'terminal/release' satisfies Client['terminal']['release'],
} as const;

export const STABLE_VERSION = 1 satisfies typeof acp.PROTOCOL_VERSION;

export interface PlaceParams {
  readonly cwd: string;
  readonly mcpServers: acp.McpServer[];
  readonly additionalDirectories?: string[];
}

export function placeParams(
  { cwd, additionalDirectories }: SessionRoots,
  takesMore: boolean,
  mcpServers: acp.McpServer[],
): PlaceParams {
  const more = takesMore && additionalDirectories.length > 0;
  return {
    cwd,
    mcpServers,
    ...(more ? { additionalDirectories: [...additionalDirectories] } : {}),
  };
}

/** One of our servers in the format of version 1, where a server that is a command has no type. */
export function serverToWire({ name, server }: NamedMcpServer): acp.McpServer {
  if (server.type === 'stdio') {
    const { command, args, env } = server;
    return { name, command, args: [...args], env: pairsOf(env) };
  }
  return { type: server.type, name, url: server.url, headers: pairsOf(server.headers) };
}

function pairsOf(values: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
