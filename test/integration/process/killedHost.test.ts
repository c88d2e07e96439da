import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PidLedger } from '#main/agents/process/pidLedger';
import { MemoryLogger } from '#main/base/memoryLogger';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { asNode, fixture, table } from './launchedAgents';

describe.runIf(process.platform === 'linux')('a host that is killed', () => {
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
    const { child, prefix } = await startHost(folder.join('killed.json'), 'stubborn.mjs', 3);
    expect(await countRun(prefix)).toBe(3);
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await countRun(prefix)).toBe(0), 2_000);
  });

  it('leaves no escaped grandchild behind', async () => {
    const { child, prefix } = await startHost(folder.join('escaped.json'), 'family.mjs', 1);
    expect(await countRun(prefix)).toBeGreaterThanOrEqual(3);
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await countRun(prefix)).toBe(0), 2_000);
  });

  async function watchdogOf(host: ChildProcess): Promise<number | undefined> {
    const children = (await table.list()).filter(({ parent }) => parent === host.pid);
    return children.find(({ runId }) => runId === null)?.pid;
  }

  it('has a new watchdog if it lost the first', async () => {
    const { child, prefix } = await startHost(folder.join('guarded.json'), 'stubborn.mjs', 1);
    const first = (await watchdogOf(child)) ?? 0;
    process.kill(first, 'SIGKILL');
    await vi.waitFor(async () => expect(await watchdogOf(child)).not.toBe(first), 2_000);
    await vi.waitFor(async () => expect(await watchdogOf(child)).toBeDefined(), 2_000);
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await countRun(prefix)).toBe(0), 2_000);
  });

  it('is made up for at the next start, if its watchdog could do nothing', async () => {
    const ledgerPath = folder.join('swept.json');
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
