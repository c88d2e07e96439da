import { isPlainSecret } from '#main/base/secrets/secretNames';
import { fail, ok, type Result } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import type { McpSecretsView } from '#shared/ipc/mcp';
import type { McpServerEntry, McpServerSettings } from '#shared/mcp/server';
import type { SettingChange } from '#shared/settings';

/** The key store, accessed by owner and name. */
export interface SecretStore {
  /** Why secrets are kept only in memory; null if they are kept on disk. */
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

/** Secrets of the user's MCP servers. Those in settings.json can be moved to the key store. */
export class McpSecrets {
  constructor(private readonly options: McpSecretsOptions) {}

  /** The secrets in settings.json, by the names of their servers. */
  view(): McpSecretsView {
    const { store, servers } = this.options;
    const plain = Object.entries(servers()).flatMap(([name, server]) => {
      const names = plainIn(server).map((one) => one.name);
      return names.length === 0 ? [] : [[name, names] as const];
    });
    return { plain: Object.fromEntries(plain), whyNotKept: store.problem };
  }

  /** Moves a server's secrets. One in the settings is replaced only after the key store has it. */
  async move(server: string): Promise<Result<{ moved: readonly string[] }>> {
    const { store, servers, update } = this.options;
    const { problem } = store;
    if (problem !== null) return fail('unavailable', `The secrets stay where they are. ${problem}`);
    const all = servers();
    const entry = Object.hasOwn(all, server) ? all[server] : undefined;
    if (entry === undefined) return fail('not-found', 'This server is not in the settings.');
    const plain = plainIn(entry);
    const kept = await this.keepAll(server, plain);
    if (!kept.ok) return kept;
    const changes = plain.map(({ place, name }) => ({
      path: ['mcpServers', server, place, name],
      value: referenceTo(server, name),
    }));
    const changed = changes.length === 0 ? ok(null) : await update(changes);
    return changed.ok ? ok({ moved: plain.map(({ name }) => name) }) : changed;
  }

  /** The server to save, which refers to the kept secrets; unchanged if none can be kept. */
  async keep(server: string, entry: McpServerEntry): Promise<Result<{ entry: McpServerEntry }>> {
    if (this.options.store.problem !== null) return ok({ entry });
    const plain = plainIn(entry);
    const kept = await this.keepAll(server, plain);
    if (!kept.ok) return kept;
    const referring = (place: Place) => {
      const values = entry[place];
      if (values === undefined) return {};
      const own = plain.filter((one) => one.place === place);
      const references = own.map(({ name }) => [name, referenceTo(server, name)]);
      return { [place]: { ...values, ...Object.fromEntries(references) } };
    };
    return ok({ entry: { ...entry, ...referring('env'), ...referring('headers') } });
  }

  private async keepAll(server: string, plain: readonly PlainSecret[]): Promise<Result<null>> {
    for (const { name, value } of plain) {
      const kept = await this.options.store.set(ownerOf(server), name, value);
      if (!kept.ok) return kept;
    }
    return ok(null);
  }
}

function referenceTo(server: string, name: string): string {
  return `\${secret:${server}/${name}}`;
}

/** The secret that `${secret:<server>/<name>}` stands for. */
export function secretAt(path: string, store: Pick<SecretStore, 'variables'>): string | undefined {
  const [, server = '', name = ''] = /^([^/]+)\/(.+)$/.exec(path) ?? [];
  const variables = store.variables(ownerOf(server));
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

/** The owner of a server's secrets. It has a colon, unlike the ids of agents. */
function ownerOf(server: string): AgentId {
  return `mcp:${server}` as AgentId;
}

/** The plain secrets; those whose names a reference cannot contain are left in place. */
function plainIn({ env = {}, headers = {} }: McpServerEntry): readonly PlainSecret[] {
  const of = (place: Place, values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .filter(([name, value]) => isPlainSecret(name, value) && /^[^{}$]+$/.test(name))
      .map(([name, value]) => ({ place, name, value }));
  return [...of('env', env), ...of('headers', headers)];
}
