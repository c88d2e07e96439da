import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentProcess } from '#main/agents/process/agentProcess';
import { nextValue } from '#main/base/emitter';
import { MemoryLogger } from '#test/support/memoryLogger';
import { testFolder } from '#test/support/testFolder';
import {
  asNode,
  createLauncher,
  launch,
  launchFrom,
  openChannel,
  quick,
  table,
} from './launchedAgents';

describe('a process', () => {
  it('exchanges lines with its channel, and exits when its input ends', async () => {
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

  it('gets the user’s environment without the app’s variables, and its folder', async () => {
    const created = createLauncher(quick);
    const { folder } = created;
    const agent = await launchFrom(created, 'environment.mjs');
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

  it('keeps what it printed if it ends before anybody reads', async () => {
    const isGone = (pid: number) => {
      try {
        return !process.kill(pid, 0);
      } catch {
        return true;
      }
    };
    const started = await AgentProcess.start({
      file: process.execPath,
      args: ['-e', 'console.log("out"); console.error("err")'],
      windowsVerbatimArguments: false,
      variables: { ...asNode },
      cwd: testFolder().path,
      runId: 'run',
      table: {
        list: () => table.list(),
        startTimeOf: async (pid) => {
          await expect.poll(() => isGone(pid), { timeout: 10_000 }).toBe(true);
          return null;
        },
      },
      namespace: null,
      confinement: { type: 'declined' },
      logger: new MemoryLogger(),
    });
    if (!started.ok) throw started.error;
    const { transport, stderr } = started.value;
    onTestFinished(() => started.value.dispose());
    expect(await transport.ended).toBe('The agent exited with code 0.');
    expect(await text(transport.input)).toBe('out\n');
    expect(stderr.tail()).toBe('err\n');
  });

  it('is in the ledger while it runs', async () => {
    const created = createLauncher(quick);
    const { launcher, ledgerPath } = created;
    const { identity } = await launchFrom(created, 'echo.mjs');
    const read = async () => JSON.parse(await readFile(ledgerPath, 'utf8')).processes;
    expect(await read()).toEqual([{ ...identity, command: process.execPath }]);
    expect(launcher.processes.size).toBe(1);
    await launcher.closeAll();
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
    await expect.poll(() => input.readableLength).toBeGreaterThan(0);
    for (let turn = 0; turn < 1_000; turn++) await setImmediate();
    expect(count).toBe(10);
    expect(agent.exit).toBeNull();
    expect(input.readableLength).toBeLessThan(256 * 1024);
    channel.resume();
    await nextValue(channel.onClose);
    expect(count).toBe(2_000);
  });

  it('may print 100,000 lines that are not messages without reading anything', async () => {
    const agent = await launch('noisy.mjs', [100_000]);
    const { channel, problems, tap } = openChannel(agent);
    expect(await nextValue(channel.onMessage)).toEqual({ done: true });
    expect(problems.filter(({ type }) => type === 'garbage')).toHaveLength(100_000);
    expect(problems.filter(({ type }) => type === 'unexpected')).toHaveLength(1);
    expect(tap.frames()).toHaveLength(2_000);
  });

  it('is reported as stuck when it never reads', async () => {
    const agent = await launch('noisy.mjs', [0]);
    const { channel } = openChannel(agent);
    await nextValue(channel.onMessage);
    for (let index = 0; index < 20; index++) channel.send({ text: 'x'.repeat(1024 * 1024) });
    expect(channel.congestion()).not.toBeNull();
    for (let index = 0; index < 50; index++) channel.send({ text: 'x'.repeat(1024 * 1024) });
    expect(channel.closeReason).toMatch(
      /^The agent is not reading its input: (64|65) MiB unread\.$/,
    );
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
