import { describe, expect, it } from 'vitest';
import { OPEN_QUESTIONS } from '#main/host/limits';
import { entryId } from '#shared/session/entries';
import { hasty, Stage } from '#test/support/stage';
import { unwrap } from '#test/support/testEngine';

describe('stopping a turn', () => {
  it('tells the agent, and closes open entries [session/cancel, stop reason: cancelled]', async () => {
    const stage = await Stage.play({
      turns: [[{ tool: { id: 'work', title: 'Work', status: 'in_progress' } }, { stall: true }]],
    });
    const session = await stage.session('Begin');
    await stage.journal.waitForStep('stall');
    await session.stop();
    await session.turnEnded();
    expect(session.state.head.lastTurnEnd).toBe('cancelled');
    expect(session.state.entries.get(entryId('tool', 'work'))).toMatchObject({
      status: 'cancelled',
    });
    const { agentSessionId } = session.state.head;
    expect(stage.received('session/cancel')).toEqual([{ sessionId: agentSessionId }]);
    await session.send('Again');
    await session.until('another turn', ({ head }) => head.turnCount === 2);
  });

  it('answers open questions as cancelled, before the agent ends the turn [session/cancel, session/request_permission, elicitation/create]', async () => {
    const stage = await Stage.play({
      turns: [
        [
          {
            parallel: [
              [{ ask: { toolCall: { title: 'May I?' } } }],
              [
                {
                  elicit: { message: 'How?', requestedSchema: { type: 'object', properties: {} } },
                },
              ],
            ],
          },
        ],
      ],
    });
    const session = await stage.session('Begin');
    await session.until('two questions', ({ head }) => head.openRequests.length === 2);
    const { requestId } = session.last('permission');
    await session.stop();
    await session.turnEnded();
    expect(stage.answers('session/request_permission')).toEqual([
      { outcome: { outcome: 'cancelled' } },
    ]);
    expect(stage.answers('elicitation/create')).toEqual([{ action: 'cancel' }]);
    expect(session.last('permission').answer).toEqual({
      outcome: { type: 'cancelled' },
      by: 'cancel',
    });
    expect(session.last('elicitation').answer).toEqual({
      outcome: { type: 'cancelled' },
      by: 'cancel',
    });
    const late = await session.try({ type: 'permission.answer', requestId, optionId: 'allow' });
    expect(late).toMatchObject({ ok: false, error: { code: 'conflict' } });
    const order = stage.journal.entries().map(({ type }) => type);
    expect(order.lastIndexOf('answered')).toBeLessThan(order.lastIndexOf('replied'));
  });

  it('leaves none of many open requests unanswered [session/cancel, fs/read_text_file, fs/write_text_file, terminal/wait_for_exit, session/request_permission]', async () => {
    const many = 100;
    const stage = await Stage.play({
      turns: [
        [
          { onCancel: 'ignore' },
          { terminal: { command: '/bin/sleep', args: ['1000'], as: 'sleeper', actions: [] } },
          {
            parallel: [
              ...Array.from({ length: many }, (_, index) => [
                { ask: { toolCall: { title: `May I ${index}?` } } },
                request('terminal/kill', { terminalId: '{{sleeper}}' }, 1),
              ]),
              [request('fs/read_text_file', { path: '{{cwd}}/a.txt' }, many)],
              [request('fs/write_text_file', { path: '{{cwd}}/b.txt', content: 'b' }, many)],
              [request('terminal/wait_for_exit', { terminalId: '{{sleeper}}' }, many)],
              [request('terminal/output', { terminalId: '{{sleeper}}' }, many)],
            ],
          },
        ],
      ],
    });
    stage.write('a.txt', 'a\n');
    const session = await stage.session('Begin');
    await session.until(
      'as many questions as may be open',
      ({ head }) => head.openRequests.length === OPEN_QUESTIONS,
    );
    await session.stop();
    await session.turnEnded();
    const answered = (method: string) => stage.answers(method).length;
    expect(answered('session/request_permission')).toBe(many);
    expect(answered('fs/read_text_file')).toBe(many);
    expect(answered('fs/write_text_file')).toBe(many);
    expect(answered('terminal/wait_for_exit')).toBe(many);
    expect(answered('terminal/output')).toBe(many);
    expect(session.state.head.openRequests).toEqual([]);
  });

  it('shows what the agent sends until it has stopped, and afterwards [session/cancel]', async () => {
    const stage = await Stage.play('hostile-cancel-late');
    const session = await stage.session('Begin');
    await stage.journal.waitForStep('stall');
    await session.stop();
    const said = () => session.transcript().join('\n');
    await session.until('the last words', () => said().includes('After the end.'));
    await session.turnEnded();
    expect(said()).toContain('Winding down.');
    const tool = session.state.entries.get(entryId('tool', 'work-1'));
    expect(tool).toMatchObject({ status: 'failed' });
    expect(session.state.head.lastTurnEnd).toBe('cancelled');
  });

  it('counts as stopped even if the agent answers with an error [session/cancel]', async () => {
    const stage = await Stage.play('hostile-cancel-error');
    const session = await stage.session('Begin');
    await stage.journal.waitForStep('stall');
    await session.stop();
    await session.turnEnded();
    expect(session.state.head.lastTurnEnd).toBe('cancelled');
  });

  it('answers later questions of the agent as cancelled, and shows none of them [session/cancel, session/request_permission]', async () => {
    const stage = await Stage.play('hostile-perm-after-cancel');
    const session = await stage.session('Begin');
    await stage.journal.waitForStep('stall');
    await session.stop();
    await session.turnEnded();
    expect(stage.answers('session/request_permission')).toEqual([
      { outcome: { outcome: 'cancelled' } },
    ]);
    expect(session.entries('permission')).toEqual([]);
  });

  it('reaches a prompt that is just being sent [session/cancel]', async () => {
    const stage = await Stage.play({ turns: [[{ stall: true }]] });
    const session = await stage.readySession();
    const sent = session.send('Begin');
    const stopped = session.stop();
    await sent;
    await stopped;
    await session.turnEnded();
    expect(session.state.head.lastTurnEnd).toBe('cancelled');
  });

  it('stops a turn that was just taken from the queue [session/cancel]', async () => {
    const stage = await Stage.play({ turns: [[{ stallUntil: 'go' }], [{ stall: true }]] });
    const session = await stage.session('first');
    await stage.journal.waitForStep('stallUntil');
    await session.send('second');
    const started = session.nextEvent('turn.started');
    stage.agent.open('go');
    await started;
    await session.stop();
    await session.turnEnded();
    expect(session.entries('turn-end').map(({ reason }) => reason)).toEqual([
      'end_turn',
      'cancelled',
    ]);
  });

  it('is refused when nothing runs, and does nothing the second time', async () => {
    const stage = await Stage.play('hostile-ignore-cancel');
    const session = await stage.readySession();
    expect(await session.try({ type: 'turn.cancel' })).toMatchObject({
      error: { code: 'refused' },
    });
    await session.send('Begin');
    await stage.journal.waitForStep('onCancel');
    await session.stop();
    await session.stop();
    await stage.journal.waitFor('cancelled');
    expect(stage.received('session/cancel')).toHaveLength(1);
    stage.agent.open('end');
    await session.turnEnded();
  });
});

