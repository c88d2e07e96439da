import type { Installable } from '#main/agents/install/installable';
import { resolveLine } from '#main/agents/install/npmProgram';
import { knownAgents } from '#shared/knownAgents';
import type { RegistryAgent } from './registryFile';

/** An agent of the catalogue: how it is installed, or why it cannot be. */
export interface CatalogueAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly website: string | null;
  /** Null if it cannot be installed here. */
  readonly offer: Installable | null;
  readonly whyNot: string | null;
}

/** The known agents, followed by registry agents that start other programs. */
export function catalogueAgents(registry: readonly RegistryAgent[]): readonly CatalogueAgent[] {
  const known = knownAgents.map((agent): CatalogueAgent => {
    const { id, name, args, website, package: from } = agent;
    const listed = registry.find((entry) => entry.id === agent.registryId);
    const description = listed?.description ?? null;
    const address = `https://${website}`;
    if (from === null) {
      const whyNot = `It is not on the npm registry. See ${website}.`;
      return { id, name, description, website: address, offer: null, whyNot };
    }
    // The registry may know a newer version of the same package.
    const isSame = listed?.from?.type === 'npm' && listed.from.package === from.name;
    const version = isSame ? listed.version : from.version;
    const source = {
      type: 'npm' as const,
      package: from.name,
      bin: agent.command,
      ...(from.native && { native: from.native }),
    };
    const offer = { id, name, version, args, env: {}, from: source };
    return { id, name, description, website: address, offer, whyNot: null };
  });
  const taken = new Set(
    knownAgents.flatMap(({ id, registryId }) => [id, ...(registryId ? [registryId] : [])]),
  );
  const others = registry
    .filter(({ id }) => !taken.has(id))
    .map(({ id, name, version, description, website, args, env, from, whyNot }) => ({
      id,
      name,
      description,
      website,
      offer: from === null ? null : { id, name, version, args, env, from },
      whyNot,
    }));
  return [...known, ...others];
}

/** The exact command or download, as shown to the user beforehand. */
export function commandOf({ version, from }: Installable): string {
  return from.type === 'npm' ? resolveLine(from.package, version) : from.url;
}
