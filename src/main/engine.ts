import { join } from 'node:path';
import type { AgentDefinition } from '#main/agents/agents';
import { AgentCatalogue } from '#main/agents/catalogue';
import { ProblemLog } from '#main/agents/problemLog';
import { AgentLauncher } from '#main/agents/process/agentLauncher';
import { decideRestart } from '#main/agents/process/restartPolicy';
import { settledWithin } from '#main/agents/process/settledWithin';
import type { ShellEnvironment } from '#main/agents/process/shellEnvironment';
import type { LadderTimings } from '#main/agents/process/shutdownLadder';
import { RunningAgents } from '#main/agents/runningAgents';
import { connectAny } from '#main/agents/wires/detect/connect';
import { WireTraces } from '#main/agents/wireTraces';
import { Airlock } from '#main/airlock/airlock';
import { FileProblems } from '#main/base/fileProblems';
import type { FileProblem } from '#main/base/keptFile';
import type { Logger } from '#main/base/logger';
import { randomName } from '#main/base/randomName';
import { onUnexpectedError } from '#main/base/unexpected';
import { airlockChanges } from '#main/host/airlockChanges';
import { AirlockWorkplaces } from '#main/host/airlockWorkplaces';
import type { Changes } from '#main/host/changes';
import { Host, type HostOptions } from '#main/host/host';
import { defaultTimings, type HostTimings } from '#main/host/limits';
import type { OpenFile } from '#main/host/store/fileAccess';
import { SESSIONS_FOLDER, TRASH_FOLDER } from '#main/host/store/layout';
import { SearchIndex, type SearchIndexOptions } from '#main/host/store/searchIndex';
import { SessionStore } from '#main/host/store/sessionStore';
import type { Workplaces } from '#main/host/workplace';
import { Projects } from '#main/projects/projects';
import type { Ptys } from '#main/terminals/terminals';
import { Trash } from '#main/trash/trash';
import { type AgentId, createIdSource, isSessionId, type SessionId } from '#shared/ids';
import type { Settings } from '#shared/settings';

/** For agents to end and sessions to be written out; then the agents are killed. */
const QUIT_PATIENCE_MILLISECONDS = 2_000;
/** For each of the steps after that, which all take a moment unless the system hangs. */
const QUIT_KILL_MILLISECONDS = 500;

export interface EngineOptions {
  /** Where sessions and the ledger of processes are kept. */
  readonly dataFolder: string;
  readonly clientVersion: string;
  readonly demoAgent: AgentDefinition;
  readonly searchWorker: SearchIndexOptions['worker'];
  readonly logger: Logger;
  /** For commands of agents that want a terminal; without it all run on pipes. */
  readonly ptys?: Ptys | undefined;
  /** Where all that goes over the wires is written, without secrets; nowhere unless told. */
  readonly traceFolder?: string | undefined;
  /** Where sessions work; behind the airlock unless told otherwise. */
  readonly workplaces?: Workplaces | undefined;
  /** How the files of sessions are opened; tests hand in ones that fail. */
  readonly openFile?: OpenFile | undefined;
  /** Where files that cannot be read are told of. */
  readonly files?: FileProblems | undefined;
  /** How long things may take; what is not given has its usual value. */
  readonly timings?: Partial<EngineTimings> | undefined;
  /** Runs what a project wants run in a new tree, where the user sees it. */
  readonly runSetup?: HostOptions['runSetup'];
  settings(): Settings;
  environment(): Promise<ShellEnvironment>;
}

export interface EngineTimings extends HostTimings {
  readonly startMilliseconds: number;
  readonly ladder: LadderTimings;
}

export interface Engine {
  readonly host: Host;
  readonly agents: AgentCatalogue;
  readonly changes: Changes;
  readonly projects: Projects;
  readonly trash: Trash;
  /** Files of ours that could not be read. */
  readonly files: FileProblems;
  /** Settles when what earlier versions left is put right, or nobody waits for that any more. */
  readonly tidied: Promise<void>;
  /** Where all that goes over an agent's wire is written, once it is; null where it is not. */
  trace(agentId: AgentId): Promise<string | null>;
  /** Every agent has ended and every log is written out. Takes less than four seconds. */
  shutDown(): Promise<void>;
}

/** All of the program that needs no window: agents, sessions and their logs, put together. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { dataFolder, logger, settings, environment, openFile, timings = {} } = options;
  const files = options.files ?? new FileProblems(logger);
  const agents = new AgentCatalogue(options.demoAgent, settings);
  const launcher = new AgentLauncher({
    environment,
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
    trees: airlock,
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
  const workplaces = new AirlockWorkplaces(airlock, logger, projects);
  const host = new Host({
    store,
    search: new SearchIndex({
      root: dataFolder,
      worker: options.searchWorker,
      onProblem: files.report,
    }),
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
  });
  return {
    host,
    agents,
    projects,
    trash,
    files,
    tidied,
    changes: airlockChanges(workplaces, (id) => host.open(id)),
    trace: async (agentId) => {
      await traces?.flush();
      return traces?.pathOf(agentId) ?? null;
    },
    shutDown: async () => {
      stopping.abort();
      const politely = (async () => {
        await host.shutDown();
        await pool.drain();
        await launcher.closeAll();
      })();
      await settledWithin(politely, QUIT_PATIENCE_MILLISECONDS);
      // With its agents gone, nothing keeps a session from being written out.
      await settledWithin(launcher.killAll(), QUIT_KILL_MILLISECONDS);
      await settledWithin(politely, QUIT_KILL_MILLISECONDS);
      await settledWithin(
        Promise.all([traces?.flush(), workplaces.drain(), trash.close(), tidied]),
        QUIT_KILL_MILLISECONDS,
      );
      host.dispose();
      workplaces.dispose();
      pool.dispose();
      launcher.dispose();
    },
  };
}

/**
 * Before any session can be made: files of a session that has no folder belong to nobody. A folder
 * that is there owns its files, readable or not. If there is none at all, nothing is touched: rather than
 * every session, the folder of them is missing. Gives what was left.
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
  const message = `There is no session in it, though there are files of ${orphans.length}, which are left as they are. Put the folder back as it was and start Airlock again.`;
  return { path, message, aside: null, isDerived: false };
}
