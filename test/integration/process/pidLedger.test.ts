import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PidLedger } from '#main/agents/process/table/pidLedger';
import { MemoryLogger } from '#test/support/memoryLogger';
import { testFolder } from '#test/support/testFolder';
import { livingPids, table } from './launchedAgents';

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

  it('kills a leftover process and spares foreign ones that have its pid', async () => {
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
    const path = testFolder().write('ledger.json', JSON.stringify({ version: 1, processes }));

    const exited = once(leftover, 'exit');
    const ledger = new PidLedger(path, table, new MemoryLogger());
    expect(await ledger.sweep()).toBe(1);
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(await livingPids([reused, unmarked, otherRun])).toEqual([reused, unmarked, otherRun]);
  });

  it('kills what ran for an agent, even if the agent is already gone', async () => {
    const run = `test-${process.pid}`;
    const command = await startSleeper({ AIRLOCK_RUN: `${run}-commands` });
    const other = await startSleeper({ AIRLOCK_RUN: `other-${run}-commands` });
    const agents = [1, 2].map((count) => ({ runId: `${run}-${count}`, pid: 2 ** 22 + count }));
    const processes = agents.map((agent) => ({ ...agent, startTime: '1', command: 'gone' }));
    const path = testFolder().write('ledger.json', JSON.stringify({ version: 1, processes }));

    const exited = once(command, 'exit');
    command.kill('SIGSTOP');
    const ledger = new PidLedger(path, table, new MemoryLogger());
    expect(await ledger.sweep()).toBe(1);
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(await livingPids([other.pid])).toEqual([other.pid]);
  });

  it('does nothing with a ledger that cannot be read', async () => {
    const folder = testFolder();
    const logger = new MemoryLogger();
    for (const text of ['', '{"version":1,"processes":[{"pid":1}]}', '{"version":9}']) {
      const path = folder.write('broken.json', text);
      expect(await new PidLedger(path, table, logger).sweep()).toBe(0);
    }
    expect(logger.records.map(({ message }) => message)).toEqual(
      Array(3).fill('a file cannot be read'),
    );
  });
});
