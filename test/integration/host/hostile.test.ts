import { describe, expect, it } from 'vitest';
import type { Scenario } from '#test/agent/scenario';
import { Stage } from '#test/support/stage';
import { type TestSession, unwrap } from '#test/support/testEngine';

/** A second agent that must not notice any of it. */
async function withHealthy(
  scenario: Scenario | string,
): Promise<{ stage: Stage; healthy: TestSession }> {
  const stage = await Stage.play(scenario, {
    others: { healthy: { turns: [[{ say: { text: 'As ever.', chunks: 4 } }]] } },
  });
  return { stage, healthy: await stage.readySession('healthy') };
}

async function checkHealthy(healthy: TestSession): Promise<void> {
  await healthy.send('All well?');
  await healthy.turnEnded();
  expect(healthy.transcript()).toEqual(['user: All well?', 'agent: As ever.']);
}

describe('an agent that sends malformed output', () => {
  it('a million lines of it: its own turn ends normally, and another session is not affected', async () => {
    const { stage, healthy } = await withHealthy('hostile-garbage');
    const session = await stage.session('Go');
    await checkHealthy(healthy);
    await session.turnEnded(20_000);
    expect(session.state.head.lastTurnEnd).toBe('end_turn');
    expect(stage.engine.logger.records.length).toBeLessThan(1_000);
  });

  it.each([
    ['hostile-not-rpc', 'end_turn'],
    ['hostile-bad-utf8', 'end_turn'],
    ['hostile-framing', 'end_turn'],
    ['hostile-byte-drip', 'end_turn'],
    ['hostile-deep', 'end_turn'],
    ['hostile-proto', 'end_turn'],
    ['hostile-bad-ids', 'end_turn'],
    ['hostile-dup-request', 'end_turn'],
    ['hostile-line-15mb', 'end_turn'],
  ])('%s: the turn ends as %s', async (scenario, reason) => {
    const { stage, healthy } = await withHealthy(scenario);
    stage.write('README.md', 'Read me\n');
    const session = await stage.session('Go');
    session.acceptChanges();
    await session.turnEnded(20_000);
    expect(session.state.head.lastTurnEnd).toBe(reason);
    await checkHealthy(healthy);
    expect(Object.getPrototypeOf({})).not.toHaveProperty('polluted');
  });

  it('a line of 100 MB: the connection is ended with an explanation, and memory stays small', async () => {
    const { stage, healthy } = await withHealthy('hostile-line-100mb');
    const session = await stage.session('Go');
    await session.until('the exit', ({ head }) => head.connection.type === 'exited', 20_000);
    expect(session.last('turn-end')).toMatchObject({
      reason: 'interrupted',
      message: expect.stringContaining('more than 16 MiB'),
    });
    await checkHealthy(healthy);
  });

  it('half a line, and the rest later: it is read as one', async () => {
    const stage = await Stage.play('hostile-half-then-rest');
    const session = await stage.session('Go');
    await stage.journal.waitForStep('halfLine');
    stage.agent.open('rest');
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: Whole after all.');
  });

  it('answers under wrong ids only: the turn stays open, and can be stopped by force', async () => {
    const stage = await Stage.play('hostile-wrong-id-only');
    const session = await stage.session('Go');
    await stage.journal.waitForStep('wrongId');
    expect(session.state.head.turn).not.toBeNull();
    const hosted = unwrap(await stage.engine.engine.host.open(session.id));
    await hosted.live.forceStop();
    await session.turnEnded();
    expect(session.state.head.lastTurnEnd).toBe('interrupted');
  });

  it('unusual characters in texts and paths: shown, or refused', async () => {
    const stage = await Stage.play('hostile-odd-characters');
    const session = await stage.session('Go');
    await session.answer('reject');
    await session.turnEnded();
    expect(session.transcript().at(-1)).toContain('zero\u200bwidth');
    expect(stage.answers('fs/write_text_file')).toMatchObject([{ code: -32602 }, { code: -32602 }]);
  });

  it.each(['hostile-bad-result', 'hostile-error-weird'])('%s: explained', async (scenario) => {
    const stage = await Stage.play(scenario);
    const session = await stage.session('Go');
    await session.until(
      'an end',
      ({ head }) => head.lastTurnEnd !== null || head.connection.type === 'failed',
    );
    const words = session.entries('failure').at(-1)?.message ?? session.last('turn-end').message;
    expect(words?.length ?? 0).toBeLessThan(4_096);
  });

  it('a flood of updates is counted completely', async () => {
    const count = 20_000;
    const { stage, healthy } = await withHealthy({
      turns: [[{ flood: { count, kinds: ['say', 'think', 'tool', 'plan', 'unknown'] } }]],
    });
    const session = await stage.session('Go');
    await checkHealthy(healthy);
    await session.turnEnded(20_000);
    expect(session.state.head.lastTurnEnd).toBe('end_turn');
    expect(session.entries('tool')).toHaveLength(count / 5);
    expect(session.entries('unknown')).toHaveLength(count / 5);
    const said = session
      .entries('message')
      .flatMap(({ role, blocks }) =>
        role === 'agent'
          ? blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
          : [],
      );
    expect(said.join('').length).toBe((32 * count) / 5);
  });

  it.each([
    ['64 MiB on its standard error', { stderr: { bytes: 64 * 1024 * 1024 } }],
    ['a message with too many values', { wideJson: { keys: 150_000 } }],
  ] as const)('%s: the turn ends normally', async (_, step) => {
    const { stage, healthy } = await withHealthy({ turns: [[step, { say: 'After.' }]] });
    const session = await stage.session('Go');
    await session.turnEnded(20_000);
    expect(session.transcript().at(-1)).toContain('After.');
    await checkHealthy(healthy);
  });

  it('ten thousand requests at once are all answered, 256 at a time', async () => {
    const { stage, healthy } = await withHealthy('hostile-req-flood');
    const session = await stage.session('Go');
    await session.turnEnded(60_000);
    await checkHealthy(healthy);
  });

  it('random output from a seed', async () => {
    const { stage, healthy } = await withHealthy('hostile-chaos');
    const session = await stage.session('Go');
    await session.until('an end', ({ head }) => head.turn === null && head.turnCount > 0, 20_000);
    await checkHealthy(healthy);
  });

  it('reads nothing while it writes: neither side blocks the other', async () => {
    const stage = await Stage.play('hostile-garbage-noread');
    const session = await stage.session('Go');
    await stage.journal.waitForStep('garbage');
    stage.agent.open('read');
    await session.turnEnded(20_000);
  });
});

describe('processes that do not exit', () => {
  it.each(['hostile-stubborn', 'hostile-fork', 'hostile-daemon'])(
    '%s: none of them is left once the program has ended',
    async (scenario) => {
      const stage = await Stage.play(scenario);
      const session = await stage.session('Go');
      await session.until('the first words', () => session.transcript().length > 1);
      expect(stage.processes().length).toBeGreaterThan(0);
      await stage.engine.stop();
      expect(stage.processes()).toEqual([]);
    },
  );

  it('are ended step by step, each step logged', async () => {
    const stage = await Stage.play('hostile-stubborn');
    const session = await stage.session('Go');
    await session.until('the first words', () => session.transcript().length > 1);
    await stage.engine.stop();
    const steps = stage.engine.logger.records
      .map(({ message }) => message)
      .filter((message) => ['input-ended', 'terminated', 'killed'].includes(message));
    expect(steps).toEqual(['input-ended', 'terminated', 'killed']);
    expect(stage.received('session/close')).toHaveLength(1);
    expect(stage.journal.of('signal').map(({ signal }) => signal)).toContain('SIGTERM');
  });
});