describe('an agent that does not stop', () => {
  it('is reported after a while, and can be ended by force; its conversation continues [session/cancel, session/resume]', async () => {
    const stage = await Stage.play(
      {
        stateFile: 'state.json',
        turns: [[{ onCancel: 'ignore' }, { say: 'On and on.' }, { stall: true }], [{ echo: true }]],
      },
      { timings: hasty },
    );
    const session = await stage.session('Begin');
    await stage.journal.waitForStep('stall');
    await session.stop();
    await session.until('the notice', () => session.entries('notice').length > 0);
    expect(session.last('notice')).toMatchObject({
      severity: 'warning',
      title: 'The agent has not stopped.',
    });
    expect(session.state.head.turn).toMatchObject({ cancelling: true });
    const hosted = unwrap(await stage.engine.engine.host.open(session.id));
    await hosted.live.forceStop();
    await session.until('the exit', ({ head }) => head.connection.type === 'exited');
    expect(session.state.head).toMatchObject({ turn: null, lastTurnEnd: 'interrupted' });
    await stage.quiet();
    await session.command({ type: 'agent.restart' });
    await session.ready();
    await session.send('Better now?');
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: Better now?');
  });

  it('is not reported once it has stopped', async () => {
    const stage = await Stage.play(
      { turns: [[{ stall: true }]] },
      { timings: { cancelPatienceMilliseconds: 2_000 } },
    );
    const session = await stage.session('Begin');
    await stage.journal.waitForStep('stall');
    await session.stop();
    await session.turnEnded();
    await session.send('Again');
    await session.until('the next turn', ({ head }) => head.turn !== null);
    expect(session.entries('notice')).toEqual([]);
  });
});

function request(method: string, params: Readonly<Record<string, string>>, times: number) {
  return { request: { method, params: { sessionId: '{{sessionId}}', ...params }, times } };
}
