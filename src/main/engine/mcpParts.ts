import type { AgentCatalogue } from '#main/agents/agentCatalogue';
import { locateCommand } from '#main/agents/found/locateCommand';
import type { AgentLauncher, LaunchRequest } from '#main/agents/process/agentLauncher';
import { lookUp } from '#main/agents/process/environment/environmentLookup';
import type { AgentSecrets } from '#main/agents/secrets/agentSecrets';
import type { Host } from '#main/host/host';
import { secretAt } from '#main/mcp/mcpSecrets';
import { McpServers } from '#main/mcp/mcpServers';
import type { ServerSurroundings } from '#main/mcp/resolveServer';
import type { StartProbe } from '#main/mcp/serverTests';
import { SessionServers } from '#main/mcp/sessionServers';
import type { Projects } from '#main/projects/projects';
import { fail, ok } from '#shared/errors';
import type { EngineOptions } from './engineOptions';

interface McpPartsOptions {
  readonly projects: Projects;
  readonly launcher: AgentLauncher;
  readonly secrets: AgentSecrets;
}

/** Creates the MCP servers that sessions pass to their agents. */
export function createSessionServers(
  { settings, environment }: EngineOptions,
  { projects, launcher, secrets }: McpPartsOptions,
): SessionServers {
  return new SessionServers({
    settings: () => settings().mcpServers,
    ofProject: async (project) => (await projects.plan(project))?.plan.mcpServers ?? {},
    surroundings: (cwd) => surroundingsIn(cwd, environment, secrets),
    rememberSecrets: (used) => launcher.rememberSecrets(used),
  });
}

/** Creates the tests of MCP servers, in the place of a session or in a folder. */
export function createMcpServers(
  options: EngineOptions,
  {
    projects,
    launcher,
    secrets,
    host,
    agents,
  }: McpPartsOptions & { readonly host: Host; readonly agents: AgentCatalogue },
): McpServers {
  const { settings, environment } = options;
  const startProbe =
    (place: Pick<LaunchRequest, 'cwd' | 'seal'>): StartProbe =>
    async (signal) =>
      options.mcpProbe === undefined
        ? fail('unavailable', 'Servers cannot be tested here.')
        : launcher.launch({ ...options.mcpProbe, ...place }, signal);
  return new McpServers({
    surroundings: (cwd) => surroundingsIn(cwd, environment, secrets),
    named: async (project, name) => {
      const theirs = (await projects.plan(project))?.plan.mcpServers ?? {};
      const [ofProject, ofUser] = [entryIn(theirs, name), entryIn(settings().mcpServers, name)];
      if (ofProject !== null) return { entry: ofProject, origin: 'project' };
      return ofUser && { entry: ofUser, origin: 'user' };
    },
    placeOf: async (id) => {
      const session = await host.open(id);
      if (!session.ok) return session;
      const { agent, project, cwd } = session.value.live.state.head;
      const seal = session.value.seal.request();
      if (!seal.ok) return seal;
      const choices = agents.find(agent.id)?.seal ?? {};
      const sealed = seal.value && { session: seal.value, agentId: agent.id, choices };
      return ok({ project, cwd, start: startProbe({ cwd, seal: sealed }) });
    },
    startIn: (cwd) => startProbe({ cwd }),
    rememberSecrets: (used) => launcher.rememberSecrets(used),
  });
}

function entryIn<T>(servers: Readonly<Record<string, T>>, name: string): T | null {
  return Object.hasOwn(servers, name) ? (servers[name] ?? null) : null;
}

/** The variables and commands for MCP servers in a folder. */
async function surroundingsIn(
  cwd: string,
  environment: EngineOptions['environment'],
  secrets: AgentSecrets,
): Promise<ServerSurroundings> {
  const { variables } = await environment();
  return {
    variable: (name) => {
      const value: unknown = lookUp(variables, name);
      return typeof value === 'string' ? value : undefined;
    },
    secret: (path) => secretAt(path, secrets),
    locate: async (command) => {
      const located = await locateCommand(command, { cwd, variables });
      return located.ok ? located.value.file : null;
    },
  };
}
