import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '#test/agent/scenario';
import { exportedText } from '#test/support/exportedText';
import { hasty, Stage } from '#test/support/stage';
import { unwrap } from '#test/support/testEngine';

// Shows I8.

const remembering = (extra: Partial<Scenario> = {}): Scenario => ({
  stateFile: 'state.json',
  ...extra,
});

/** A session of one turn, and the program was ended. */
async function ended() {
  const stage = await Stage.play(remembering());
  const session = await stage.session('One');
  await session.turnEnded();
  await stage.engine.stop();
  return { stage, session };
}

describe('a session of an earlier run of the program', () => {
  it('is listed, and opens with its whole contents', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.session('Show me');
    await session.turnEnded();
    const before = session.transcript();
    const again = await stage.reopen(session.id);
    expect(stage.engine.engine.host.list()).toMatchObject([
      { id: session.id, title: 'A bit of everything', turnCount: 1, status: 'idle' },
    ]);
    expect(again.transcript()).toEqual(before);
    expect(again.state.head.connection.type).toBe('detached');
    // Nothing is started by looking at it.
    expect(stage.journal.of('started')).toHaveLength(1);
  });

  it('can be used after it was opened and closed at once', async () => {
    const stage = await Stage.play(remembering());
    const { id } = await stage.session();
    await stage.restart();
    const { host } = stage.engine.engine;
    await Promise.all([host.open(id), host.close(id)]);
    unwrap(await host.dispatch(id, { type: 'session.rename', title: 'Mine' }));
    expect(host.list()).toMatchObject([{ id, title: 'Mine' }]);
    // A request during the release waits for its end.
    const closing = host.close(id);
    unwrap(await host.dispatch(id, { type: 'session.rename', title: 'Still mine' }));
    unwrap(await closing);
    expect(host.list()).toMatchObject([{ id, title: 'Still mine' }]);
  });

  it('that was ended during a turn was interrupted, and can be continued [session/resume, session/close]', async () => {
    const stage = await Stage.play(
      remembering({
        turns: [
          [{ tool: { id: 'work', title: 'Work', status: 'in_progress' } }, { stall: true }],
          [{ echo: true }],
        ],
      }),
    );
    const session = await stage.session('One');
    await stage.journal.waitForStep('stall');
    const again = await stage.reopen(session.id);
    expect(again.state.head).toMatchObject({
      turn: null,
      lastTurnEnd: 'interrupted',
      connection: { type: 'detached' },
    });
    expect(stage.engine.engine.host.list()).toMatchObject([{ status: 'interrupted' }]);
    expect(again.last('tool').status).toBe('cancelled');
    expect(again.last('turn-end').message).toContain('Airlock');
    await again.send('Two');
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
    expect(again.state.head.continuity).toBe('resumed');
  });

  it('that was ended with a question open: the question can no longer be answered', async () => {
    const stage = await Stage.play(remembering({ turns: [[{ ask: {} }]] }));
    const session = await stage.session('One');
    const { requestId } = await session.question();
    const again = await stage.reopen(session.id);
    expect(again.state.head.openRequests).toEqual([]);
    expect(
      await again.try({ type: 'permission.answer', requestId, optionId: 'allow' }),
    ).toMatchObject({
      error: { code: 'conflict' },
    });
  });

  it('whose program was killed: an open turn is closed on reopening', async () => {
    const stage = await Stage.play(remembering({ turns: [[{ say: 'Begun.' }, { stall: true }]] }));
    const session = await stage.session('One');
    await session.until('the first words', () => session.transcript().length === 2);
    await session.drainedLog();
    const killed = readFileSync(stage.logFile(session.id));
    await stage.engine.stop();
    // As it stood at that moment: the end of the program came without a word.
    writeFileSync(stage.logFile(session.id), killed);
    const again = await stage.reopen(session.id);
    expect(again.state.head).toMatchObject({
      turn: null,
      lastTurnEnd: 'interrupted',
      connection: { type: 'detached' },
    });
    expect(again.transcript()).toEqual(['user: One', 'agent: Begun.']);
  });
});

