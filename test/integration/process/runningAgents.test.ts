import { describe, expect, it, onTestFinished } from 'vitest';
import { type AgentDefinition, AgentStartError, type ProcessView } from '#main/agents/agents';
import { AgentLauncher } from '#main/agents/process/agentLauncher';
import { RunningAgents } from '#main/agents/runningAgents';
import { connectAny } from '#main/agents/wires/detect/connect';
import type { AgentId } from '#shared/ids';
import type { Scenario } from '#test/agent/scenario';
import { MemoryLogger } from '#test/support/memoryLogger';
import { scriptedAgent } from '#test/support/scenario';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';

function setUp(scenario: Scenario, startMilliseconds?: number) {
  const folder = testFolder();
  const agent = scriptedAgent(folder, scenario);
  const logger = new MemoryLogger();
  const launcher = new AgentLauncher({
    environment: async () => ({
      variables: { PATH: process.env.PATH ?? '' },
      source: 'process',
      shell: null,
    }),
    ledgerPath: folder.join('ledger.json'),
    logger,
  });
  const pool = new RunningAgents({
    launcher,
    connect: connectAny,
    clientVersion: '0',
    startMilliseconds,
    onProblem: () => undefined,
  });
  onTestFinished(async () => {
    await pool.drain();
    await launcher.closeAll();
    pool.dispose();
    launcher.dispose();
  });
  const definition: AgentDefinition = {
    id: 'scripted' as AgentId,
    name: 'Scripted',
    command: agent.command,
    args: agent.args,
    env: agent.env,
    wire: 'acp',
  };
  const views: ProcessView[] = [];
  const lease = (workspace = folder.path, signal = new AbortController().signal, changes = {}) =>
    pool.lease({
      definition: { ...definition, ...changes },
      workspace,
      signal,
      onProgress: () => undefined,
      onProcess: (view) => views.push(view),
    });
  const started = () => agent.journal.of('started').length;
  return { folder, agent, launcher, pool, lease, views, started };
}

describe('RunningAgents', () => {
  it('starts one process for all callers with the same agent, and ends it with the last of them', async () => {
    const { launcher, pool, lease, started } = setUp({});
    const [one, two] = await Promise.all([lease(), lease()]);
    expect(one?.connection).toBe(two?.connection);
    expect(started()).toBe(1);
    one?.dispose();
    await pool.drain();
    expect(launcher.processes.size).toBe(1);
    two?.dispose();
    two?.dispose();
    await pool.drain();
    expect(launcher.processes.size).toBe(0);
  });

  it('starts another process for another folder, and for another command under the same id', async () => {
    const { folder, lease, started } = setUp({});
    const leases = [
      await lease(),
      await lease(folder.folder('other')),
      await lease(folder.path, undefined, { env: { ELECTRON_RUN_AS_NODE: '1', X: '1' } }),
    ];
    expect(new Set(leases.map(({ connection }) => connection)).size).toBe(3);
    expect(started()).toBe(3);
    for (const each of leases) each.dispose();
  });

  it('starts again for a caller that asks after the process has died', async () => {
    const { lease, started, views } = setUp({ start: [{ stderr: 'up' }] });
    const first = await lease();
    const exited = waitFor(first.onDidExit);
    process.kill(views[0]?.pid ?? 0, 'SIGKILL');
    expect(await exited).toMatchObject({
      signal: 'SIGKILL',
      stderrTail: expect.stringContaining('up'),
    });
    expect(first.exit).toMatchObject({ signal: 'SIGKILL' });
    const second = await lease();
    expect(second.connection).not.toBe(first.connection);
    expect(started()).toBe(2);
    first.dispose();
    second.dispose();
  });

  it('tells every waiting caller why it did not start, and tries again for the next', async () => {
    const { lease, started } = setUp({
      initialize: [{ once: { gate: 'failed', steps: [{ stderr: 'No.' }, { exit: { code: 4 } }] } }],
    });
    const outcomes = await Promise.allSettled([lease(), lease()]);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') throw new Error('It started.');
      expect(outcome.reason).toBeInstanceOf(AgentStartError);
      expect(outcome.reason).toMatchObject({ stderrTail: expect.stringContaining('No.') });
      expect(outcome.reason.message).toContain('ended while starting');
    }
    (await lease()).dispose();
    expect(started()).toBe(2);
  });

  it('stops the start when the last waiting caller has given up', async () => {
    const { agent, launcher, pool, lease } = setUp({ initialize: [{ stallUntil: 'never' }] });
    const waiting = [new AbortController(), new AbortController()];
    const leases = waiting.map(({ signal }) => lease(undefined, signal));
    await agent.journal.waitForStep('stallUntil');
    waiting[0]?.abort();
    await expect(leases[0]).rejects.toThrow();
    expect(launcher.processes.size).toBe(1);
    waiting[1]?.abort();
    await expect(leases[1]).rejects.toThrow();
    await pool.drain();
    expect(launcher.processes.size).toBe(0);
  });

  it('ends the process for all callers when one of them kills it', async () => {
    const { pool, launcher, lease } = setUp({});
    const [one, two] = [await lease(), await lease()];
    const exited = waitFor(two.onDidExit);
    await one.kill();
    await exited;
    expect(launcher.processes.size).toBe(0);
    one.dispose();
    two.dispose();
    await pool.drain();
  });

  it('keeps the messages in both directions, and the printed output', async () => {
    const { lease, views } = setUp({ start: [{ garbage: { lines: ['Hello!'] } }] });
    const [first, second] = [await lease(), await lease()];
    const [view, sameView] = views;
    expect(sameView).toBe(view);
    expect(view?.frames().map(({ direction }) => direction)).toEqual(['out', 'garbage', 'in']);
    expect(view?.pid).toBeGreaterThan(1);
    first.dispose();
    second.dispose();
  });
});
