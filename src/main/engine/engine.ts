import { join } from 'node:path';
import type { AgentCatalogue } from '#main/agents/agentCatalogue';
import type { AgentDefinition, SealRequest } from '#main/agents/agents';
import type { AgentsAtHand } from '#main/agents/agentsAtHand';
import { decideRestart } from '#main/agents/process/restartPolicy';
import { settledWithin } from '#main/agents/process/settledWithin';
import type { AgentSecrets } from '#main/agents/secrets/agentSecrets';
import { FileProblems } from '#main/base/files/fileProblems';
import { randomName } from '#main/base/files/randomName';
import { LongWorks } from '#main/base/longWorks';
import { onUnexpectedError } from '#main/base/unexpected';
import { AgentChecks } from '#main/doctor/agentChecks';
import { checkScript } from '#main/doctor/checkScript';
import { KeptChecks } from '#main/doctor/keptChecks';
import { checkTimings } from '#main/doctor/limits';
import { AirlockWorkplaces } from '#main/host/changes/airlockWorkplaces';
import { Checks } from '#main/host/checks/checks';
import { UnfinishedResults } from '#main/host/compare/unfinishedResults';
import { Delivery } from '#main/host/deliver/delivery';
import { Host } from '#main/host/host';
import { defaultTimings } from '#main/host/limits';
import { Provenance } from '#main/host/provenance/provenance';
import { SearchIndex } from '#main/host/store/search/searchIndex';
import type { McpServers } from '#main/mcp/mcpServers';
import { Permissions } from '#main/permissions/permissions';
import { openAllowedPaths, Projects } from '#main/projects/projects';
import type { Trash } from '#main/trash/trash';
import { type AgentId, createIdSource } from '#shared/ids';
import { openAgents } from './agentParts';
import type { EngineOptions } from './engineOptions';
import { createMcpServers, createSessionServers } from './mcpParts';
import { createProcesses, type ProcessParts, sealedLaunch } from './processParts';
import { openStorage } from './storageParts';

/** The time for agents to end and sessions to be written; after that the agents are killed. */
const QUIT_PATIENCE_MILLISECONDS = 2_000;
/** The time for each of the later steps, which are quick unless the system hangs. */
const QUIT_KILL_MILLISECONDS = 500;

export interface Engine {
  readonly host: Host;
  readonly agents: AgentCatalogue;
  /** Knows the available agents, and looks for them when asked. */
  readonly atHand: AgentsAtHand;
  /** Checks agents. */
  readonly agentChecks: AgentChecks;
  readonly secrets: AgentSecrets;
  readonly projects: Projects;
  /** Knows whose work the lines in the user's files are. */
  readonly provenance: Provenance;
  readonly unfinished: UnfinishedResults;
  /** Delivers accepted work. */
  readonly delivery: Delivery;
  /** Runs the checks of projects on chosen hunks. */
  readonly checks: Checks;
  readonly permissions: Permissions;
  readonly mcp: McpServers;
  readonly trash: Trash;
  /** Long work, for the window to show. */
  readonly works: LongWorks;
  /** Files of ours that could not be read. */
  readonly files: FileProblems;
  /**
   * Settles when leftovers of earlier versions are cleaned up, or when the clean-up was stopped.
   */
  readonly tidied: Promise<void>;
  /** The path of an agent's wire trace, once there is one; null if tracing is off. */
  trace(agentId: AgentId): Promise<string | null>;
  /** Settles when every agent has ended and every log is written. Takes less than four seconds. */
  shutDown(): Promise<void>;
}