describe('a log that was cut', () => {
  it('opens, cut at any byte, and can be continued', async () => {
    const { stage, session } = await ended();
    const whole = readFileSync(stage.logFile(session.id));
    const firstLine = whole.indexOf('\n') + 1;
    const cuts = [
      ...Array.from({ length: 12 }, (_, index) =>
        Math.floor(firstLine + ((whole.length - firstLine) * index) / 12),
      ),
      whole.length - 1,
    ];
    for (const cut of cuts) {
      writeFileSync(stage.logFile(session.id), whole.subarray(0, cut));
      const again = await stage.reopen(session.id);
      expect(again.state.head.turn).toBeNull();
      await again.command({ type: 'session.rename', title: `Cut at ${cut}` });
      await stage.engine.stop();
      const events = readFileSync(stage.logFile(session.id), 'utf8').trimEnd().split('\n');
      for (const [index, line] of events.entries()) {
        expect(JSON.parse(line)).toMatchObject({ seq: index + 1 });
      }
    }
  });

  it('of a newer version is read-only', async () => {
    const { stage, session } = await ended();
    const whole = readFileSync(stage.logFile(session.id), 'utf8');
    const newer = whole.replaceAll('"v":1,', '"v":99,');
    writeFileSync(stage.logFile(session.id), newer);
    const again = await stage.reopen(session.id);
    expect(
      await again.try({ type: 'prompt.send', content: [{ type: 'text', text: 'Hi' }] }),
    ).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining('newer version') },
    });
    await stage.engine.stop();
    expect(readFileSync(stage.logFile(session.id), 'utf8')).toBe(newer);
  });

  it('keeps unknown kinds of events, through another turn', async () => {
    const { stage, session } = await ended();
    const whole = readFileSync(stage.logFile(session.id), 'utf8');
    const seq = whole.trimEnd().split('\n').length + 1;
    const unknown = JSON.stringify({ v: 1, seq, at: 1, type: 'review.dreamt', of: ['sheep'] });
    writeFileSync(stage.logFile(session.id), `${whole}${unknown}\n`);
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
    const exported = await exportedText(stage.engine.engine.host, session.id, 'ndjson');
    expect(exported).toContain('"of":["sheep"]');
  });
});

