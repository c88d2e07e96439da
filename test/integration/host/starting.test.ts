import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AgentId } from '#shared/ids';
import { hasty, Stage } from '#test/support/stage';
import { unwrap } from '#test/support/testEngine';
import { waitFor } from '#test/support/waitFor';

const failed = ({ head }: { head: { connection: { type: string } } }) =>
  head.connection.type === 'failed';

/** A deadline of the app that passes when the test says so: how long a start takes is up to the machine. */
function deadlineOf(milliseconds: number): { pass(): void } {
  const control = new AbortController();
  const { timeout } = AbortSignal;
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((time) => (time === milliseconds ? control.signal : timeout(time)));
  onTestFinished(() => spy.mockRestore());
  return { pass: () => control.abort(new DOMException('late', 'TimeoutError')) };
}

describe('an agent that starts', () => {
  it('receives the app’s name and capabilities, and sends its own [initialize]', async () => {
    const stage = await Stage.play('everything');
    const session = await stage.readySession();
    expect(stage.received('initialize')).toEqual([
      {
        protocolVersion: 1,
        clientInfo: { name: 'airlock', title: 'Airlock', version: '0.0.0-test' },
        clientCapabilities: expect.objectContaining({
          fs: { readTextFile: true, writeTextFile: true },
          terminal: true,
          auth: { terminal: true },
          elicitation: { form: {}, url: {} },
          session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
          _meta: { 'terminal-auth': true, terminal_output: true },
        }),
      },
    ]);
    expect(session.state.head.details).toEqual({
      wire: 'acp',
      protocolVersion: '1',
      identity: { name: 'scripted-agent', title: 'Scripted agent', version: '1.0.0' },
      powers: {
        load: true,
        resume: true,
        list: true,
        close: true,
        delete: true,
        fork: true,
        setTitle: true,
        steer: true,
        logout: true,
        additionalDirectories: true,
        prompt: { image: true, audio: true, embeddedContext: true },
        mcp: {},
      },
    });
  });

  it('works even if it sends nothing but the version [initialize]', async () => {
    const stage = await Stage.play('hostile-no-caps');
    const session = await stage.session('Hello?');
    await session.turnEnded();
    expect(session.state.head).toMatchObject({
      lastTurnEnd: 'end_turn',
      details: { identity: null, powers: { prompt: {} } },
    });
  });

  it('runs in the project’s folder with the user’s environment, without the app’s variables', async () => {
    const stage = await Stage.play({});
    await stage.readySession();
    const [started] = stage.journal.of('started');
    expect(started).toMatchObject({
      cwd: stage.project,
      env: { PWD: stage.project, PATH: process.env.PATH },
    });
    expect(started?.env).not.toHaveProperty('ELECTRON_EXTRA');
  });

  it('may be slow, and its output and what it waits for are shown meanwhile', async () => {
    const stage = await Stage.play({
      initialize: [{ stderr: 'Fetching the agent…' }, { stallUntil: 'init' }],
      newSession: [{ stallUntil: 'open' }],
    });
    const session = await stage.session('Hi');
    const hosted = unwrap(await stage.engine.engine.host.open(session.id));
    await waitFor(hosted.onDidChangeCondition, ({ start }) =>
      start ? start.stderrTail.includes('Fetching') : false,
    );
    expect(hosted.condition.start).toEqual({
      since: expect.any(Number),
      waitsFor: 'answer',
      stderrTail: expect.stringContaining('Fetching the agent…'),
    });
    expect(session.state.head.connection.type).toBe('starting');
    const answered = waitFor(
      hosted.onDidChangeCondition,
      ({ start }) => start?.waitsFor === 'conversation',
    );
    stage.agent.open('init');
    await answered;
    stage.agent.open('open');
    await session.turnEnded();
    expect(hosted.condition.start).toBeNull();
    expect(session.transcript()).toEqual(['user: Hi', 'agent: Hi']);
  });

  it('can be cancelled while it starts: its process ends, the prompt waits, the next one starts it', async () => {
    const stage = await Stage.play({
      initialize: [{ once: { gate: 'slow', steps: [{ stall: true }], otherwise: [] } }],
    });
    const session = await stage.session('Hi');
    await stage.journal.waitFor('received', ({ message }) => message.method === 'initialize');
    await session.command({ type: 'agent.cancelStart' });
    await session.drained();
    await stage.quiet();
    expect(session.state.head).toMatchObject({
      connection: { type: 'detached' },
      turn: null,
      queue: [{ content: [{ type: 'text', text: 'Hi' }] }],
    });
    expect(await session.try({ type: 'agent.cancelStart' })).toMatchObject({ ok: false });
    await session.send('Again');
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Hi', 'agent: Hi', 'user: Again', 'agent: Again']);
  });

  it('can be cancelled while it opens the conversation', async () => {
    const stage = await Stage.play({ newSession: [{ stall: true }] });
    const session = await stage.session();
    await stage.journal.waitFor('received', ({ message }) => message.method === 'session/new');
    await session.command({ type: 'agent.cancelStart' });
    await session.drained();
    await stage.quiet();
    expect(session.state.head.connection.type).toBe('detached');
  });

  it('may print text before its first message, which is kept and harmless', async () => {
    const stage = await Stage.play('hostile-banner');
    const session = await stage.session('Hi');
    await session.turnEnded();
    expect(session.state.head.lastTurnEnd).toBe('end_turn');
    const hosted = unwrap(await stage.engine.engine.host.open(session.id));
    const garbage = hosted.process?.frames().filter(({ direction }) => direction === 'garbage');
    expect(garbage?.length).toBeGreaterThan(0);
  });
});

