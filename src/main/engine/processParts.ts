import { join } from 'node:path';
import type { AgentDefinition, SealRequest } from '#main/agents/agents';
import { ProblemLog } from '#main/agents/problemLog';
import { AgentLauncher } from '#main/agents/process/agentLauncher';
import { SessionNetworks } from '#main/agents/process/seal/network/sessionNetworks';
import { Seals } from '#main/agents/process/seal/seals';
import { RunningAgents } from '#main/agents/runningAgents';
import { connectAny } from '#main/agents/wires/detect/connect';
import { WireTraces } from '#main/agents/wireTraces';
import type { FileProblems } from '#main/base/files/fileProblems';
import type { AgentId } from '#shared/ids';
import type { Settings } from '#shared/settings';
import type { AgentParts } from './agentParts';
import type { EngineOptions } from './engineOptions';

export interface ProcessParts {
  readonly networks: SessionNetworks;
  readonly seals: Seals;
  readonly launcher: AgentLauncher;
  /** Null if tracing is off. */
  readonly traces: WireTraces | null;
  readonly pool: RunningAgents;
}

/** Creates the parts that start agents, seal them and keep them running. */
export function createProcesses(
  options: EngineOptions,
  { agents, atHand }: AgentParts,
  files: FileProblems,
): ProcessParts {
  const { dataFolder, logger, settings, environment, timings = {} } = options;
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
    ...(options.namespaces && { namespaces: options.namespaces }),
    ...(timings.ladder ? { timings: timings.ladder } : {}),
  });
  const problems = new ProblemLog(logger);
  const traces = options.traceFolder === undefined ? null : new WireTraces(options.traceFolder);
  const pool = new RunningAgents({
    launcher,
    connect: connectAny,
    clientVersion: options.clientVersion,
    startMilliseconds: timings.startMilliseconds,
    ...(traces && { trace: (id: AgentId) => traces.run(id) }),
    onProblem: (definition, problem) => problems.add(definition, problem),
    onLogin: ({ id }, login) => atHand.noteLogin(id, login),
  });
  return { networks, seals, launcher, traces, pool };
}

export function sealedLaunch(agent: AgentDefinition, session: SealRequest) {
  const { id, command, args, env, seal: choices = {} } = agent;
  return { command, args, env, cwd: session.copy, seal: { session, agentId: id, choices } };
}

/** The hosts of a project, found by any name of its folder. */
function projectHosts({ projects }: Settings, folders: readonly string[]) {
  const found = folders.flatMap((folder) => projects[folder] ?? []);
  return {
    hosts: found.flatMap(({ hosts = [] }) => hosts),
    isLimited: found.some(({ onlyHosts }) => onlyHosts),
  };
}
