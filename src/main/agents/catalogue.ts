import type { AgentId } from '#shared/ids';
import type { AgentChoice } from '#shared/ipc/contract';
import { argumentsOf } from '#shared/knownAgents';
import type { AgentSettings, Settings } from '#shared/settings';
import type { AgentDefinition } from './agents';

export const DEMO_AGENT_ID = 'demo' as AgentId;

/** The agents that can be started: the one that we ship, and those in the settings. */
export class AgentCatalogue {
  constructor(
    private readonly builtIn: AgentDefinition,
    private readonly settings: () => Settings,
  ) {}

  choices(): readonly AgentChoice[] {
    return this.definitions().map(({ id, name, command, args }) => ({
      id,
      name,
      command: [command, ...args].join(' '),
      builtIn: id === this.builtIn.id,
    }));
  }

  find(id: AgentId): AgentDefinition | undefined {
    return this.definitions().find((definition) => definition.id === id);
  }

  private definitions(): readonly AgentDefinition[] {
    const { agents, experimental } = this.settings();
    const configured = Object.entries(agents)
      .filter(([, agent]) => agent.enabled !== false)
      .map(([id, agent]) => fromSettings(id as AgentId, agent, experimental.acpVersion2));
    // An agent of the same id in the settings takes the built-in one's place.
    const overridden = configured.some(({ id }) => id === this.builtIn.id);
    return overridden ? configured : [...configured, this.builtIn];
  }
}

function fromSettings(id: AgentId, agent: AgentSettings, draft: boolean): AgentDefinition {
  return {
    id,
    name: agent.name ?? id,
    command: agent.command,
    args: argumentsOf(agent),
    env: agent.env ?? {},
    wire: agent.wire ?? 'auto',
    ...(draft ? { draft } : {}),
    ...(agent.withhold && { withhold: agent.withhold }),
    ...(agent.namespace === false && { namespace: false }),
    ...(agent.seal && { seal: agent.seal }),
  };
}
