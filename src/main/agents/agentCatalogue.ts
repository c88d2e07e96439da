import type { AgentId } from '#shared/ids';
import type {
  AgentChoice,
  AgentFinding,
  AgentList,
  AgentSource,
  LoginState,
} from '#shared/ipc/agents';
import { argumentsOf, type KnownAgent, knownAgentOf, knownAgents } from '#shared/knownAgents';
import type { AgentSettings, Settings } from '#shared/settings';
import type { AgentDefinition } from './agents';
import type { InstalledAgents } from './install/installedAgents';
import { ADDRESS_VARIABLE, HEADERS_VARIABLE, headersVariable } from './socket/socketHeaders';

export const DEMO_AGENT_ID = 'demo' as AgentId;

export type Bridge = Pick<AgentDefinition, 'command' | 'args' | 'env'>;

/** Facts that other parts of the program report to the catalogue. */
export interface AgentSurroundings {
  /** The result of the search for a command; null until the search has run. */
  finding(command: string): AgentFinding | null;
  readonly isLooking: boolean;
  /** Variables that the agent gets but that no file contains. */
  secrets?(id: AgentId): Readonly<Record<string, string>>;
  /** What the agent itself has said about its login; null if nothing. */
  login?(id: AgentId): LoginState | null;
  /** The program that speaks to agents at an address. */
  readonly bridge?: Bridge | undefined;
  /** Agents that the app has installed, by id. */
  readonly installed: Pick<InstalledAgents, 'ids' | 'program'>;
}

const NOTHING_FOUND: AgentSurroundings = {
  finding: () => null,
  isLooking: false,
  installed: { ids: () => [], program: () => null },
};

