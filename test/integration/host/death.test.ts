import { describe, expect, it } from 'vitest';
import { RESTARTS } from '#main/agents/process/limits';
import { entryId } from '#shared/session/entries';
import type { Scenario } from '#test/agent/scenario';
import { Stage } from '#test/support/stage';
import type { TestSession } from '#test/support/testEngine';

// Shows I6.

const exited = (session: TestSession) =>
  session.until('the exit', ({ head }) => head.connection.type === 'exited');

describe('an agent that dies', () => {
  it.each([
    ['hostile-exit-mid', 'code 139 (SIGSEGV)'],
    ['hostile-exit-signal', 'killed by SIGKILL'],
  ])(
    '%s in a turn: the turn was interrupted, and the cause is reported',
    async (scenario, words) => {
      const stage = await Stage.play(scenario);
      const session = await stage.session('Go');
      await exited(session);
      expect(session.state.head).toMatchObject({ turn: null, lastTurnEnd: 'interrupted' });
      expect(session.entries('turn-end')).toHaveLength(1);
      expect(session.entries('failure')).toHaveLength(1);
      expect(session.last('failure').message).toContain(words);
      const refused = await session.try({
        type: 'prompt.send',
        content: [{ type: 'text', text: 'Hi' }],
      });
      expect(refused).toMatchObject({ error: { message: expect.stringContaining('Restart it') } });
    },
  );

  it('with a secret in its last output: the secret is hidden', async () => {
    const stage = await Stage.play('hostile-stderr-secret');
    const session = await stage.session('Go');
    await exited(session);
    const { stderrTail } = session.last('failure');
    expect(stderrTail).not.toBe('');
    expect(stderrTail).not.toMatch(/sk-[A-Za-z0-9-]{8,}|ghp_[A-Za-z0-9]{10,}/);
  });

  it('with a question open: it is closed, and nothing waits [session/request_permission]', async () => {
    const stage = await Stage.play('hostile-exit-in-question');
    const session = await stage.session('Go');
    const { requestId } = await session.question();
    stage.agent.open('die');
    await exited(session);
    expect(session.state.head).toMatchObject({ openRequests: [], turn: null });
    expect(session.last('permission').answer).toEqual({
      outcome: { type: 'cancelled' },
      by: 'exit',
    });
    const late = await session.try({ type: 'permission.answer', requestId, optionId: 'allow' });
    expect(late).toMatchObject({ error: { code: 'conflict' } });
  });

  it('with a tool call open: it is closed', async () => {
    const stage = await Stage.play({
      turns: [
        [{ tool: { id: 'work', title: 'Work', status: 'in_progress' } }, { exit: { code: 1 } }],
      ],
    });
    const session = await stage.session('Go');
    await exited(session);
    expect(session.state.entries.get(entryId('tool', 'work'))).toMatchObject({
      status: 'cancelled',
    });
  });

  it('while it writes a file: the file is complete', async () => {
    const stage = await Stage.play({
      turns: [
        [
          {
            request: {
              method: 'fs/write_text_file',
              params: {
                sessionId: '{{sessionId}}',
                path: '{{cwd}}/a.txt',
                content: '{{repeat ab 500000}}',
              },
              wait: false,
            },
          },
          { exit: { signal: 'SIGKILL' } },
        ],
      ],
    });
    stage.write('a.txt', 'old\n');
    const session = await stage.session('Go');
    await exited(session);
    await stage.engine.stop();
    expect(['old\n', 'ab'.repeat(500_000)]).toContain(stage.read('a.txt'));
  });

  it('between turns: that is reported too', async () => {
    const stage = await Stage.play({
      turns: [[{ end: {} }, { stallUntil: 'die' }, { exit: { code: 5 } }]],
    });
    const session = await stage.session('Go');
    await session.turnEnded();
    stage.agent.open('die');
    await exited(session);
    expect(session.state.head.lastTurnEnd).toBe('end_turn');
    expect(session.last('failure').message).toContain('code 5');
  });

  it('leaving a child that holds its output open: its death is noticed', async () => {
    const stage = await Stage.play('hostile-pipe-holder');
    const session = await stage.session('Go');
    await exited(session);
    expect(session.transcript()).toContain('agent: Held.');
    await stage.quiet();
  });

  it('in the middle of a line: complete messages are kept, and the cut is reported', async () => {
    const stage = await Stage.play('hostile-half');
    const session = await stage.session('Go');
    await exited(session);
    expect(session.state.head.lastTurnEnd).toBe('interrupted');
    expect(session.transcript()).toContain('agent: Before.');
    expect(session.last('failure').message).toMatch(/last message was cut short \(\d+ bytes\)/);
    expect(session.last('turn-end').message).toMatch(/last message was cut short/);
  });

  it.each([
    ['in', true],
    ['without', false],
  ])(
    'that closes its output but keeps running, %s a namespace: it is ended',
    async (_, namespace) => {
      const stage = await Stage.play('hostile-close-stdout', { namespace });
      const session = await stage.session('Go');
      await exited(session);
      expect(session.state.head).toMatchObject({ turn: null, lastTurnEnd: 'interrupted' });
      await stage.quiet();
    },
  );
});

