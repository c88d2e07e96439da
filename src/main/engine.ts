import { join } from 'node:path';
import type { AgentDefinition, SealRequest } from '#main/agents/agents';
import { AgentsAtHand } from '#main/agents/agentsAtHand';
import { AgentCatalogue } from '#main/agents/catalogue';
import { AgentFinder } from '#main/agents/found/agentFinder';
import { AgentInstaller, thisSystem } from '#main/agents/install/agentInstaller';
import { InstalledAgents } from '#main/agents/install/installedAgents';
import { ProblemLog } from '#main/agents/problemLog';
import { AgentLauncher, type LaunchRequest } from '#main/agents/process/agentLauncher';
import { decideRestart } from '#main/agents/process/restartPolicy';
import { SessionNetworks } from '#main/agents/process/seal/network/sessionNetworks';
import { Seals } from '#main/agents/process/seal/seals';
import { settledWithin } from '#main/agents/process/settledWithin';
import type { LadderTimings } from '#main/agents/process/shutdownLadder';
import { AgentRegistry } from '#main/agents/registry/agentRegistry';
import { RunningAgents } from '#main/agents/runningAgents';
import { AgentSecrets } from '#main/agents/secrets/agentSecrets';
import { connectAny } from '#main/agents/wires/detect/connect';
import { WireTraces } from '#main/agents/wireTraces';
import { Airlock } from '#main/airlock/airlock';
import { onUnexpectedError } from '#main/base/unexpected';
import { AgentChecks } from '#main/doctor/agentChecks';
import { type CheckScript, checkScript } from '#main/doctor/checkScript';
import { KeptChecks } from '#main/doctor/keptChecks';
import { type CheckTimings, checkTimings } from '#main/doctor/limits';
import { Host } from '#main/host/host';
import type { HostOptions } from '#main/host/hostOptions';
import { defaultTimings, type HostTimings } from '#main/host/limits';
import type { OpenFile } from '#main/host/store/fileAccess';
import { SESSIONS_FOLDER, TRASH_FOLDER } from '#main/host/store/layout';
import { SessionStore } from '#main/host/store/sessionStore';
import { McpServers } from '#main/mcp/mcpServers';
import type { StartProbe } from '#main/mcp/serverTests';
import { SessionServers } from '#main/mcp/sessionServers';
import { Permissions } from '#main/permissions/permissions';
import { openAllowedPaths, Projects } from '#main/projects/projects';
import type { Ptys } from '#main/terminals/terminals';
import { Trash } from '#main/trash/trash';
import { fail, ok } from '#shared/errors';
import { type AgentId, createIdSource, isSessionId, type SessionId } from '#shared/ids';
import type { SealAvailability } from '#shared/seal';
import type { Settings } from '#shared/settings';
import { locateCommand } from './agents/found/locateCommand';
import { lookUp } from './agents/process/environment/environmentLookup';
import type { ShellEnvironment } from './agents/process/environment/shellEnvironment';
import { FileProblems } from './base/files/fileProblems';
import type { FileProblem } from './base/files/keptFile';
import { randomName } from './base/files/randomName';
import type { Logger } from './base/log/logger';
import { LongWorks } from './base/longWorks';
import type { SecretBox } from './base/secrets/secretBox';
import { AirlockWorkplaces } from './host/changes/airlockWorkplaces';
import type { Workplaces } from './host/changes/workplace';
import { Checks, type ChecksOptions } from './host/checks/checks';
import { Delivery } from './host/deliver/delivery';
import { Provenance } from './host/provenance/provenance';
import { SearchIndex, type SearchIndexOptions } from './host/store/search/searchIndex';
import type { ServerSurroundings } from './mcp/resolveServer';

/** For agents to end and sessions to be written out; then the agents are killed. */
const QUIT_PATIENCE_MILLISECONDS = 2_000;
/** For each of the later steps, which all take a moment unless the system hangs. */
const QUIT_KILL_MILLISECONDS = 500;