/**
 * The agents that can be started: those in the settings, those found on this computer, and the
 * shipped one.
 */
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
    return this.offers().map(({ source, definition: { id, name, command, args, url } }) => ({
      id,
      name,
      command: url ?? [command, ...args].join(' '),
      ...(url !== undefined && { url }),
      builtIn: source === 'built-in',
      source,
      finding: url === undefined ? this.findingOf(source, id, command) : null,
    }));
  }

  /**
   * A known agent can be started by its id even if it was not found. Its start then reports what is
   * missing, and its old sessions can be continued once it is installed again.
   */
  find(id: AgentId): AgentDefinition | undefined {
    const offered = this.offers().find(({ definition }) => definition.id === id);
    if (offered) return this.withSecrets(offered.definition);
    const known = knownAgents.find((agent) => agent.id === id);
    const isOff = this.settings().agents[id]?.enabled === false;
    return known === undefined || isOff ? undefined : this.withSecrets(this.fromTable(known));
  }

  private withSecrets(definition: AgentDefinition): AgentDefinition {
    const secrets = this.surroundings.secrets?.(definition.id) ?? {};
    const hasAny = Object.keys(secrets).length > 0;
    return hasAny ? { ...definition, env: { ...definition.env, ...secrets } } : definition;
  }

  private findingOf(source: AgentSource, id: AgentId, command: string): AgentFinding | null {
    const finding = this.foundOf(source, id, command);
    const login = this.surroundings.login?.(id) ?? null;
    return finding === null || login === null ? finding : { ...finding, login };
  }

  private foundOf(source: AgentSource, id: AgentId, command: string): AgentFinding | null {
    if (source === 'built-in') return null;
    const installed = source === 'installed' ? this.surroundings.installed.program(id) : null;
    if (installed === null) return this.surroundings.finding(command);
    const known = knownAgents.find((agent) => agent.id === id);
    const login = (known && this.surroundings.finding(known.command)?.login) ?? 'unknown';
    const { version } = installed.manifest;
    return { path: installed.command, isInPath: true, version, login };
  }

  /** The commands of all agents that may be on this computer. */
  commands(): readonly string[] {
    const { agents, findAgents } = this.settings();
    const configured = Object.values(agents).flatMap(({ command }) => command ?? []);
    return findAgents ? [...configured, ...knownAgents.map(({ command }) => command)] : configured;
  }

  private offers(): readonly Offer[] {
    const { agents, experimental } = this.settings();
    const configured = Object.entries(agents)
      .filter(([, agent]) => agent.enabled !== false)
      .map(([id, agent]): Offer => {
        const { bridge } = this.surroundings;
        const definition = fromSettings(id as AgentId, agent, experimental.acpVersion2, bridge);
        return { source: 'settings', definition: this.withInstalled(definition) };
      });
    const taken = new Set(Object.keys(agents));
    const installed = this.installed(taken);
    const found = this.found(
      new Set([...taken, ...installed.map(({ definition }) => definition.id)]),
    );
    // An agent in the settings replaces the built-in agent with the same id.
    const shipped: Offer = { source: 'built-in', definition: this.builtIn };
    const isReplaced = configured.some(({ definition }) => definition.id === this.builtIn.id);
    return [...configured, ...installed, ...found, ...(isReplaced ? [] : [shipped])];
  }

  /** Agents that the app has installed and that are not in the settings. */
  private installed(taken: ReadonlySet<string>): readonly Offer[] {
    const { installed } = this.surroundings;
    return installed.ids().flatMap((id): Offer[] => {
      const program = taken.has(id) ? null : installed.program(id);
      if (program === null) return [];
      const known = knownAgents.find((agent) => agent.id === id);
      const { name, args, env } = program.manifest;
      const wire = known?.wire ?? 'acp';
      const definition = {
        ...this.definitionOf({ id, name, command: program.command, args, wire }),
        env,
        args: [...program.before, ...args],
      };
      return [{ source: 'installed', definition }];
    });
  }

  /**
   * If settings name a known program without a path, they mean the one that the app has installed,
   * if any: the user installed it for that. A full path is used unchanged.
   */
  private withInstalled(definition: AgentDefinition): AgentDefinition {
    const known = knownAgents.find(({ command }) => command === definition.command);
    const program = known && this.surroundings.installed.program(known.id);
    if (!program) return definition;
    const { command, before } = program;
    return { ...definition, command, args: [...before, ...definition.args] };
  }

  /** Known agents that were found and that are not in the settings; those with a login first. */
  private found(taken: ReadonlySet<string>): readonly Offer[] {
    const { agents, findAgents } = this.settings();
    if (!findAgents) return [];
    const configured = new Set(
      Object.values(agents).flatMap(({ command = '' }) => knownAgentOf(command)?.id ?? []),
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

  private fromTable(known: KnownAgent): AgentDefinition {
    return this.withInstalled(this.definitionOf(known));
  }

  private definitionOf({ id, name, command, args, wire }: Startable): AgentDefinition {
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

type Startable = Pick<KnownAgent, 'id' | 'name' | 'command' | 'args' | 'wire'>;

interface Offer {
  readonly source: AgentSource;
  readonly definition: AgentDefinition;
}

function fromSettings(
  id: AgentId,
  agent: AgentSettings,
  draft: boolean,
  bridge: Bridge | undefined,
): AgentDefinition {
  const { url, command = '', headers = {}, env = {} } = agent;
  const program =
    url === undefined
      ? { command, args: argumentsOf(agent), env }
      : {
          url,
          command: bridge?.command ?? '',
          args: bridge?.args ?? [],
          env: {
            ...env,
            ...bridge?.env,
            [ADDRESS_VARIABLE]: url,
            [HEADERS_VARIABLE]: headersVariable(headers),
          },
        };
  return {
    id,
    name: agent.name ?? id,
    ...program,
    // Detection would try other protocols, and agents at an address speak only ACP.
    wire: agent.wire ?? (url === undefined ? 'auto' : 'acp'),
    ...(agent.cwd !== undefined && { folder: agent.cwd }),
    ...(draft ? { draft } : {}),
    ...(agent.withhold && { withhold: agent.withhold }),
    ...(agent.namespace === false && { namespace: false }),
    ...(agent.seal && { seal: agent.seal }),
  };
}
