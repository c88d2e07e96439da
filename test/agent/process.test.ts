import { describe, expect, it, onTestFinished } from 'vitest';
import { gone, isAlive, pidsWithMarker } from '../support/processes';
import { startAgent } from './runningAgent';
import type { Step } from './step';

describe('the process', () => {
  it('plays its start before it reads, and reports its arguments', async () => {
    const agent = startAgent({
      start: [{ garbage: { lines: ['Welcome!'] } }, { stderr: 'chatter' }],
    });
    await agent.initialize();
    expect(agent.client.lines[0]?.toString()).toBe('Welcome!');
    agent.client.endInput();
    await agent.client.closed;
    expect(agent.client.stderr).toBe('chatter\n');
    const [started] = agent.journal.of('started');
    expect(started).toMatchObject({ cwd: agent.cwd, pid: agent.client.pid });
    expect(started?.env.PATH).toBe(process.env.PATH);
  });

  it.each<[Step, { code: number | null; signal: string | null }]>([
    [{ exit: {} }, { code: 0, signal: null }],
    [{ exit: { code: 139 } }, { code: 139, signal: null }],
    [{ exit: { signal: 'SIGKILL' } }, { code: null, signal: 'SIGKILL' }],
  ])('%j', async (step, ending) => {
    const agent = startAgent({ turns: [[{ say: 'Last words.' }, step, { say: 'never' }]] });
    agent.prompt(await agent.newSession(), '');
    expect(await agent.client.exited).toEqual(ending);
    await agent.client.outputEnded;
    expect(agent.said()).toBe('Last words.');
    expect(agent.journal.entries().at(-1)?.type).toBe('exiting');
  });

  it('exits when its input ends', async () => {
    const agent = startAgent('stall');
    agent.prompt(await agent.newSession(), '');
    agent.client.endInput();
    expect(await agent.client.exited).toEqual({ code: 0, signal: null });
  });

  it('stubborn: survives the end of its input, SIGTERM, SIGINT and SIGHUP', async () => {
    const agent = startAgent('hostile-stubborn');
    await agent.initialize();
    agent.client.endInput();
    await agent.journal.waitFor('inputEnded');
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      agent.client.signal(signal);
      await agent.journal.waitFor('signal', (entry) => entry.signal === signal);
    }
    expect(isAlive(agent.client.pid)).toBe(true);
  });

  it('closeStdout: keeps running', async () => {
    const agent = startAgent('hostile-close-stdout');
    agent.prompt(await agent.newSession(), '');
    await agent.client.outputEnded;
    await agent.journal.waitForStep('stall');
    expect(isAlive(agent.client.pid)).toBe(true);
    expect(agent.said()).toBe('Bye.');
  });

  it('spawnChild: leaves a child that holds stdout and ignores SIGTERM', async () => {
    const agent = startAgent({
      turns: [
        [
          { spawnChild: { detached: true, stubborn: true, holdStdout: true } },
          { exit: { code: 1 } },
        ],
      ],
    });
    agent.prompt(await agent.newSession(), '');
    const { child } = await agent.journal.waitFor('spawned');
    onTestFinished(() => {
      if (isAlive(child)) process.kill(child, 'SIGKILL');
    });
    await agent.client.exited;
    process.kill(child, 'SIGTERM');
    let ended = false;
    void agent.client.outputEnded.then(() => {
      ended = true;
    });
    expect(isAlive(child)).toBe(true);
    expect(ended).toBe(false);
    process.kill(child, 'SIGKILL');
    await agent.client.outputEnded;
    await gone(() => [child]);
  });

  it('stderr: a flood', async () => {
    const agent = startAgent({ turns: [[{ stderr: { bytes: 2_000_000 } }]] });
    await agent.turn(await agent.newSession());
    agent.client.endInput();
    await agent.client.closed;
    expect(agent.client.stderr.length).toBe(2_000_000);
  });

  it('passes its environment on, so that a marker variable finds every child', async () => {
    const marker = 'AIRLOCK_TEST_MARKER';
    const value = `run-${process.pid}`;
    process.env[marker] = value;
    onTestFinished(() => {
      delete process.env[marker];
    });
    const agent = startAgent({ turns: [[{ spawnChild: { detached: true } }]] });
    await agent.turn(await agent.newSession());
    const [spawned] = agent.journal.of('spawned');
    const expected = [agent.client.pid, spawned?.child];
    expect(new Set(pidsWithMarker(marker, value))).toEqual(new Set(expected));
    for (const pid of pidsWithMarker(marker, value)) process.kill(pid, 'SIGKILL');
    await gone(() => pidsWithMarker(marker, value));
  });

  it('refuses a scenario with a misspelled step, at any depth', async () => {
    const bad = { turns: [[{ parallel: [[{ repeat: { times: 1, steps: [{ sya: 'x' }] } }]] }]] };
    const agent = startAgent(JSON.parse(JSON.stringify(bad)));
    expect(await agent.client.exited).toEqual({ code: 64, signal: null });
    await agent.client.closed;
    expect(agent.client.stderr).toContain('turns[0][0].parallel[0].repeat[0]: no step "sya"');
  });
});