describe('continuity', () => {
  const without = { resume: false } as const;

  it('holds when the agent replays the known history, and nothing is shown twice [session/load]', async () => {
    const stage = await Stage.play(remembering(without));
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
    expect(again.transcript()).toEqual(['user: One', 'agent: One', 'user: Two', 'agent: Two']);
    expect(again.last('continuity')).toMatchObject({
      verdict: 'holds',
      message: 'The agent has this conversation (1 prompt).',
    });
  });

  it('passes on what was said elsewhere since [session/load]', async () => {
    const stage = await Stage.play(
      remembering({
        ...without,
        load: [{ replay: true }, { user: 'Said in a terminal' }, { say: 'Answered there.' }],
      }),
    );
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
    expect(again.transcript()).toEqual([
      'user: One',
      'agent: One',
      'user: Said in a terminal',
      'agent: Answered there.',
      'user: Two',
      'agent: Two',
    ]);
  });

  it.each([
    ['says something else', [{ user: 'Never said' }, { say: 'Nor this.' }]],
    ['says nothing', []],
  ] as const)('differs when the agent %s: nothing is sent [session/load]', async (_, load) => {
    const stage = await Stage.play(remembering({ ...without, load }));
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the verdict', ({ head }) => head.continuity === 'differs');
    await again.drained();
    expect(again.last('continuity').message).toBe(
      'The agent no longer has this conversation: it knows 0 of 1 prompt.',
    );
    expect(again.transcript()).toEqual(['user: One', 'agent: One']);
    expect(again.state.head.queue).toHaveLength(1);
    expect(stage.received('session/prompt')).toHaveLength(1);
    await again.command({ type: 'continuity.accept' });
    await again.command({ type: 'queue.resume' });
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
  });

  it('differs too when the program was killed before the last verdict was in the log [session/resume]', async () => {
    const stage = await Stage.play(remembering({ load: false }));
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
    await stage.engine.stop();
    const lines = readFileSync(stage.logFile(session.id), 'utf8').split('\n');
    const attached = lines.findLastIndex((line) => line.includes('"agent.attached"'));
    writeFileSync(stage.logFile(session.id), `${lines.slice(0, attached + 1).join('\n')}\n`);
    rmSync(stage.folder.join('state.json'));
    const last = await stage.reopen(session.id);
    await last.send('Three');
    await last.until('the verdict', ({ head }) => head.continuity === 'differs');
    expect(stage.received('session/new')).toHaveLength(1);
  });

  it('differs when loading fails, and says how to continue [session/load]', async () => {
    const stage = await Stage.play(
      remembering({ ...without, load: [{ error: { code: -32603, message: 'No' } }] }),
    );
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the verdict', ({ head }) => head.continuity === 'differs');
    expect(again.last('continuity').message).toContain('It can be continued in a new session.');
  });

  it('holds even if the agent answers session/load with null [session/load]', async () => {
    const stage = await Stage.play(
      remembering({ ...without, load: [{ replay: true }, { result: null }] }),
    );
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
    expect(again.state.head.continuity).toBe('holds');
  });

  it('holds if the agent replays the conversation right after its answer [session/load]', async () => {
    const stage = await Stage.play(
      remembering({ ...without, load: [{ answer: {} }, { replay: true }] }),
    );
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
    expect(again.transcript()).toEqual(['user: One', 'agent: One', 'user: Two', 'agent: Two']);
    expect(again.entries('continuity').map(({ verdict }) => verdict)).not.toContain('differs');
  });

  it('is confirmed when the agent replays the conversation much later [session/load]', async () => {
    const stage = await Stage.play(
      remembering({ ...without, load: [{ answer: {} }, { stallUntil: 'late' }, { replay: true }] }),
    );
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the first verdict', ({ head }) => head.continuity === 'differs');
    stage.agent.open('late');
    await again.until('the second verdict', ({ head }) => head.continuity === 'holds');
    expect(again.transcript()).toEqual(['user: One', 'agent: One']);
    await again.command({ type: 'queue.resume' });
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
  });

  it('shows nothing twice even if the agent replays when only asked to resume [session/resume]', async () => {
    const stage = await Stage.play(remembering({ resume: [{ replay: true }] }));
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
    expect(again.transcript()).toEqual(['user: One', 'agent: One', 'user: Two', 'agent: Two']);
  });

  it('differs when the agent replays another conversation while it resumes [session/resume]', async () => {
    const stage = await Stage.play(
      remembering({ resume: [{ user: 'Long ago' }, { say: 'Said before.' }] }),
    );
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the verdict', ({ head }) => head.continuity === 'differs');
    expect(again.transcript()).toEqual(['user: One', 'agent: One']);
  });

  it('falls back to loading where resuming fails [session/resume, session/load]', async () => {
    const stage = await Stage.play(
      remembering({ resume: [{ error: { code: -32002, message: 'Gone' } }] }),
    );
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
    expect(stage.received('session/resume')).toHaveLength(1);
    expect(stage.received('session/load')).toHaveLength(1);
    expect(again.state.head.continuity).toBe('holds');
  });

  it('waits for an agent that never finishes loading only as long as it sends something [session/load]', async () => {
    const stage = await Stage.play(
      remembering({ ...without, load: [{ replay: true }, { mute: true }] }),
      { timings: hasty },
    );
    const session = await stage.session('One');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.until('the failure', ({ head }) => head.connection.type === 'failed');
    expect(again.last('failure').message).toContain('did not answer session/load in time');
    expect(again.transcript()).toEqual(['user: One', 'agent: One']);
  });
});