describe('the record of messages', () => {
  it('is held in memory, in both directions, with the agent’s output', async () => {
    const stage = await Stage.play({
      turns: [[{ garbage: { lines: ['[debug] thinking'] } }, { stderr: 'Hm.' }, { echo: true }]],
    });
    const session = await stage.session('Hi');
    await session.turnEnded();
    const hosted = unwrap(await stage.engine.engine.host.open(session.id));
    const text = (direction: string) =>
      hosted.process
        ?.frames()
        .filter((frame) => frame.direction === direction)
        .map((frame) => frame.text)
        .join('\n');
    expect(text('out')).toContain('"session/prompt"');
    expect(text('in')).toContain('agent_message_chunk');
    expect(text('garbage')).toBe('[debug] thinking');
  });

  it('is written to a file on request, without secrets', async () => {
    const stage = await Stage.play({}, { traceFolder: 'traces' });
    const session = await stage.session('My key is sk-ant-REDACTED');
    await session.turnEnded();
    const path = await stage.engine.engine.trace('scripted' as AgentId);
    expect(path).toBe(stage.folder.join('traces/wire-scripted.ndjson'));
    // The file that is shown contains all messages so far.
    expect(stage.folder.read('traces/wire-scripted.ndjson')).toContain('session/prompt');
    await stage.engine.stop();
    const trace = stage.folder.read('traces/wire-scripted.ndjson');
    const directions = trace
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).direction);
    expect(new Set(directions)).toEqual(new Set(['in', 'out']));
    expect(trace).toContain('session/prompt');
    expect(trace).not.toContain('abcdefghijklmnopqrstuvwxyz');
  });
});

