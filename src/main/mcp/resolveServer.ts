import { secretsGiven } from '#main/base/secrets/givenSecrets';
import { fail, ok, type Result } from '#shared/errors';
import type { McpServer, McpServerEntry } from '#shared/mcp/server';
import { serverOf } from '#shared/mcp/server';
import { expandVariables } from '#shared/text/expandVariables';

/** What of the user's computer a server is made with. */
export interface ServerSurroundings {
  /** A variable of the user's environment. */
  variable(name: string): string | undefined;
  /** The full path of a command; null if there is none. */
  locate(command: string): Promise<string | null>;
}

export interface ResolvedServer {
  readonly server: McpServer;
  /** What it is given that must not be seen elsewhere. */
  readonly secrets: readonly string[];
}

/** The server with the user's variables filled in, and its command as a full path; or why it cannot be used. */
export async function resolveServer(
  entry: McpServerEntry,
  { variable, locate }: ServerSurroundings,
): Promise<Result<ResolvedServer>> {
  const used: Record<string, string> = {};
  const expanded = expandServer(serverOf(entry), (name) => {
    const value = variable(name);
    if (value !== undefined) used[name] = value;
    return value;
  });
  if (!expanded.ok) return expanded;
  const server = expanded.value;
  const secrets = [...secretsGiven(used), ...secretsOf(server)];
  if (server.type !== 'stdio') {
    return isAddress(server.url)
      ? ok({ server, secrets })
      : fail('invalid-input', 'Its address does not begin with https:// or http://.');
  }
  const command = await locate(server.command);
  if (command === null) return fail('not-found', `Its command was not found: ${server.command}`);
  return ok({ server: { ...server, command }, secrets });
}

function secretsOf(server: McpServer): readonly string[] {
  return server.type === 'stdio'
    ? secretsGiven(server.env, server.args)
    : secretsGiven(server.headers, [server.url]);
}

/** Throws nothing: the first variable without a value is named. */
function expandServer(
  server: McpServer,
  look: (name: string) => string | undefined,
): Result<McpServer> {
  let missing: string | null = null;
  const filled = (text: string): string => {
    const expanded = expandVariables(text, look);
    if (expanded.ok) return expanded.text;
    missing ??= expanded.missing;
    return '';
  };
  const values = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, filled(value)]));
  const expanded: McpServer =
    server.type === 'stdio'
      ? {
          type: 'stdio',
          command: filled(server.command),
          args: server.args.map(filled),
          env: values(server.env),
        }
      : { type: server.type, url: filled(server.url), headers: values(server.headers) };
  if (missing !== null) return fail('not-found', `The variable ${missing} is not set.`);
  return ok(expanded);
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
