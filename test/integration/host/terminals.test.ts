import { describe, expect, it } from 'vitest';
import { LIVE_TERMINALS_PER_SESSION } from '#main/terminals/limits';
import { entryId } from '#shared/session/entries';
import { Stage } from '#test/support/stage';
import { unwrap } from '#test/support/testEngine';
import { waitFor } from '#test/support/waitFor';

const shell = (script: string) => ({ command: '/bin/sh', args: ['-c', script] });

describe('a command for an agent', () => {
  it('runs in the project, is shown live, and its exit is reported [terminal/create, terminal/output, terminal/wait_for_exit, terminal/release]', async () => {
    const stage = await Stage.play({
      turns: [
        [
          {
            terminal: {
              ...shell('pwd; echo "$GREETING" >&2; exit 3'),
              env: { GREETING: 'hello' },
              toolCallId: 'run',
            },
          },
        ],
      ],
    });
    const session = await stage.readySession();
    const hosted = unwrap(await stage.engine.engine.host.open(session.id));
    const seen = waitFor(hosted.onDidWriteTerminal, ({ data }) => data.includes(stage.project));
    await session.send('Run');
    await seen;
    await session.turnEnded();
    const { terminalId } = session.last('terminal');
    expect(stage.answers('terminal/create')).toEqual([{ terminalId }]);
    expect(stage.answers('terminal/wait_for_exit')).toEqual([{ exitCode: 3, signal: null }]);
    const [output] = stage.answers('terminal/output') as { output: string }[];
    expect(output).toMatchObject({ truncated: false, exitStatus: { exitCode: 3, signal: null } });
    expect(output?.output.split('\n').sort()).toEqual(['', stage.project, 'hello'].sort());
    expect(stage.answers('terminal/release')).toEqual([{}]);
    expect(session.last('terminal')).toMatchObject({
      owner: 'client',
      command: '/bin/sh',
      cwd: stage.project,
      exit: { code: 3, signal: null, truncated: false },
    });
    expect(session.state.entries.get(entryId('tool', 'run'))).toMatchObject({
      status: 'failed',
      content: [{ type: 'terminal', terminalId }],
    });
  });

  it('may be a whole shell line [terminal/create]', async () => {
    const stage = await Stage.play({
      turns: [[{ terminal: { command: 'echo one && echo two' } }]],
    });
    const session = await stage.session('Run');
    await session.turnEnded();
    expect(stage.answers('terminal/output')).toMatchObject([{ output: 'one\ntwo\n' }]);
  });

  it('is killed on request, and its output so far is returned [terminal/kill, terminal/output]', async () => {
    const stage = await Stage.play('hostile-term-flood');
    const session = await stage.session('Run');
    await stage.journal.waitForStep('stallUntil');
    stage.agent.open('kill');
    await session.turnEnded();
    expect(stage.answers('terminal/kill')).toEqual([{}]);
    expect(stage.answers('terminal/wait_for_exit')).toMatchObject([{ signal: 'SIGTERM' }]);
    expect(stage.answers('terminal/output')).toMatchObject([{ output: expect.any(String) }]);
    expect(session.transcript().at(-1)).toBe('agent: After.');
  });

  it('is killed even if it ignores the first signal [terminal/kill]', async () => {
    const stage = await Stage.play({
      turns: [
        [
          {
            terminal: {
              ...shell(`trap '' TERM HUP INT; touch '{{gates}}/ready'; while :; do sleep 1; done`),
              actions: [{ stallUntil: 'ready' }, 'kill', 'wait', 'output', 'release'],
            },
          },
          { say: 'After.' },
        ],
      ],
    });
    const session = await stage.session('Run');
    await session.turnEnded();
    expect(stage.answers('terminal/wait_for_exit')).toMatchObject([{ signal: 'SIGKILL' }]);
    expect(session.transcript().at(-1)).toBe('agent: After.');
  });

  it('is unknown after its release [terminal/release]', async () => {
    const stage = await Stage.play('hostile-term-after-release');
    const session = await stage.session('Run');
    await session.turnEnded();
    expect(stage.answers('terminal/wait_for_exit')).toMatchObject([
      { exitCode: 0 },
      { code: -32002 },
    ]);
    expect(stage.answers('terminal/kill')).toMatchObject([{}, {}, { code: -32002 }]);
    expect(stage.answers('terminal/release')).toMatchObject([{}, { code: -32002 }]);
    expect(stage.answers('terminal/output')).toMatchObject([{ code: -32002 }]);
    expect(session.transcript().at(-1)).toBe('agent: After.');
    expect(session.last('terminal').exit).toMatchObject({ code: 0, tail: 'done\n' });
  });

  it('keeps as much output as the agent asked for, dropped from the front at a character boundary [terminal/output]', async () => {
    const stage = await Stage.play('hostile-term-limit');
    const session = await stage.session('Run');
    await session.turnEnded();
    const unit = 'aä€🙂';
    const created = stage.answers('terminal/create');
    expect(created).toHaveLength(10);
    const outputs = (
      stage.answers('terminal/output') as { output: string; truncated: boolean }[]
    ).map(({ output, truncated }) => [output, truncated]);
    expect(outputs.slice(0, 6)).toEqual([
      [unit.repeat(8), false],
      ['', true],
      ['', true],
      ['🙂', true],
      ['🙂', true],
      [unit.repeat(8), false],
    ]);
    expect(outputs.at(-1)).toEqual([unit.repeat(8), false]);
    expect(session.transcript().at(-1)).toBe('agent: After.');
  });

  it('ends when its program exits, even if a child holds the output open [terminal/wait_for_exit]', async () => {
    const stage = await Stage.play({
      turns: [[{ terminal: shell('sleep 1000 & echo started') }, { say: 'After.' }]],
    });
    const session = await stage.session('Run');
    await session.turnEnded();
    expect(stage.answers('terminal/wait_for_exit')).toMatchObject([{ exitCode: 0 }]);
    expect(stage.answers('terminal/output')).toMatchObject([{ output: 'started\n' }]);
    await stage.journal.waitFor('answered', ({ method }) => method === 'terminal/release');
    // Released: what it left behind goes too, though the session lives on.
    await stage.quietBut(1);
  });

  it('ends with the agent that started it', async () => {
    const stage = await Stage.play({
      turns: [
        [
          { terminal: { ...shell('echo on; exec sleep 1000'), actions: [] } },
          { exit: { code: 1 } },
        ],
      ],
    });
    const session = await stage.session('Run');
    await session.until('the exit', ({ head }) => head.connection.type === 'exited');
    await stage.quiet();
    expect(session.last('terminal').exit).not.toBeNull();
  });

  it('ends with its session, including its children', async () => {
    const stage = await Stage.play({
      turns: [[{ terminal: { ...shell('sleep 1000 & sleep 1000'), actions: [] } }]],
    });
    const session = await stage.session('Run');
    await session.turnEnded();
    unwrap(await stage.engine.engine.host.close(session.id));
    await stage.quiet();
    const again = await stage.engine.open(session.id);
    expect(again.last('terminal').exit).not.toBeNull();
  });

  it('ends with the program, including processes that have left its group', async () => {
    const stage = await Stage.play({
      turns: [
        [
          {
            terminal: {
              ...shell(`setsid sh -c "touch '{{gates}}/gone'; exec sleep 1000" & sleep 1000`),
              actions: [{ stallUntil: 'gone' }],
            },
          },
        ],
      ],
    });
    const session = await stage.session('Run');
    await session.turnEnded();
    await stage.engine.stop();
    await stage.quiet();
  });

  it('keeps running after the turn that started it', async () => {
    const stage = await Stage.play({
      turns: [
        [{ terminal: { ...shell('echo up; exec sleep 1000'), actions: [] } }],
        [{ say: 'Still up.' }],
      ],
    });
    const session = await stage.session('Run');
    await session.turnEnded();
    await session.send('And?');
    await session.until('the second turn', () => session.entries('turn-end').length === 2);
    expect(session.last('terminal').exit).toBeNull();
  });
});

