import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { WireProblem } from '#main/agents/connection';
import { LineChannel } from '#main/agents/lines/lineChannel';
import { WireTap } from '#main/agents/lines/wireTap';
import { AgentLauncher } from '#main/agents/process/agentLauncher';
import type { AgentProcess } from '#main/agents/process/agentProcess';
import type { LadderTimings } from '#main/agents/process/shutdownLadder';
import { systemProcessTable } from '#main/agents/process/table/sharedProcessTable';
import { nextValue } from '#main/base/emitter';
import type { ProcessNamespaces } from '#main/base/process/processNamespaces';
import { MemoryLogger } from '#test/support/memoryLogger';
import { pidsOutside } from '#test/support/processes';
import { testFolder } from '#test/support/testFolder';

export const quick: LadderTimings = {
  inputMilliseconds: 300,
  terminateMilliseconds: 300,
  killMilliseconds: 2_000,
  pollMilliseconds: 10,
};
export const table = systemProcessTable();
export const asNode = { ELECTRON_RUN_AS_NODE: '1' };

export interface TestLauncher {
  readonly launcher: AgentLauncher;
  readonly logger: MemoryLogger;
  readonly ledgerPath: string;
  /** Where its agents work. */
  readonly folder: string;
}

/** One of the programs in test/fixtures/process. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/process/${name}`, import.meta.url));
}

export function createLauncher(
  timings?: LadderTimings,
  namespaces?: ProcessNamespaces,
): TestLauncher {
  const folder = testFolder();
  const logger = new MemoryLogger();
  const ledgerPath = folder.join('ledger.json');
  const variables = { PATH: process.env.PATH ?? '', HOME: folder.path, LD_PRELOAD: '/none.so' };
  const launcher = new AgentLauncher({
    environment: async () => ({ variables, source: 'process', shell: null }),
    ledgerPath,
    logger,
    ...(timings ? { timings } : {}),
    ...(namespaces ? { namespaces } : {}),
  });
  onTestFinished(async () => {
    await launcher.closeAll();
    launcher.dispose();
  });
  return { launcher, logger, ledgerPath, folder: folder.path };
}

export async function launchFrom(
  { launcher, folder }: TestLauncher,
  name: string,
  args: readonly (string | number)[] = [],
): Promise<AgentProcess> {
  const started = await launcher.launch({
    command: process.execPath,
    args: [fixture(name), ...args.map(String)],
    env: asNode,
    cwd: folder,
  });
  if (!started.ok) throw new Error(started.error.message);
  const agent = started.value;
  onTestFinished(async () => {
    await agent.close();
    agent.dispose();
  });
  return agent;
}

export function launch(
  name: string,
  args: readonly (string | number)[] = [],
  timings: LadderTimings = quick,
): Promise<AgentProcess> {
  return launchFrom(createLauncher(timings), name, args);
}

export function openChannel(agent: AgentProcess, timings: { drainMilliseconds?: number } = {}) {
  const tap = new WireTap();
  const problems: WireProblem[] = [];
  const channel = new LineChannel({
    transport: agent.transport,
    tap,
    report: (problem) => problems.push(problem),
    ...timings,
  });
  onTestFinished(() => {
    channel.dispose();
    tap.dispose();
  });
  return { channel, tap, problems };
}

export async function livingPids(pids: readonly number[]): Promise<number[]> {
  const rows = await table.list();
  return pids.filter((pid) => rows.some((row) => row.pid === pid));
}

export async function familyPids(agent: AgentProcess): Promise<number[]> {
  const { channel } = openChannel(agent);
  const { pids } = (await nextValue(channel.onMessage)) as { pids: number[] };
  return [...pidsOutside(agent.identity.runId, pids)];
}