export interface EngineOptions {
  /** The folder of sessions and the process ledger. */
  readonly dataFolder: string;
  /** The app's own folder, of which sealed agents see nothing; the data folder by default. */
  readonly ownFolder?: string | undefined;
  /** Whether this system can seal agents; tests answer for others. */
  readonly probeSeal?: (() => Promise<SealAvailability>) | undefined;
  readonly clientVersion: string;
  readonly demoAgent: AgentDefinition;
  readonly searchWorker: SearchIndexOptions['worker'];
  /** The program that tries MCP servers; without it none is tried. */
  readonly mcpProbe?: Pick<AgentDefinition, 'command' | 'args' | 'env'> | undefined;
  readonly logger: Logger;
  /** For agents' commands that need a terminal; without it all run on pipes. */
  readonly ptys?: Ptys | undefined;
  /** The folder of the traces of all wires, without secrets; none by default. */
  readonly traceFolder?: string | undefined;
  /** The workplaces of sessions; behind the airlock by default. */
  readonly workplaces?: Workplaces | undefined;
  /** How the files of sessions are opened; tests pass ones that fail. */
  readonly openFile?: OpenFile | undefined;
  /** Receives files that cannot be read. */
  readonly files?: FileProblems | undefined;
  /** Time limits; those that are not given have their usual values. */
  readonly timings?: Partial<EngineTimings> | undefined;
  /** Downloads what agents are installed from; Node's by default. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Keeps secrets; without it they are in memory alone. */
  readonly secretBox?: SecretBox | undefined;
  /** What agents are asked to do when they are checked; tests have other words for it. */
  readonly checkScript?: CheckScript | undefined;
  /** Runs a check where the user sees it. */
  readonly runCheck?: ChecksOptions['run'];
  /** Runs what a project wants run in a new tree, where the user sees it. */
  readonly runSetup?: HostOptions['runSetup'];
  settings(): Settings;
  environment(): Promise<ShellEnvironment>;
}

export interface EngineTimings extends HostTimings {
  readonly startMilliseconds: number;
  readonly ladder: LadderTimings;
  readonly check: Partial<CheckTimings>;
}

export interface Engine {
  readonly host: Host;
  readonly agents: AgentCatalogue;
  /** Which agents there are; looks for them when asked. */
  readonly atHand: AgentsAtHand;
  /** Tries agents out. */
  readonly agentChecks: AgentChecks;
  readonly secrets: AgentSecrets;
  readonly projects: Projects;
  /** Knows who brought in the lines of the user's files. */
  readonly provenance: Provenance;
  /** Hands accepted work on. */
  readonly delivery: Delivery;
  /** Runs the checks of projects on chosen hunks. */
  readonly checks: Checks;
  readonly permissions: Permissions;
  readonly mcp: McpServers;
  readonly trash: Trash;
  /** What takes long, for the window to show. */
  readonly works: LongWorks;
  /** Files of ours that could not be read. */
  readonly files: FileProblems;
  /** Settles when leftovers of earlier versions are cleaned up, or the wait is cancelled. */
  readonly tidied: Promise<void>;
  /** The trace file of an agent's wire, once there is one; null if tracing is off. */
  trace(agentId: AgentId): Promise<string | null>;
  /** Every agent has ended and every log is written out. Takes less than four seconds. */
  shutDown(): Promise<void>;
}

