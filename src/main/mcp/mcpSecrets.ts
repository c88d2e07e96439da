import { isPlainSecret } from '#main/base/secrets/secretNames';
import { fail, ok, type Result } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import type { McpSecretsView } from '#shared/ipc/mcp';
import type { McpServerSettings } from '#shared/mcp/server';
import type { SettingChange } from '#shared/settings';

/** Where secrets are kept by their owner and name. */
export interface SecretStore {
  /** Why they are kept in memory alone; null if they are kept. */
  readonly problem: string | null;
  variables(owner: AgentId): Readonly<Record<string, string>>;
  set(owner: AgentId, name: string, value: string): Promise<Result<null>>;
}

export interface McpSecretsOptions {
  readonly store: SecretStore;
  servers(): Readonly<Record<string, McpServerSettings>>;
  update(changes: readonly SettingChange[]): Promise<Result<unknown>>;
}

type Place = 'env' | 'headers';

interface PlainSecret {
  readonly place: Place;
  readonly name: string;
  readonly value: string;
}

/** Secrets of the user's MCP servers: those that stand in settings.json can be moved to the key store. */
export class McpSecrets {
  constructor(private readonly options: McpSecretsOptions) {}

  /** Which stand in settings.json, by the names of their servers. */
  view(): McpSecretsView {
    const { store, servers } = this.options;
    const plain = Object.entries(servers()).flatMap(([name, server]) => {
      const names = plainIn(server).map((one) => one.name);
      return names.length === 0 ? [] : [[name, names] as const];
    });
    return { plain: Object.fromEntries(plain), whyNotKept: store.problem };
  }

  /** Nothing is replaced in the settings that is not kept. */
  async move(server: string): Promise<Result<{ moved: readonly string[] }>> {
    const { store, servers, update } = this.options;
    const { problem } = store;
    if (problem !== null) return fail('unavailable', `The secrets stay where they are. ${problem}`);
    const all = servers();
    const entry = Object.hasOwn(all, server) ? all[server] : undefined;
    if (entry === undefined) return fail('not-found', 'This server is not in the settings.');
    const plain = plainIn(entry);
    for (const { name, value } of plain) {
      const kept = await store.set(ownerOf(server), name, value);
      if (!kept.ok) return kept;
    }
    const changes = plain.map(({ place, name }) => ({
      path: ['mcpServers', server, place, name],
      value: `\${secret:${server}/${name}}`,
    }));
    const changed = changes.length === 0 ? ok(null) : await update(changes);
    return changed.ok ? ok({ moved: plain.map(({ name }) => name) }) : changed;
  }
}

/** The secret that `${secret:<server>/<name>}` stands for. */
export function secretAt(path: string, store: Pick<SecretStore, 'variables'>): string | undefined {
  const [, server = '', name = ''] = /^([^/]+)\/(.+)$/.exec(path) ?? [];
  const variables = store.variables(ownerOf(server));
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

/** Beside those of agents, whose ids have no colon. */
function ownerOf(server: string): AgentId {
  return `mcp:${server}` as AgentId;
}

/** Names that a reference cannot hold are left where they are. */
function plainIn({ env = {}, headers = {} }: McpServerSettings): readonly PlainSecret[] {
  const of = (place: Place, values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .filter(([name, value]) => isPlainSecret(name, value) && /^[^{}$]+$/.test(name))
      .map(([name, value]) => ({ place, name, value }));
  return [...of('env', env), ...of('headers', headers)];
}
