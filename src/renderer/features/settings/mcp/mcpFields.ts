import {
  MCP_NAME,
  MCP_NAME_RULE,
  type McpServerEntry,
  type McpServerSettings,
  type McpTransport,
} from '#shared/mcp/server';
import type { SettingChange } from '#shared/settings';
import { lineOf, wordsOf } from '#shared/text/words';
import { linesOf } from '#window/features/settings/agentFields';

/** The fields of the form, as they are typed. */
export interface McpFields {
  readonly name: string;
  readonly type: McpTransport;
  readonly command: string;
  readonly args: string;
  /** A variable on each line, as `NAME=value`. */
  readonly environment: string;
  readonly url: string;
  /** A header on each line, as `Name: value`. */
  readonly headers: string;
  /** Null: all agents get the server. */
  readonly agents: readonly string[] | null;
  readonly isEnabled: boolean;
}

export const emptyServer: McpFields = {
  name: '',
  type: 'stdio',
  command: '',
  args: '',
  environment: '',
  url: '',
  headers: '',
  agents: null,
  isEnabled: true,
};

export function fieldsOf(name: string, server: McpServerSettings): McpFields {
  const { type, command = '', args = [], env = {}, url, headers = {} } = server;
  return {
    name,
    type: type ?? (url === undefined ? 'stdio' : 'http'),
    command,
    args: lineOf(args),
    environment: Object.entries(env)
      .map(([variable, value]) => `${variable}=${value}`)
      .join('\n'),
    url: url ?? '',
    headers: Object.entries(headers)
      .map(([header, value]) => `${header}: ${value}`)
      .join('\n'),
    agents: server.agents ?? null,
    isEnabled: server.enabled ?? true,
  };
}

export type McpProblems = Partial<
  Record<'name' | 'command' | 'environment' | 'url' | 'headers', string>
>;

/** Null if the fields can be saved. */
export function problemsIn(fields: McpFields, taken: readonly string[]): McpProblems | null {
  const { name, type, command, environment, url, headers } = fields;
  const problems: McpProblems = {};
  if (!MCP_NAME.test(name.trim())) problems.name = `${MCP_NAME_RULE}.`;
  else if (taken.includes(name.trim())) problems.name = 'A server with this name already exists.';
  if (type === 'stdio') {
    const stray = linesOf(environment).find((line) => !/^\s*[^=\s]+\s*=/.test(line));
    if (command.trim() === '') problems.command = 'Enter the program that starts the server.';
    if (stray !== undefined) problems.environment = `Write “${stray}” as NAME=value.`;
  } else {
    const stray = linesOf(headers).find((line) => !/^\s*[^:\s]+\s*:/.test(line));
    const isAddress = /^(?:https?:\/\/\S+|\$\{.+)$/i.test(url.trim());
    if (!isAddress) problems.url = 'Enter an address that begins with https:// or http://.';
    if (stray !== undefined) problems.headers = `Write “${stray}” as Name: value.`;
  }
  return Object.keys(problems).length === 0 ? null : problems;
}

/** The server for a test and for settings.json, without fields that it does not need. */
export function entryOf(fields: McpFields): McpServerEntry {
  if (fields.type === 'stdio') {
    const args = wordsOf(fields.args);
    const env = pairsOf(fields.environment, '=');
    return {
      command: fields.command.trim(),
      ...(args.length > 0 && { args }),
      ...(Object.keys(env).length > 0 && { env }),
    };
  }
  const headers = pairsOf(fields.headers, ':');
  return {
    ...(fields.type === 'sse' && { type: 'sse' }),
    url: fields.url.trim(),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

export function settingsOf(fields: McpFields): McpServerSettings {
  return {
    ...entryOf(fields),
    ...(fields.agents !== null && { agents: fields.agents }),
    ...(!fields.isEnabled && { enabled: false }),
  };
}

const keys = ['type', 'command', 'args', 'env', 'url', 'headers', 'agents', 'enabled'] as const;

/**
 * Only the differences, so that comments and other keys in the file stay, unless the server is
 * renamed.
 */
export function changesOf(before: McpFields, after: McpFields): readonly SettingChange[] {
  const [old, next] = [settingsOf(before), settingsOf(after)];
  const name = after.name.trim();
  if (before.name !== name) {
    return [{ path: ['mcpServers', before.name] }, { path: ['mcpServers', name], value: next }];
  }
  const changed = keys.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(next[key]));
  // All at once, because half of such a change would not be a server.
  return before.type === after.type
    ? changed.map((key) => ({ path: ['mcpServers', name, key], value: next[key] }))
    : [{ path: ['mcpServers', name], value: next }];
}

/** A server's line in a list. */
export function lineOfServer({ command, args = [], url }: McpServerEntry): string {
  return url ?? lineOf([command ?? '', ...args]);
}

function pairsOf(text: string, sign: '=' | ':'): Readonly<Record<string, string>> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const at = line.indexOf(sign);
      const value = line.slice(at + 1);
      return [line.slice(0, at).trim(), sign === ':' ? value.trim() : value];
    }),
  );
}