/** Creates the part of the app that needs no window: agents, sessions and their logs. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { dataFolder, logger, settings, environment, timings = {} } = options;
  const files = options.files ?? new FileProblems(logger);
  const ids = createIdSource(randomName);
  const agentParts = await openAgents(options, files);
  const { agents, atHand, secrets } = agentParts;
  const processes = createProcesses(options, agentParts, files);
  const { networks, seals, launcher, traces, pool } = processes;
  const storage = await openStorage(options, ids, files);
  const { airlock, trash, store, tidied } = storage;
  const projects = new Projects({
    file: join(dataFolder, 'trusted.json'),
    onProblem: files.report,
  });
  const works = new LongWorks();
  const workplaces = new AirlockWorkplaces(airlock, logger, projects, works);
  const permissions = await Permissions.open({
    file: join(dataFolder, 'permissions.json'),
    ids,
    onProblem: files.report,
    settings,
  });
  const servers = createSessionServers(options, { projects, launcher, secrets });
  const allowedPaths = await openAllowedPaths(join(dataFolder, 'allowed-paths.json'), files.report);
  const openSealed = (agent: AgentDefinition, session: SealRequest) =>
    launcher.openSealed(sealedLaunch(agent, session));
  const host = new Host({
    store,
    search: new SearchIndex({
      root: dataFolder,
      worker: options.searchWorker,
      onProblem: files.report,
      works,
    }),
    works,
    pool,
    workplaces: options.workplaces ?? workplaces,
    trash,
    ids,
    logger,
    timings: { ...defaultTimings, ...timings },
    now: Date.now,
    adviseRestart: (restarts, now) => {
      const decision = decideRestart(restarts, now);
      return decision.type === 'give-up' ? decision.message : null;
    },
    rememberSecrets: (secrets) => launcher.rememberSecrets(secrets),
    findAgent: (id) => agents.find(id),
    ptys: options.ptys,
    runSetup: options.runSetup,
    environment: () => launcher.commandEnvironment(),
    openNamespace: () => launcher.openNamespace(),
    openSealed,
    sealPolicy: (agent, session) => launcher.sealPolicy(sealedLaunch(agent, session)),
    sealAllowance: (agent, session, path) => launcher.allowance(sealedLaunch(agent, session), path),
    forgetLogin: (agent, session) => launcher.forgetLogin(sealedLaunch(agent, session)),
    allowedPaths,
    permissions,
    networks,
    mcpServers: (agent) => servers.of(agent),
    runChecks: (id, wish) => checks.runRequested(id, wish),
    canSeal: (again) => seals.availability(again),
  });
  const agentChecks = new AgentChecks({
    kept: await KeptChecks.open(join(dataFolder, 'agent-checks.json'), files.report),
    folder: join(dataFolder, 'checks'),
    pool,
    works,
    clientVersion: options.clientVersion,
    script: options.checkScript ?? checkScript,
    timings: { ...checkTimings, ...timings.check },
    findAgent: (id) => agents.find(id),
    programVersion: (id) => agents.choices().find((one) => one.id === id)?.finding?.version ?? null,
    environment: () => launcher.commandEnvironment(),
    openNamespace: () => launcher.openNamespace(),
    openSealed,
    canSeal: () => seals.availability({ again: true }),
  });
  const mcp = createMcpServers(options, { projects, launcher, secrets, host, agents });
  const provenance = new Provenance({
    host,
    folder: join(dataFolder, 'provenance'),
    onProblem: files.report,
    now: Date.now,
  });
  provenance.keepCounting();
  const checks: Checks = new Checks({
    host,
    workplaces: options.workplaces ?? workplaces,
    projects,
    works,
    ids,
    folder: join(dataFolder, 'airlock'),
    onProblem: files.report,
    allowedPaths,
    now: Date.now,
    findAgent: (id) => agents.find(id),
    openSealed,
    openNamespace: () => launcher.openNamespace(),
    run: options.runCheck,
    isRequired: (project) => settings().projects[project]?.acceptOnlyWhenGreen ?? false,
  });
  const delivery = new Delivery({
    host,
    checks,
    provenance,
    folder: join(dataFolder, 'deliver'),
    path: async () => (await environment()).variables.PATH,
  });
  const unfinished = new UnfinishedResults(join(dataFolder, 'composing'), files.report);
  await unfinished.discard(host);
  // A failed save is retried with the next change; a rule of a removed session has no effect.
  host.onDidRemove((id) => void permissions.forget(id).catch(onUnexpectedError));
  const parts = {
    host,
    agents,
    atHand,
    agentChecks,
    secrets,
    projects,
    checks,
    delivery,
    provenance,
    unfinished,
    permissions,
    mcp,
    trash,
    works,
    files,
    tidied,
  };
  return {
    ...parts,
    trace: async (agentId) => {
      await traces?.flush();
      return traces?.pathOf(agentId) ?? null;
    },
    shutDown: async () => {
      storage.stopTidying();
      await shutDown(parts, processes, workplaces);
    },
  };
}

async function shutDown(
  engine: Omit<Engine, 'trace' | 'shutDown'>,
  { traces, pool, launcher }: ProcessParts,
  workplaces: AirlockWorkplaces,
): Promise<void> {
  const { host, atHand, agentChecks, secrets, provenance, checks, permissions } = engine;
  const { mcp, trash, works, tidied } = engine;
  mcp.dispose();
  checks.dispose();
  await settledWithin(provenance.drain(), QUIT_KILL_MILLISECONDS);
  provenance.dispose();
  const politely = (async () => {
    await Promise.all([agentChecks.close(), host.shutDown()]);
    await pool.drain();
    await launcher.closeAll();
  })();
  await settledWithin(politely, QUIT_PATIENCE_MILLISECONDS);
  // Once its agents have ended, nothing prevents a session from being written.
  await settledWithin(launcher.killAll(), QUIT_KILL_MILLISECONDS);
  await settledWithin(politely, QUIT_KILL_MILLISECONDS);
  await settledWithin(
    Promise.all([traces?.flush(), workplaces.drain(), trash.close(), tidied]),
    QUIT_KILL_MILLISECONDS,
  );
  atHand.dispose();
  agentChecks.dispose();
  secrets.dispose();
  host.dispose();
  permissions.dispose();
  pool.dispose();
  launcher.dispose();
  works.dispose();
}
