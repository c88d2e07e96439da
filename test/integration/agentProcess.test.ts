import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WireProblem } from '#main/agents/connection';
import { LineChannel } from '#main/agents/lines/lineChannel';
import { WireTap } from '#main/agents/lines/wireTap';
import { AgentLauncher } from '#main/agents/process/agentLauncher';
import type { AgentProcess } from '#main/agents/process/agentProcess';
import { PidLedger } from '#main/agents/process/pidLedger';
import type { LadderTimings } from '#main/agents/process/shutdownLadder';
import { systemProcessTable } from '#main/agents/process/systemProcessTable';
import { nextValue } from '#main/base/emitter';
import { MemoryLogger } from '#main/base/memoryLogger';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/process/${name}`, import.meta.url));
const quick: LadderTimings = {
  inputMilliseconds: 300,
  terminateMilliseconds: 300,
  killMilliseconds: 2_000,
  pollMilliseconds: 10,
};
const table = systemProcessTable();
const asNode = { ELECTRON_RUN_AS_NODE: '1' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-process-'));
});
afterAll(() => rm(folder, { recursive: true }));

function createLauncher(timings?: LadderTimings) {
  const logger = new MemoryLogger();
  const ledgerPath = join(folder, `ledger-${Math.random()}.json`);
  const variables = { PATH: process.env.PATH ?? '', HOME: folder, LD_PRELOAD: '/none.so' };
  const launcher = new AgentLauncher({
    environment: async () => ({ variables, source: 'process', shell: null }),
    ledgerPath,
    logger,
    ...(timings ? { timings } : {}),
  });
  onTestFinished(async () => {
    await launcher.closeAll();
    launcher.dispose();
  });
  return { launcher, logger, ledgerPath };
}

async function launch(
  name: string,
  args: readonly (string | number)[] = [],
  timings: LadderTimings = quick,
): Promise<AgentProcess> {
  const { launcher } = createLauncher(timings);
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

function openChannel(agent: AgentProcess, timings: { drainMilliseconds?: number } = {}) {
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

async function livingPids(pids: readonly number[]): Promise<number[]> {
  const rows = await table.list();
  return pids.filter((pid) => rows.some((row) => row.pid === pid));
}

async function familyPids(agent: AgentProcess): Promise<number[]> {
  const { channel } = openChannel(agent);
  const { pids } = (await nextValue(channel.onMessage)) as { pids: number[] };
  return pids;
}

describe('a process', () => {
  it('exchanges lines with its channel, and ends when its input does', async () => {
    const agent = await launch('echo.mjs');
    const { channel } = openChannel(agent);
    const answer = nextValue(channel.onMessage);
    channel.send({ id: 1, text: 'héllo\nworld' });
    expect(await answer).toEqual({ id: 1, text: 'héllo\nworld' });
    const closed = nextValue(channel.onClose);
    expect(await agent.close()).toMatchObject({ step: 'input-ended', left: 0 });
    expect(await closed).toBe('The agent exited with code 0.');
    expect(agent.exit).toMatchObject({ code: 0, signal: null });
  });

  it('gets the environment of the user without ours, and its folder', async () => {
    const agent = await launch('environment.mjs');
    const { channel } = openChannel(agent);
    const told = (await nextValue(channel.onMessage)) as {
      environment: Record<string, string>;
      folder: string;
    };
    expect(told.environment).toMatchObject({ HOME: folder, PWD: folder, ...asNode });
    expect(told.environment.AIRLOCK_RUN).toBe(agent.identity.runId);
    expect(told.environment).not.toHaveProperty('LD_PRELOAD');
    expect(told.folder).toBe(folder);
  });

  it('is in the ledger while it runs', async () => {
    const { launcher, ledgerPath } = createLauncher(quick);
    const started = await launcher.launch({
      command: process.execPath,
      args: [fixture('echo.mjs')],
      env: asNode,
      cwd: folder,
    });
    if (!started.ok) throw new Error(started.error.message);
    const { identity } = started.value;
    const read = async () => JSON.parse(await readFile(ledgerPath, 'utf8')).processes;
    expect(await read()).toEqual([{ ...identity, command: process.execPath }]);
    expect(launcher.processes.size).toBe(1);
    await launcher.closeAll();
    started.value.dispose();
    expect(await read()).toEqual([]);
    expect(launcher.processes.size).toBe(0);
  });

  it('delivers a flood in order, whatever pauses come between', async () => {
    const agent = await launch('flood.mjs', [50_000]);
    const { channel } = openChannel(agent);
    let next = 0;
    channel.onMessage((message) => {
      expect((message as { number: number }).number).toBe(next++);
      if (next % 10_000 !== 0) return;
      channel.pause();
      void setImmediate().then(() => channel.resume());
    });
    expect(await nextValue(channel.onClose)).toBe('The agent exited with code 0.');
    expect(next).toBe(50_000);
  });

  it('stalls while its channel is paused, and loses nothing', async () => {
    const agent = await launch('flood.mjs', [2_000, 10_000]);
    const { channel } = openChannel(agent);
    const { input } = agent.transport;
    let count = 0;
    channel.onMessage(() => {
      if (++count === 10) channel.pause();
    });
    await vi.waitFor(() => expect(input.readableLength).toBeGreaterThan(0));
    for (let turn = 0; turn < 1_000; turn++) await setImmediate();
    expect(count).toBe(10);
    expect(agent.exit).toBeNull();
    expect(input.readableLength).toBeLessThan(256 * 1024);
    channel.resume();
    await nextValue(channel.onClose);
    expect(count).toBe(2_000);
  });

  it('may print 100,000 lines that are no messages without reading a thing', async () => {
    const agent = await launch('noisy.mjs', [100_000]);
    const { channel, problems, tap } = openChannel(agent);
    const started = performance.now();
    expect(await nextValue(channel.onMessage)).toEqual({ done: true });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(problems.filter(({ type }) => type === 'garbage')).toHaveLength(100_000);
    expect(problems.filter(({ type }) => type === 'unexpected')).toHaveLength(1);
    expect(tap.frames()).toHaveLength(2_000);
  });

  it('is called stuck when it never reads', async () => {
    const agent = await launch('noisy.mjs', [0]);
    const { channel } = openChannel(agent);
    await nextValue(channel.onMessage);
    for (let index = 0; index < 20; index++) channel.send({ text: 'x'.repeat(1024 * 1024) });
    expect(channel.closeReason).toMatch(/^The agent is stuck: it leaves [89] MiB unread\.$/);
  });

  it('may flood its standard error', async () => {
    const before = process.memoryUsage.rss();
    const agent = await launch('stderrFlood.mjs', [200]);
    let heard = 0;
    agent.stderr.onDidWrite(({ bytes }) => {
      heard += bytes;
    });
    const exit = await nextValue(agent.onDidExit);
    expect(exit).toMatchObject({ message: 'The agent exited with code 1.', code: 1 });
    expect(exit.stderrTail.length).toBeLessThanOrEqual(8 * 1024);
    expect(exit.stderrTail).toMatch(/long\nfatal: token=\[redacted\]\n$/);
    expect(heard).toBeGreaterThan(200_000_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(60_000_000);
  });
});

describe('a start that fails', () => {
  async function failure(command: string, cwd = folder) {
    const { launcher } = createLauncher();
    const started = await launcher.launch({ command, args: [], env: {}, cwd });
    if (started.ok) throw new Error('started');
    return started.error;
  }

  it('tells a missing command, with the folders of PATH', async () => {
    const error = await failure('no-such-agent');
    expect(error.message).toBe('The agent could not be started: command not found: no-such-agent.');
    expect(error.detail).toContain(process.env.PATH?.split(':')[0]);
  });

  it('tells a file that may not be run, a missing interpreter, a missing folder', async () => {
    const plain = join(folder, 'plain');
    await writeFile(plain, '#!/bin/sh\n');
    expect((await failure(plain)).message).toBe(
      `The agent could not be started: permission denied: ${plain} is not executable.`,
    );
    const script = join(folder, 'script');
    await writeFile(script, '#!/no/such/interpreter\n');
    await chmod(script, 0o755);
    expect((await failure(script)).message).toBe(
      `The agent could not be started: the program that runs ${script} was not found.`,
    );
    expect((await failure('sh', '/no/such/folder')).message).toBe(
      'The agent could not be started: the folder /no/such/folder does not exist.',
    );
  });

  it('tells what the system refuses', async () => {
    const { launcher } = createLauncher();
    const started = await launcher.launch({
      command: 'sh',
      args: ['-c', 'a\0b'],
      env: {},
      cwd: folder,
    });
    expect(started).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(launcher.processes.size).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')('closing', () => {
  it('kills one that ignores everything else', async () => {
    const { launcher, logger } = createLauncher(quick);
    const started = await launcher.launch({
      command: process.execPath,
      args: [fixture('stubborn.mjs')],
      env: asNode,
      cwd: folder,
    });
    if (!started.ok) throw new Error(started.error.message);
    const agent = started.value;
    const { channel } = openChannel(agent);
    await nextValue(channel.onMessage);
    expect(await agent.close()).toMatchObject({ step: 'killed', left: 0 });
    expect(agent.exit).toMatchObject({ signal: 'SIGKILL' });
    const told = logger.records.map(({ message }) => message).filter((text) => text !== 'exited');
    expect(told).toEqual(['started', 'input-ended', 'terminated', 'killed']);
    agent.dispose();
  });

  it('leaves no grandchild, not even those in a session of their own', async () => {
    const agent = await launch('family.mjs', ['hide']);
    const pids = await familyPids(agent);
    expect(await livingPids(pids)).toEqual(pids);
    expect(await agent.close()).toMatchObject({ left: 0 });
    expect(await livingPids(pids)).toEqual([]);
    const rows = await table.list();
    expect(rows.filter(({ runId }) => runId === agent.identity.runId)).toEqual([]);
  });

  it('ends what a process left that exited by itself', async () => {
    const agent = await launch('family.mjs', ['exit']);
    const pids = await familyPids(agent);
    expect(await agent.gone).toMatchObject({ left: 0 });
    expect(agent.exit).toMatchObject({ code: 3 });
    expect(await livingPids(pids)).toEqual([]);
  });

  it('is seen by the channel though grandchildren hold the output open', async () => {
    const agent = await launch('family.mjs', ['exit', 'inherit'], {
      ...quick,
      terminateMilliseconds: 2_000,
    });
    const { channel } = openChannel(agent, { drainMilliseconds: 100 });
    const { pids } = (await nextValue(channel.onMessage)) as { pids: number[] };
    expect(await nextValue(channel.onClose)).toBe('The agent exited with code 3.');
    expect(await livingPids(pids)).toEqual(pids);
    expect(await agent.gone).toMatchObject({ step: 'killed', left: 0 });
  });

  it('by dispose alone kills at once', async () => {
    const agent = await launch('stubborn.mjs');
    const { channel } = openChannel(agent);
    await nextValue(channel.onMessage);
    channel.dispose();
    agent.dispose();
    expect(await agent.gone).toMatchObject({ left: 0 });
    expect(await livingPids([agent.pid])).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('a host that is killed', () => {
  let host: string;
  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: fixture('host.ts'),
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'host.mjs' } },
      },
    });
    host = join(folder, 'host.mjs');
  });

  async function startHost(ledgerPath: string, name: string, count: number) {
    const child = spawn(process.execPath, [host, ledgerPath, fixture(name), `${count}`], {
      env: { ...process.env, ...asNode },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const runIds: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      runIds.push(JSON.parse(line).runId);
      if (runIds.length === count) break;
    }
    return { child, prefix: runIds[0]?.replace(/\d+$/, '') ?? 'none' };
  }

  async function countRun(prefix: string): Promise<number> {
    return (await table.list()).filter(({ runId }) => runId?.startsWith(prefix)).length;
  }

  it('leaves no agent behind, nor what agents started', async () => {
    const { child, prefix } = await startHost(join(folder, 'killed.json'), 'stubborn.mjs', 3);
    expect(await countRun(prefix)).toBe(3);
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await countRun(prefix)).toBe(0), 2_000);
  });

  it('leaves no escaped grandchild behind', async () => {
    const { child, prefix } = await startHost(join(folder, 'escaped.json'), 'family.mjs', 1);
    expect(await countRun(prefix)).toBeGreaterThanOrEqual(3);
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await countRun(prefix)).toBe(0), 2_000);
  });

  async function watchdogOf(host: ChildProcess): Promise<number | undefined> {
    const children = (await table.list()).filter(({ parent }) => parent === host.pid);
    return children.find(({ runId }) => runId === null)?.pid;
  }

  it('has a new watchdog if it lost the first', async () => {
    const { child, prefix } = await startHost(join(folder, 'guarded.json'), 'stubborn.mjs', 1);
    const first = (await watchdogOf(child)) ?? 0;
    process.kill(first, 'SIGKILL');
    await vi.waitFor(async () => expect(await watchdogOf(child)).not.toBe(first), 2_000);
    await vi.waitFor(async () => expect(await watchdogOf(child)).toBeDefined(), 2_000);
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await countRun(prefix)).toBe(0), 2_000);
  });

  it('is made up for at the next start, if its watchdog could do nothing', async () => {
    const ledgerPath = join(folder, 'swept.json');
    const { child, prefix } = await startHost(ledgerPath, 'stubborn.mjs', 2);
    const watchdog = (await watchdogOf(child)) ?? 0;
    process.kill(watchdog, 'SIGSTOP');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await countRun(prefix)).toBe(2);

    const ledger = new PidLedger(ledgerPath, table, new MemoryLogger());
    expect(await ledger.sweep()).toBe(2);
    await vi.waitFor(async () => expect(await countRun(prefix)).toBe(0), 2_000);
    expect(await ledger.sweep()).toBe(0);
    process.kill(watchdog, 'SIGKILL');
  });
});

describe.runIf(process.platform === 'linux')('sweeping', () => {
  async function startSleeper(
    variables: Record<string, string>,
  ): Promise<ChildProcess & { pid: number }> {
    const sleeper = spawn('/bin/sleep', ['1000'], { env: variables, detached: true });
    onTestFinished(() => {
      sleeper.kill('SIGKILL');
    });
    await once(sleeper, 'spawn');
    return sleeper as ChildProcess & { pid: number };
  }

  it('kills a leftover and spares strangers that have its pid', async () => {
    const run = `test-${process.pid}`;
    const leftover = await startSleeper({ AIRLOCK_RUN: `${run}-1` });
    const strangers = await Promise.all([
      startSleeper({}),
      startSleeper({}),
      startSleeper({ AIRLOCK_RUN: `${run}-other` }),
    ]);
    const [reused, unmarked, otherRun] = strangers.map(({ pid }) => pid) as [
      number,
      number,
      number,
    ];
    const processes = [
      { pid: leftover.pid, startTime: await table.startTimeOf(leftover.pid), runId: `${run}-1` },
      { pid: reused, startTime: '1', runId: `${run}-2` },
      { pid: unmarked, startTime: await table.startTimeOf(unmarked), runId: `${run}-3` },
      { pid: otherRun, startTime: await table.startTimeOf(otherRun), runId: `${run}-4` },
    ].map((entry) => ({ ...entry, command: 'sleep' }));
    const path = join(folder, 'ledger.json');
    await writeFile(path, JSON.stringify({ version: 1, processes }));

    const exited = once(leftover, 'exit');
    const ledger = new PidLedger(path, table, new MemoryLogger());
    expect(await ledger.sweep()).toBe(1);
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(await livingPids([reused, unmarked, otherRun])).toEqual([reused, unmarked, otherRun]);
  });

  it('does nothing by a ledger that cannot be read', async () => {
    const path = join(folder, 'broken.json');
    const logger = new MemoryLogger();
    for (const text of ['', '{"version":1,"processes":[{"pid":1}]}', '{"version":9}']) {
      await writeFile(path, text);
      expect(await new PidLedger(path, table, logger).sweep()).toBe(0);
    }
    expect(logger.records.map(({ message }) => message)).toEqual(
      Array(3).fill('process ledger not readable'),
    );
  });
});
