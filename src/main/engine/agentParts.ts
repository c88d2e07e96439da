import { join } from 'node:path';
import { AgentCatalogue } from '#main/agents/agentCatalogue';
import { AgentsAtHand } from '#main/agents/agentsAtHand';
import { AgentFinder } from '#main/agents/found/agentFinder';
import { AgentInstaller, thisSystem } from '#main/agents/install/agentInstaller';
import { InstalledAgents } from '#main/agents/install/installedAgents';
import { AgentRegistry } from '#main/agents/registry/agentRegistry';
import { AgentSecrets } from '#main/agents/secrets/agentSecrets';
import type { FileProblems } from '#main/base/files/fileProblems';
import type { EngineOptions } from './engineOptions';

export interface AgentParts {
  readonly agents: AgentCatalogue;
  readonly atHand: AgentsAtHand;
  readonly secrets: AgentSecrets;
}

/** Opens the known agents: in the settings, installed by the app, and found on this computer. */
export async function openAgents(options: EngineOptions, files: FileProblems): Promise<AgentParts> {
  const { dataFolder, logger, settings, environment } = options;
  const finder: AgentFinder = new AgentFinder({
    commands: () => agents.commands(),
    environment,
  });
  const installed = await InstalledAgents.open(join(dataFolder, 'agents'), files.report);
  const secrets = await AgentSecrets.open(
    join(dataFolder, 'secrets.json'),
    options.secretBox,
    files.report,
  );
  const agents: AgentCatalogue = new AgentCatalogue(options.demoAgent, settings, {
    finding: (command) => finder.finding(command),
    bridge: options.socketBridge,
    get isLooking() {
      return finder.isLooking;
    },
    login: (id) => atHand.loginSaid(id),
    secrets: (id) => secrets.variables(id),
    installed,
  });
  const installer = new AgentInstaller({
    installed,
    npmFolder: join(dataFolder, 'agents', '.npm'),
    environment,
    logger: logger.child('install'),
    fetch: options.fetch,
  });
  const registry = new AgentRegistry({
    address: () => settings().agentRegistry,
    file: join(dataFolder, 'agent-registry.json'),
    onProblem: files.report,
    system: thisSystem(),
    fetch: options.fetch,
  });
  const atHand: AgentsAtHand = new AgentsAtHand({
    catalogue: agents,
    finder,
    installed,
    installer,
    registry,
    secrets,
    environment,
  });
  return { agents, atHand, secrets };
}