describe('restarting', () => {
  /** A session of one turn whose agent died in the next. */
  async function dead(powers: Partial<Scenario>) {
    const stage = await Stage.play({
      stateFile: 'state.json',
      turns: [{ when: 'die', steps: [{ say: 'Argh.' }, { exit: { code: 1 } }] }, [{ echo: true }]],
      ...powers,
    });
    const session = await stage.session('One');
    await session.turnEnded();
    await session.send('die');
    await exited(session);
    return { stage, session };
  }

  it('resumes the conversation [session/resume]', async () => {
    const { stage, session } = await dead({});
    await session.command({ type: 'agent.restart' });
    await session.ready();
    const { agentSessionId } = session.state.head;
    expect(stage.received('session/resume')).toEqual([
      { sessionId: agentSessionId, cwd: stage.project, mcpServers: [] },
    ]);
    expect(stage.received('session/load')).toEqual([]);
    expect(session.state.head.continuity).toBe('resumed');
    await session.send('Two');
    await session.turnEnded();
    expect(session.transcript()).toEqual([
      'user: One',
      'agent: One',
      'user: die',
      'agent: Argh.',
      'user: Two',
      'agent: Two',
    ]);
  });

  it('loads the conversation where it cannot be resumed, and shows nothing twice [session/load, user_message_chunk]', async () => {
    const { stage, session } = await dead({ resume: false });
    const before = session.transcript();
    await session.command({ type: 'agent.restart' });
    await session.ready();
    expect(stage.received('session/load')).toHaveLength(1);
    expect(session.transcript()).toEqual(before);
    expect(session.state.head.continuity).toBe('holds');
    expect(session.last('continuity').message).toContain('The agent has this conversation');
    await session.send('Two');
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: Two');
  });

  it('reports an agent that can do neither: nothing is sent into a new conversation', async () => {
    const { stage, session } = await dead({ resume: false, load: false });
    await session.command({ type: 'agent.restart' });
    await session.until('the verdict', ({ head }) => head.continuity === 'differs');
    await session.until('the end', ({ head }) => head.connection.type === 'detached');
    const send = { type: 'prompt.send', content: [{ type: 'text', text: 'Two' }] } as const;
    expect(await session.try(send)).toMatchObject({
      error: { message: 'The agent no longer has this conversation. Choose how to continue.' },
    });
    expect(stage.received('session/new')).toHaveLength(1);
    await stage.quiet();
    // Trying again is allowed and comes to the same.
    await session.command({ type: 'agent.restart' });
    await session.until('the second verdict', () => session.entries('continuity').length === 2);
    expect(await session.try(send)).toMatchObject({ ok: false });
  });

  it('starts a new conversation only on the user’s request [session/new]', async () => {
    const { stage, session } = await dead({ resume: false, load: false });
    await session.command({ type: 'agent.restart' });
    await session.until('the end', ({ head }) => head.connection.type === 'detached');
    await session.command({ type: 'continuity.accept' });
    await session.send('Two');
    await session.until('the answer', () => session.transcript().at(-1) === 'agent: Two');
    await session.turnEnded();
    expect(session.state.head.continuity).toBe('holds');
    expect(stage.received('session/new')).toHaveLength(2);
  });

  it('is never repeated automatically after crashes, and warns when repeated by hand', async () => {
    const stage = await Stage.play('hostile-exit-early');
    const session = await stage.session();
    await session.until('the failure', ({ head }) => head.connection.type === 'failed');
    for (let restarts = 0; restarts < RESTARTS; restarts++) {
      const failed = session.nextEvent('agent.failed');
      await session.command({ type: 'agent.restart' });
      await failed;
    }
    expect(session.entries('notice')).toEqual([]);
    const failed = session.nextEvent('agent.failed');
    await session.command({ type: 'agent.restart' });
    await failed;
    expect(session.last('notice')).toMatchObject({
      severity: 'warning',
      title: 'The agent was restarted 5 times within 3 minutes.',
    });
    expect(stage.journal.of('started')).toHaveLength(RESTARTS + 2);
  });

  it('is refused while the agent runs', async () => {
    const stage = await Stage.play({});
    const session = await stage.readySession();
    expect(await session.try({ type: 'agent.restart' })).toMatchObject({
      error: { message: 'The agent is already running.' },
    });
  });
});