describe('refused commands', () => {
  it('include those that would load foreign code, run outside, or do not exist [terminal/create]', async () => {
    const stage = await Stage.play('hostile-term-env');
    const session = await stage.session('Run');
    await session.turnEnded();
    expect(stage.answers('terminal/create')).toMatchObject([
      { code: -32603, message: 'These variables may not be set: LD_PRELOAD, NODE_OPTIONS' },
      { code: -32603, message: expect.stringContaining('outside') },
      { code: -32002, message: expect.stringContaining('could not be started') },
      { code: expect.any(Number) },
    ]);
    expect(session.transcript().at(-1)).toBe('agent: After.');
  });

  it('include those above the limit of terminals for a session [terminal/create]', async () => {
    const stage = await Stage.play('hostile-term-leak');
    const session = await stage.session('Run');
    await session.turnEnded(20_000);
    const created = stage.answers('terminal/create');
    const refused = created.filter((answer) => JSON.stringify(answer).includes('-32603'));
    expect(created).toHaveLength(100);
    expect(refused).toHaveLength(100 - LIVE_TERMINALS_PER_SESSION);
  });

  it('include those above the limit while others are being started [terminal/create]', async () => {
    const stage = await Stage.play({
      turns: [
        [
          {
            request: {
              method: 'terminal/create',
              times: 100,
              params: { sessionId: '{{sessionId}}', command: '/bin/sleep', args: ['1000'] },
              onError: [],
            },
          },
        ],
      ],
    });
    const session = await stage.session('Run');
    await session.turnEnded(20_000);
    const created = stage.answers('terminal/create');
    const refused = created.filter((answer) => JSON.stringify(answer).includes('-32603'));
    expect(refused).toHaveLength(100 - LIVE_TERMINALS_PER_SESSION);
  });
});
