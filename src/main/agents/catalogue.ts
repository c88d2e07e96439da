import type { AgentId } from '#shared/ids';
import type { AgentChoice, AgentFinding, AgentList, AgentSource } from '#shared/ipc/agents';
import { argumentsOf, type KnownAgent, knownAgentOf, knownAgents } from '#shared/knownAgents';
import type { AgentSettings, Settings } from '#shared/settings';
import type { AgentDefinition } from './agents';

export const DEMO_AGENT_ID = 'demo' as AgentId;

/** What the rest of the program has found out, told to the catalogue. */
export interface AgentSurroundings {
  /** What is known of a command; null until it was looked for. */
  finding(command: string): AgentFinding | null;
  readonly isLooking: boolean;
}

const NOTHING_FOUND: AgentSurroundings = { finding: () => null, isLooking: false };

/** The agents that can be started: those in the settings, those that were found, and the one that we ship. */
export class AgentCatalogue {
  constructor(
    private readonly builtIn: AgentDefinition,
    private readonly settings: () => Settings,
    private readonly surroundings: AgentSurroundings = NOTHING_FOUND,
  ) {}

  list(): AgentList {
    return { agents: this.choices(), isLooking: this.surroundings.isLooking };
  }

  choices(): readonly AgentChoice[] {
    return this.offers().map(({ source, definition: { id, name, command, args } }) => ({
      id,
      name,
      command: [command, ...args].join(' '),
      builtIn: source === 'built-in',
      source,
      finding: source === 'built-in' ? null : this.surroundings.finding(command),
    }));
  }

  /**
   * A known agent can be started by its id even if it was not found: then its start says what is missing,
   * and a session that it began can be continued once it is there again.
   */
  find(id: AgentId): AgentDefinition | undefined {
    const offered = this.offers().find(({ definition }) => definition.id === id);
    if (offered) return offered.definition;
    const known = knownAgents.find((agent) => agent.id === id);
    const isOff = this.settings().agents[id]?.enabled === false;
    return known === undefined || isOff ? undefined : this.fromTable(known);
  }

  /** The commands of all agents that may be on this computer. */
  commands(): readonly string[] {
    const { agents, findAgents } = this.settings();
    const configured = Object.values(agents).map(({ command }) => command);
    return findAgents ? [...configured, ...knownAgents.map(({ command }) => command)] : configured;
  }

  private offers(): readonly Offer[] {
    const { agents, experimental } = this.settings();
    const configured = Object.entries(agents)
      .filter(([, agent]) => agent.enabled !== false)
      .map(([id, agent]): Offer => {
        const definition = fromSettings(id as AgentId, agent, experimental.acpVersion2);
        return { source: 'settings', definition };
      });
    const taken = new Set(Object.keys(agents));
    const found = this.found(taken);
    // An agent of the same id in the settings takes the built-in one's place.
    const shipped: Offer = { source: 'built-in', definition: this.builtIn };
    const isReplaced = configured.some(({ definition }) => definition.id === this.builtIn.id);
    return [...configured, ...found, ...(isReplaced ? [] : [shipped])];
  }

  /** Known agents that are there and that the settings say nothing about; those with a login first. */
  private found(taken: ReadonlySet<string>): readonly Offer[] {
    const { agents, findAgents } = this.settings();
    if (!findAgents) return [];
    const configured = new Set(
      Object.values(agents).flatMap(({ command }) => knownAgentOf(command)?.id ?? []),
    );
    const isNew = ({ id }: KnownAgent) => !taken.has(id) && !configured.has(id);
    const there = knownAgents.filter(isNew).flatMap((known) => {
      const finding = this.surroundings.finding(known.command);
      const definition = this.fromTable(known);
      return finding === null || finding.path === null
        ? []
        : [{ source: 'found' as const, definition, hasLogin: finding.login !== 'none' }];
    });
    return there.toSorted((one, other) => Number(other.hasLogin) - Number(one.hasLogin));
  }

  private fromTable({ id, name, command, args, wire }: KnownAgent): AgentDefinition {
    const draft = this.settings().experimental.acpVersion2;
    return {
      id: id as AgentId,
      name,
      command,
      args,
      env: {},
      wire,
      ...(draft ? { draft } : {}),
    };
  }
}

interface Offer {
  readonly source: AgentSource;
  readonly definition: AgentDefinition;
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