/** The part of the program that needs no window: agents, sessions and their logs, put together. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { dataFolder, logger, settings, environment, openFile, timings = {} } = options;
  const files = options.files ?? new FileProblems(logger);
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
  const networks = new SessionNetworks({
    agent: (id) => agents.find(id as AgentId)?.seal?.hosts,
    project: (folders) => projectHosts(settings(), folders),
  });
  const seals = new Seals({
    folder: join(dataFolder, 'seal'),
    data: options.ownFolder ?? dataFolder,
    logger: logger.child('seal'),
    networks,
    ...(options.probeSeal && { probe: options.probeSeal }),
  });
  const launcher = new AgentLauncher({
    environment,
    seals,
    ledgerPath: join(dataFolder, 'processes.json'),
    onProblem: files.report,
    logger,
    ...(timings.ladder ? { timings: timings.ladder } : {}),
  });
  const problems = new ProblemLog(logger);
  const traces = options.traceFolder === undefined ? null : new WireTraces(options.traceFolder);
  const pool = new RunningAgents({
    launcher,
    connect: connectAny,
    clientVersion: options.clientVersion,
    startMilliseconds: timings.startMilliseconds,
    ...(traces && { trace: (id: AgentId) => traces.of(id) }),
    onProblem: (definition, problem) => problems.add(definition, problem),
    onLogin: ({ id }, login) => atHand.noteLogin(id, login),
  });
  const ids = createIdSource(randomName);
  const airlock = new Airlock({
    data: join(dataFolder, 'airlock'),
    worktrees: join(dataFolder, 'worktrees'),
    ids,
    logger,
    selfArming: () => settings().review.selfArming,
  });
  // First: a session that was being deleted when the program ended is not listed again.
  const trash = await Trash.open({
    folder: join(dataFolder, TRASH_FOLDER),
    places: {
      session: join(dataFolder, SESSIONS_FOLDER),
      airlock: join(dataFolder, 'airlock'),
      worktree: join(dataFolder, 'worktrees'),
    },
    trees: airlock.trees,
    logger: logger.child('trash'),
  });
  const store = await SessionStore.open(dataFolder, {
    ...(openFile && { openFile }),
    onProblem: files.report,
  });
  const folders = await store.folders();
  const sessions = folders?.filter(isSessionId) ?? null;
  await trash.reunite(sessions ?? []);
  const orphans = sessions === null ? [] : await discardOrphans(sessions, airlock, trash);
  if (orphans.length > 0) files.report(withoutSessions(join(dataFolder, SESSIONS_FOLDER), orphans));
  const stopping = new AbortController();
  const tidied = airlock
    .retireOldRefs(folders ?? [], stopping.signal)
    .catch((error: unknown) => onUnexpectedError(error));
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
  const servers = new SessionServers({
    settings: () => settings().mcpServers,
    ofProject: async (project) => (await projects.plan(project))?.plan.mcpServers ?? {},
    surroundings: (cwd) => surroundingsIn(cwd, environment),
    rememberSecrets: (secrets) => launcher.rememberSecrets(secrets),
  });
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
  const startProbe =
    (place: Pick<LaunchRequest, 'cwd' | 'seal'>): StartProbe =>
    async (signal) =>
      options.mcpProbe === undefined
        ? fail('unavailable', 'Servers cannot be tried here.')
        : launcher.launch({ ...options.mcpProbe, ...place }, signal);
  const mcp = new McpServers({
    surroundings: (cwd) => surroundingsIn(cwd, environment),
    named: async (project, name) => {
      const theirs = (await projects.plan(project))?.plan.mcpServers ?? {};
      const all = { ...settings().mcpServers, ...theirs };
      return Object.hasOwn(all, name) ? (all[name] ?? null) : null;
    },
    placeOf: async (id) => {
      const session = await host.open(id);
      if (!session.ok) return session;
      const { agent, project, cwd } = session.value.live.state.head;
      const seal = session.value.seal();
      if (!seal.ok) return seal;
      const choices = agents.find(agent.id)?.seal ?? {};
      const sealed = seal.value && { session: seal.value, agentId: agent.id, choices };
      return ok({ project, cwd, start: startProbe({ cwd, seal: sealed }) });
    },
    startIn: (cwd) => startProbe({ cwd }),
    rememberSecrets: (secrets) => launcher.rememberSecrets(secrets),
  });
  const provenance = new Provenance({
    host,
    folder: join(dataFolder, 'provenance'),
    onProblem: files.report,
  });
  const checks = new Checks({
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
    run: options.runCheck,
    isRequired: (project) => settings().projects[project]?.acceptOnlyWhenGreen ?? false,
  });
  const delivery = new Delivery({
    host,
    checks,
    folder: join(dataFolder, 'deliver'),
    path: async () => (await environment()).variables.PATH,
  });
  // What cannot be saved now is tried again with the next change; a rule of no session does nothing.
  host.onDidRemove((id) => void permissions.forget(id).catch(onUnexpectedError));
  return {
    host,
    agents,
    atHand,
    agentChecks,
    secrets,
    projects,
    checks,
    delivery,
    provenance,
    permissions,
    mcp,
    trash,
    works,
    files,
    tidied,
    trace: async (agentId) => {
      await traces?.flush();
      return traces?.pathOf(agentId) ?? null;
    },
    shutDown: async () => {
      stopping.abort();
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
      // With its agents ended, nothing prevents a session from being written out.
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
    },
  };
}

/**
 * Before any session can be created: files of a session without a folder belong to nobody. An
 * existing folder owns its files, readable or not. If there is none at all, nothing is touched:
 * probably the folder of sessions is missing, and not every session. Returns what was left.
 */
async function discardOrphans(
  sessions: readonly SessionId[],
  airlock: Airlock,
  trash: Trash,
): Promise<readonly SessionId[]> {
  const { orphans } = await airlock.reconcile(sessions);
  if (sessions.length === 0) return orphans;
  for (const id of orphans) {
    await trash.discard(id, { reason: 'orphan', title: null, project: null });
  }
  return [];
}

function withoutSessions(path: string, orphans: readonly SessionId[]): FileProblem {
  const message = `It contains no session, but there are files of ${orphans.length}, which were not changed. Restore the folder and start Airlock again.`;
  return { path, message, aside: null, isDerived: false };
}

/** The variables and commands that MCP servers of a folder are made with. */
async function surroundingsIn(
  cwd: string,
  environment: EngineOptions['environment'],
): Promise<ServerSurroundings> {
  const { variables } = await environment();
  return {
    variable: (name) => {
      const value: unknown = lookUp(variables, name);
      return typeof value === 'string' ? value : undefined;
    },
    locate: async (command) => {
      const located = await locateCommand(command, { cwd, variables });
      return located.ok ? located.value.file : null;
    },
  };
}

/** By any of the names of a project's folder. */
function projectHosts({ projects }: Settings, folders: readonly string[]) {
  const found = folders.flatMap((folder) => projects[folder] ?? []);
  return {
    hosts: found.flatMap(({ hosts = [] }) => hosts),
    isLimited: found.some(({ onlyHosts }) => onlyHosts),
  };
}

function sealedLaunch(agent: AgentDefinition, session: SealRequest) {
  const { id, command, args, env, seal: choices = {} } = agent;
  return { command, args, env, cwd: session.copy, seal: { session, agentId: id, choices } };
}
