import type { AgentId } from '#shared/ids';
import { type OfferedServer, whyNoServer } from '#shared/mcp/offer';
import {
  type McpServerEntry,
  type McpServerSettings,
  type NamedMcpServer,
  serverOf,
} from '#shared/mcp/server';
import type { AgentPowers } from '#shared/session/agent';
import type { Wire } from '#shared/session/wires';
import { resolveServer, type ServerSurroundings, withoutSecrets } from './resolveServer';

export interface SessionServersOptions {
  settings(): Readonly<Record<string, McpServerSettings>>;
  /** The servers in a project's own file; none unless the user trusts its present content. */
  ofProject(project: string): Promise<Readonly<Record<string, McpServerEntry>>>;
  /** The variables with which commands are found from a session's folder. */
  surroundings(cwd: string): Promise<ServerSurroundings>;
  /** Remembers secrets that must not appear in our files. */
  rememberSecrets(secrets: readonly string[]): void;
}

/** The agent of a session, and where it works. */
export interface ServedAgent {
  readonly id: AgentId;
  readonly wire: Wire;
  readonly powers: AgentPowers;
  readonly project: string;
  readonly cwd: string;
}

export interface SessionServerList {
  /** The servers that the agent gets. */
  readonly servers: readonly NamedMcpServer[];
  /** All known servers, including those that are left out. */
  readonly offered: readonly OfferedServer[];
}

interface Candidate {
  readonly name: string;
  readonly entry: McpServerEntry;
  readonly origin: 'user' | 'project';
  readonly leftOut: string | null;
}

/** Decides which MCP servers a session's agent gets. */
export class SessionServers {
  constructor(private readonly options: SessionServersOptions) {}

  async of(agent: ServedAgent): Promise<SessionServerList> {
    const candidates = await this.candidates(agent);
    if (candidates.length === 0) return { servers: [], offered: [] };
    const surroundings = await this.options.surroundings(agent.cwd);
    const servers: NamedMcpServer[] = [];
    const offered: OfferedServer[] = [];
    for (const { name, entry, origin, leftOut } of candidates) {
      const { type } = serverOf(entry);
      const why = leftOut ?? whyNoServer(agent.wire, agent.powers, type);
      const around = origin === 'user' ? surroundings : withoutSecrets(surroundings);
      const resolved = why === null ? await resolveServer(entry, around) : null;
      if (resolved?.ok) {
        this.options.rememberSecrets(resolved.value.secrets);
        servers.push({ name, server: resolved.value.server });
      }
      const reason = resolved?.ok === false ? resolved.error.message : why;
      offered.push({ name, type, origin, leftOut: reason });
    }
    return { servers, offered };
  }

  /** The servers by name: the project's server replaces another with the same name. */
  private async candidates({ id, project }: ServedAgent): Promise<readonly Candidate[]> {
    const own = Object.entries(this.options.settings());
    const theirs = await this.options.ofProject(project);
    const ofUser = own.map(([name, entry]): Candidate => {
      const leftOut = Object.hasOwn(theirs, name)
        ? 'The project has a server of the same name.'
        : whyNotFor(entry, id);
      return { name, entry, origin: 'user', leftOut };
    });
    const ofProject = Object.entries(theirs).map(
      ([name, entry]): Candidate => ({ name, entry, origin: 'project', leftOut: null }),
    );
    return [...ofUser, ...ofProject];
  }
}

function whyNotFor({ enabled = true, agents }: McpServerSettings, id: AgentId): string | null {
  if (!enabled) return 'It is turned off in the settings.';
  return agents === undefined || agents.includes(id)
    ? null
    : 'The settings give it to other agents only.';
}
