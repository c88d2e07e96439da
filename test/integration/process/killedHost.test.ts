import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RESTARTS } from '#main/agents/process/limits';
import { probeSeal } from '#main/agents/process/seal/sealProbe';
import { PidLedger } from '#main/agents/process/table/pidLedger';
import { ProcessNamespaces } from '#main/base/process/processNamespaces';
import { DEFAULT_TIMEOUT_MILLISECONDS } from '#test/support/limits';
import { MemoryLogger } from '#test/support/memoryLogger';
import { isAlive } from '#test/support/processes';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { asNode, fixture, table } from './launchedAgents';

// Shows I9.

type Way = 'sealed' | 'in-namespace' | 'without-namespace';
const problem = await new ProcessNamespaces(new MemoryLogger()).problem();
/** Where the system does not let us have namespaces or seals, there is only the other way. */
const ways: Way[] = [
  ...((await probeSeal()).available ? (['sealed'] as const) : []),
  ...(problem === null ? (['in-namespace'] as const) : []),
  'without-namespace',
];
const strictWays = ways.filter((way) => way !== 'without-namespace');

describe.runIf(process.platform === 'linux')('a killed host', () => {
  const folder = new TemporaryFolder('airlock-process');
  const host = folder.join('host.mjs');
  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: fixture('host.ts'),
        outDir: folder.path,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'host.mjs' } },
      },
    });
  });
  afterAll(() => folder.dispose());

  async function startHost(ledgerPath: string, name: string, count: number, way: Way) {
    const child = spawn(process.execPath, [host, ledgerPath, fixture(name), `${count}`, way], {
      env: { ...process.env, ...asNode },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
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

  /** Processes that say in their command line that they are of the run; they have no other mark. */
  function escaped(prefix: string): readonly number[] {
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .filter((pid) => commandLine(pid).includes(prefix) && isAlive(Number(pid)))
      .map(Number);
  }

  async function watchdogOf(host: ChildProcess): Promise<number | undefined> {
    const children = (await table.list()).filter(({ parent }) => parent === host.pid);
    return children.find(({ pid }) => commandLine(`${pid}`).includes('airlock-watchdog'))?.pid;
  }

  describe.each(ways)('with agents %s', (way) => {
    const file = (name: string) => folder.join(`${way}-${name}.json`);

    it('leaves no agent behind, nor processes that agents started', async () => {
      const { child, prefix } = await startHost(file('killed'), 'stubborn.mjs', 3, way);
      expect(await countRun(prefix)).toBeGreaterThanOrEqual(3);
      child.kill('SIGKILL');
      await expect.poll(() => countRun(prefix)).toBe(0);
    });

    it('leaves no escaped grandchild behind', async () => {
      const { child, prefix } = await startHost(file('escaped'), 'family.mjs', 1, way);
      expect(await countRun(prefix)).toBeGreaterThanOrEqual(3);
      child.kill('SIGKILL');
      await expect.poll(() => countRun(prefix)).toBe(0);
    });

    it('gets a new watchdog if it lost the first', async () => {
      const { child, prefix } = await startHost(file('guarded'), 'stubborn.mjs', 1, way);
      const first = (await watchdogOf(child)) ?? 0;
      process.kill(first, 'SIGKILL');
      await expect.poll(() => watchdogOf(child)).not.toBe(first);
      await expect.poll(() => watchdogOf(child)).toBeDefined();
      child.kill('SIGKILL');
      await expect.poll(() => countRun(prefix)).toBe(0);
    });
  });

  it.runIf(ways.includes('sealed'))('loses an agent with its seal, and all of it', async () => {
    const { child, prefix } = await startHost(folder.join('s.json'), 'escaping.mjs', 1, 'sealed');
    await expect.poll(() => escaped(prefix).length).toBeGreaterThanOrEqual(3);
    const seals = (await table.list()).filter(
      ({ pid, parent }) => parent === child.pid && commandLine(`${pid}`).includes('--unshare-user'),
    );
    expect(seals).toHaveLength(1);
    for (const { pid } of seals) process.kill(pid, 'SIGKILL');
    const watchdog = await watchdogOf(child);
    await expect.poll(() => escaped(prefix).filter((pid) => pid !== watchdog)).toEqual([]);
    await expect.poll(() => countRun(prefix)).toBe(0);
  });

  it.each(strictWays)(
    'leaves no process behind that cleared its environment and left its session (%s)',
    async (way) => {
      const { child, prefix } = await startHost(
        folder.join(`i-${way}.json`),
        'escaping.mjs',
        2,
        way,
      );
      await expect.poll(() => escaped(prefix).length).toBeGreaterThanOrEqual(6);
      child.kill('SIGKILL');
      await expect.poll(() => escaped(prefix)).toEqual([]);
    },
  );

  it.runIf(ways.includes('in-namespace') && existsSync('/usr/bin/gdb'))(
    'leaves nothing behind even if a debugger holds the first process of the namespace',
    async () => {
      const ledgerPath = folder.join('held.json');
      const { child, prefix } = await startHost(ledgerPath, 'tracing.mjs', 1, 'in-namespace');
      expect(escaped(prefix).length).toBeGreaterThanOrEqual(1);
      child.kill('SIGKILL');
      await expect.poll(() => escaped(prefix)).toEqual([]);
    },
  );

  it.runIf(ways.includes('in-namespace'))(
    'leaves nothing behind even if its watchdog was killed until no more are started',
    async () => {
      const { child, prefix } = await startHost(
        folder.join('w.json'),
        'escaping.mjs',
        1,
        'in-namespace',
      );
      for (let killed = 0; killed <= RESTARTS; killed++) {
        const watchdog = await vi.waitFor(async () => {
          const found = await watchdogOf(child);
          expect(found).toBeDefined();
          return found ?? 0;
        }, DEFAULT_TIMEOUT_MILLISECONDS);
        process.kill(watchdog, 'SIGKILL');
        await expect.poll(() => isAlive(watchdog)).toBe(false);
      }
      expect(await watchdogOf(child)).toBeUndefined();
      await expect.poll(() => escaped(prefix).length).toBeGreaterThanOrEqual(3);
      child.kill('SIGKILL');
      await expect.poll(() => countRun(prefix)).toBe(0);
      expect(escaped(prefix)).toEqual([]);
    },
  );

  it.each(ways)(
    'is cleaned up at the next start, if its watchdog was killed and its agents, %s, are stopped',
    async (way) => {
      const ledgerPath = folder.join(`stopped-${way}.json`);
      const { child, prefix } = await startHost(ledgerPath, 'stubborn.mjs', 2, way);
      const ofRun = async () =>
        (await table.list()).filter(({ runId }) => runId?.startsWith(prefix));
      const stopped = (await ofRun()).map(({ pid }) => pid);
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
      const watchdog = (await watchdogOf(child)) ?? 0;
      // So that it starts no other.
      child.kill('SIGSTOP');
      process.kill(watchdog, 'SIGKILL');
      child.kill('SIGKILL');
      await once(child, 'exit');
      // In a namespace the kernel ends the agents, and what waits outside for their end is stopped.
      const left = way === 'without-namespace' ? stopped.length : 2;
      await expect.poll(async () => (await ofRun()).length).toBe(left);
      const ledger = new PidLedger(ledgerPath, table, new MemoryLogger());
      expect(await ledger.sweep()).toBe(left);
      await expect.poll(async () => (await ofRun()).length).toBe(0);
    },
  );

  it('is cleaned up at the next start, if its watchdog could do nothing', async () => {
    const ledgerPath = folder.join('swept.json');
    const { child, prefix } = await startHost(ledgerPath, 'stubborn.mjs', 2, 'without-namespace');
    const watchdog = (await watchdogOf(child)) ?? 0;
    process.kill(watchdog, 'SIGSTOP');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await countRun(prefix)).toBe(2);

    const ledger = new PidLedger(ledgerPath, table, new MemoryLogger());
    expect(await ledger.sweep()).toBe(2);
    await expect.poll(() => countRun(prefix)).toBe(0);
    expect(await ledger.sweep()).toBe(0);
    process.kill(watchdog, 'SIGKILL');
  });
});

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
}
