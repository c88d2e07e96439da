/** How a server of the Model Context Protocol is spoken to. */
export type McpTransport = 'stdio' | 'http' | 'sse';

/** A server as settings.json and `.airlock.json` write it: a command, or an address. */
export interface McpServerEntry {
  /** Absent: `stdio` with a command, `http` with an address. */
  readonly type?: McpTransport;
  readonly command?: string;
  readonly args?: readonly string[];
  /** `${NAME}` in values, arguments and addresses stands for a variable of the user's. */
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server of the user's own settings. */
export interface McpServerSettings extends McpServerEntry {
  /** The ids of the agents that get it; absent: all of them. */
  readonly agents?: readonly string[];
  readonly enabled?: boolean;
}

/** A server that can be started or reached. */
export type McpServer =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly type: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

export interface NamedMcpServer {
  readonly name: string;
  readonly server: McpServer;
}

/** Agents use the name as a part of the names of its tools. */
export const MCP_NAME = /^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/;
export const MCP_NAME_RULE = 'Use 1 to 64 letters, digits, hyphens and underscores';

/** The most servers that anybody lists; each is started for each session. */
export const MCP_SERVERS = 100;

/** What is wrong with an entry, and at which key; null if it is a server. */
export function entryFault(
  entry: McpServerEntry,
): { readonly key: string; readonly message: string } | null {
  const { type, command, url } = entry;
  if (command !== undefined && url !== undefined) {
    return { key: 'url', message: 'A server has a command or an address, not both' };
  }
  if (url === undefined) {
    if (command === undefined)
      return { key: 'command', message: 'A command or a "url" is missing' };
    if (type !== undefined && type !== 'stdio') {
      return { key: 'type', message: `A server of the type "${type}" needs a "url"` };
    }
    return entry.headers === undefined
      ? null
      : { key: 'headers', message: 'Only a server with a "url" has headers' };
  }
  if (type === 'stdio') {
    return { key: 'type', message: 'A server of the type "stdio" needs a "command"' };
  }
  if (!/^(?:https?:\/\/|\$\{)/i.test(url)) {
    return { key: 'url', message: 'The address must begin with https:// or http://' };
  }
  if (entry.args !== undefined) return { key: 'args', message: 'Only a command has arguments' };
  return entry.env === undefined
    ? null
    : { key: 'env', message: 'Only a command has an environment' };
}

/** The server that an entry without an error stands for. */
export function serverOf(entry: McpServerEntry): McpServer {
  const { type, command = '', args = [], env = {}, url, headers = {} } = entry;
  if (url === undefined) return { type: 'stdio', command, args, env };
  return { type: type === 'sse' ? 'sse' : 'http', url, headers };
}
