import { describe, expect, it } from 'vitest';
import { nextValue } from '#main/base/emitter';
import { pidsOutside } from '#test/support/processes';
import {
  createLauncher,
  familyPids,
  launch,
  launchFrom,
  livingPids,
  openChannel,
  quick,
  table,
} from './launchedAgents';

describe.runIf(process.platform === 'linux')('closing', () => {
  it('kills a process that ignores everything else', async () => {
    const created = createLauncher(quick);
    const agent = await launchFrom(created, 'stubborn.mjs');
    const { channel } = openChannel(agent);
    await nextValue(channel.onMessage);
    expect(await agent.close()).toMatchObject({ step: 'killed', left: 0 });
    expect(agent.exit).toMatchObject({ signal: 'SIGKILL' });
    const told = created.logger.records
      .map(({ message }) => message)
      .filter((text) => text !== 'exited');
    expect(told).toEqual(['started', 'input-ended', 'terminated', 'killed']);
  });

  it('leaves no grandchild, even in a session of its own', async () => {
    const agent = await launch('family.mjs', ['hide']);
    const pids = await familyPids(agent);
    expect(await livingPids(pids)).toEqual(pids);
    expect(await agent.close()).toMatchObject({ left: 0 });
    expect(await livingPids(pids)).toEqual([]);
    const rows = await table.list();
    expect(rows.filter(({ runId }) => runId === agent.identity.runId)).toEqual([]);
  });

  it('ends the children of a process that exited by itself', async () => {
    const agent = await launch('family.mjs', ['exit']);
    const pids = await familyPids(agent);
    expect(await agent.gone).toMatchObject({ left: 0 });
    expect(agent.exit).toMatchObject({ code: 3 });
    expect(await livingPids(pids)).toEqual([]);
  });

  it('is noticed by the channel even if grandchildren hold the output open', async () => {
    const agent = await launch('family.mjs', ['exit', 'inherit'], {
      ...quick,
      terminateMilliseconds: 2_000,
    });
    const { channel } = openChannel(agent, { drainMilliseconds: 100 });
    const told = (await nextValue(channel.onMessage)) as { pids: number[] };
    const pids = [...pidsOutside(agent.identity.runId, told.pids)];
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