describe('an agent that does not start', () => {
  it.each([
    ['hostile-bad-version', 'The agent speaks version 999'],
    ['hostile-version-error', ''],
    ['hostile-exit-early', 'ended while starting'],
    ['hostile-exit-init', 'ended while starting'],
    ['hostile-bad-session-result', 'not valid'],
  ])('%s is explained [initialize]', async (scenario, words) => {
    const stage = await Stage.play(scenario);
    const session = await stage.session('Hi');
    await session.until('the failure', failed);
    expect(session.last('failure').message).toContain(words);
    expect(session.state.head.queue).toHaveLength(1);
    // The process of an agent that is of no use is not kept.
    await stage.quiet();
  });

  it('is reported with the end of its output [initialize]', async () => {
    const stage = await Stage.play({
      initialize: [{ stderr: 'No licence found.' }, { exit: { code: 3 } }],
    });
    const session = await stage.session();
    await session.until('the failure', failed);
    expect(session.last('failure')).toMatchObject({
      message: expect.stringContaining('exited with code 3'),
      stderrTail: expect.stringContaining('No licence found.'),
    });
  });

  it('never answers the first message: a deadline ends it [initialize, $/cancel_request (to the agent)]', async () => {
    const startMilliseconds = 123_456;
    const deadline = deadlineOf(startMilliseconds);
    const stage = await Stage.play(
      { initialize: [{ stderr: 'Thinking…' }, { mute: true }] },
      { timings: { startMilliseconds } },
    );
    const session = await stage.session();
    const hosted = unwrap(await stage.engine.engine.host.open(session.id));
    const isThinking = ({ start }: typeof hosted.condition) =>
      start?.stderrTail.includes('Thinking') ?? false;
    if (!isThinking(hosted.condition)) await waitFor(hosted.onDidChangeCondition, isThinking);
    deadline.pass();
    await session.until('the failure', failed);
    expect(session.last('failure')).toMatchObject({
      message: 'scripted did not answer in time.',
      stderrTail: expect.stringContaining('Thinking…'),
    });
  });

  it('never answers session/new: a deadline ends it, and the request is withdrawn [session/new, $/cancel_request (to the agent)]', async () => {
    const stage = await Stage.play('hostile-mute-session', { timings: hasty });
    const session = await stage.session('Hi');
    await session.until('the failure', failed);
    expect(session.last('failure').message).toContain('did not answer session/new in time');
    await stage.journal.waitFor('received', ({ message }) => message.method === '$/cancel_request');
    expect(session.state.head.queue).toHaveLength(1);
  });

  it('dies at session/new: the cause and its last output are reported [session/new]', async () => {
    const stage = await Stage.play({
      newSession: [{ stderr: 'Out of memory.' }, { exit: { code: 7 } }],
    });
    const session = await stage.session('Hi');
    await session.until('the exit', ({ head }) => head.connection.type === 'exited');
    expect(session.last('failure')).toMatchObject({
      message: expect.stringContaining('code 7'),
      stderrTail: expect.stringContaining('Out of memory.'),
    });
  });

  it('does not exist: the command is named', async () => {
    const stage = await Stage.play({}, { settings: { ghost: { command: 'no-such-agent' } } });
    const session = await stage.session('Hi', 'ghost');
    await session.until('the failure', failed);
    expect(session.last('failure')).toMatchObject({
      message: 'The agent could not be started: command not found: no-such-agent.',
      detail: expect.stringContaining('Looked in:'),
    });
  });

  it('is not in the settings', async () => {
    const stage = await Stage.play({});
    const created = await stage.engine.engine.host.create({
      agentId: 'nobody' as AgentId,
      project: stage.project,
      isolation: 'in-place',
    });
    expect(created).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it('was removed from the settings since', async () => {
    const stage = await Stage.play({});
    const session = await stage.session('Hi');
    await session.turnEnded();
    stage.forget('scripted');
    const again = await stage.reopen(session.id);
    await again.send('Still there?');
    await again.until('the failure', failed);
    expect(again.last('failure').message).toContain('is no longer in the settings');
  });

  it('continues once it is fixed: the waiting prompt is sent', async () => {
    const stage = await Stage.play({
      start: [{ once: { gate: 'crashed', steps: [{ exit: { code: 1 } }] } }],
    });
    const session = await stage.session('Hi');
    await session.until('the failure', failed);
    await session.command({ type: 'agent.restart' });
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Hi', 'agent: Hi']);
  });
});

describe('a session that is closed while its agent starts', () => {
  it('ends the agent without an error', async () => {
    const stage = await Stage.play('hostile-slow-init');
    const session = await stage.session('Hi');
    await stage.journal.waitForStep('stallUntil');
    unwrap(await stage.engine.engine.host.close(session.id));
    const again = await stage.engine.open(session.id);
    expect(again.state.head).toMatchObject({ connection: { type: 'detached' } });
    expect(again.entries('failure')).toEqual([]);
    expect(again.state.head.queue).toHaveLength(1);
  });

  it('ends the agent while it opens the conversation', async () => {
    const stage = await Stage.play('hostile-mute-session');
    const session = await stage.session('Hi');
    await stage.journal.waitFor('received', ({ message }) => message.method === 'session/new');
    unwrap(await stage.engine.engine.host.close(session.id));
    const again = await stage.engine.open(session.id);
    expect(again.entries('failure')).toEqual([]);
  });
});
