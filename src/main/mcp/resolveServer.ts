import { secretsGiven } from '#main/base/secrets/givenSecrets';
import { fail, ok, type Result } from '#shared/errors';
import type { McpServer, McpServerEntry } from '#shared/mcp/server';
import { serverOf } from '#shared/mcp/server';
import { expandVariables } from '#shared/text/expandVariables';

/** The facts about the user's computer that are needed to resolve a server. */
export interface ServerSurroundings {
  /** A variable of the user's environment. */
  variable(name: string): string | undefined;
  /**
   * Secrets in the key store. Only the user's own servers get them, so that no project's file can
   * send them elsewhere.
   */
  secret?(path: string): string | undefined;
  /** The full path of a command; null if it is not found. */
  locate(command: string): Promise<string | null>;
}

/** The surroundings without secrets, for servers from other programs' settings. */
export function withoutSecrets({ variable, locate }: ServerSurroundings): ServerSurroundings {
  return { variable, locate };
}

export interface ResolvedServer {
  readonly server: McpServer;
  /** Values that the server gets and that must not be seen elsewhere. */
  readonly secrets: readonly string[];
}

/**
 * The server with the user's variables filled in and its command as a full path, or the reason why
 * it cannot be used.
 */
export async function resolveServer(
  entry: McpServerEntry,
  { variable, secret, locate }: ServerSurroundings,
): Promise<Result<ResolvedServer>> {
  const used: Record<string, string> = {};
  const expanded = expandServer(serverOf(entry), (name) => {
    const value = name.startsWith(SECRET) ? secret?.(name.slice(SECRET.length)) : variable(name);
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

/** Returns an error for the first variable without a value; never throws. */
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
  if (missing !== null) return fail('not-found', missingWords(missing));
  return ok(expanded);
}

const SECRET = 'secret:';

function missingWords(name: string): string {
  return name.startsWith(SECRET)
    ? `Its secret ${name.slice(SECRET.length)} is not in the key store. Edit the server and enter it again.`
    : `The variable ${name} is not set.`;
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
