import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AgentDefinition } from '#main/agents/agents';
import { AgentCatalogue } from '#main/agents/catalogue';
import { AgentLauncher } from '#main/agents/process/agentLauncher';
import type { ShellEnvironment } from '#main/agents/process/shellEnvironment';
import { RunningAgents } from '#main/agents/runningAgents';
import { connect } from '#main/agents/wires/acp/connect';
import type { Logger } from '#main/base/logger';
import { DirectWorkplaces } from '#main/host/directWorkplaces';
import { Host } from '#main/host/host';
import { SearchIndex, type SearchIndexOptions } from '#main/host/store/searchIndex';
import { SessionStore } from '#main/host/store/sessionStore';
import { createIdSource } from '#shared/ids';
import type { Settings } from '#shared/settings';

export interface EngineOptions {
  /** Where sessions and the ledger of processes are kept. */
  readonly dataFolder: string;
  readonly clientVersion: string;
  readonly demoAgent: AgentDefinition;
  readonly searchWorker: SearchIndexOptions['worker'];
  readonly logger: Logger;
  settings(): Settings;
  environment(): Promise<ShellEnvironment>;
}

export interface Engine {
  readonly host: Host;
  readonly agents: AgentCatalogue;
  /** Every agent has ended and every log is written out. */
  shutDown(): Promise<void>;
}

/** All of the program that needs no window: agents, sessions and their logs, put together. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { dataFolder, logger, settings, environment } = options;
  const agents = new AgentCatalogue(options.demoAgent, settings);
  const launcher = new AgentLauncher({
    environment,
    ledgerPath: join(dataFolder, 'processes.json'),
    logger,
  });
  const pool = new RunningAgents({
    launcher,
    connect,
    clientVersion: options.clientVersion,
    onProblem: ({ id }, problem) => logger.warn('the agent broke the protocol', { id, problem }),
  });
  const host = new Host({
    store: await SessionStore.open(dataFolder),
    search: new SearchIndex({ root: dataFolder, worker: options.searchWorker }),
    pool,
    workplaces: new DirectWorkplaces(),
    ids: createIdSource(() => randomBytes(12).toString('base64url')),
    logger,
    now: Date.now,
    findAgent: (id) => agents.find(id),
    environment: async () => (await environment()).variables,
  });
  return {
    host,
    agents,
    shutDown: async () => {
      await host.shutDown();
      await pool.drain();
      await launcher.closeAll();
      host.dispose();
      pool.dispose();
      launcher.dispose();
    },
  };
}
