import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, Step } from '#test/agent/step';
import { scriptedAgent } from '#test/support/scenario';
import { Stage } from '#test/support/stage';
import { TestEngine, type TestSession } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

const shell = (script: string) => ({ command: '/bin/sh', args: ['-c', script] });
const run = (script: string): Step => ({
  terminal: { ...shell(script), onError: [{ say: 'No.' }] },
});
const ask = (input: Json): Step => ({
  ask: { toolCall: { toolCallId: 'call', title: 'A command', kind: 'execute', rawInput: input } },
});

async function play(...steps: readonly Step[]) {
  const stage = await Stage.play({ turns: [[...steps]] });
  const session = await stage.session('Run', 'scripted', 'in-place');
  return { stage, session, made: (name: string) => existsSync(join(stage.project, name)) };
}

async function nextQuestion(session: TestSession) {
  const question = await session.question();
  if (question.kind !== 'permission') throw new Error('Not a permission.');
  return question.question;
}

describe('in place, a command that the agent asks the app to run', () => {
  it('needs permission, shown with what would really run, and runs only if it is allowed [terminal/create]', async () => {
    const { stage, session, made } = await play(
      { terminal: { ...shell('touch made'), env: { A: 'b' }, cwd: '.', onError: [] } },
      run('touch second'),
    );
    const question = await nextQuestion(session);
    expect(question).toMatchObject({ asker: 'app', title: "/bin/sh -c 'touch made'" });
    expect(JSON.parse(String(question.asked?.input))).toEqual({
      command: ['/bin/sh', '-c', 'touch made'],
      cwd: stage.project,
      env: { A: 'b' },
    });
    expect(made('made')).toBe(false);
    await session.answer('run');
    await session.until('the next question', ({ head }) => head.openRequests.length > 0);
    expect((await nextQuestion(session)).title).toBe("/bin/sh -c 'touch second'");
    await session.answer('leave');
    await session.turnEnded();
    expect([made('made'), made('second')]).toEqual([true, false]);
  });

  // I6.
  it('is no longer asked about once the agent’s turn has ended', async () => {
    const { stage, session } = await play({
      parallel: [[run('touch made')], [{ end: {} }]],
    });
    await session.turnEnded();
    await stage.journal.waitFor('answered');
    expect(session.entries('permission').filter(({ answer }) => answer === null)).toEqual([]);
    expect(session.state.head.openRequests).toEqual([]);
  });

  it('needs permission after another one was rejected', async () => {
    const { session, made } = await play(ask({ command: 'ls' }), run('touch made'));
    await session.answer('reject');
    expect((await nextQuestion(session)).asker).toBe('app');
    await session.answer('leave');
    await session.turnEnded();
    expect(made('made')).toBe(false);
  });

  it('needs permission after another one was allowed, even permanently', async () => {
    const { session, made } = await play(ask({ command: 'ls' }), run('touch made'));
    await session.answer('allow-always');
    expect((await nextQuestion(session)).asker).toBe('app');
    await session.answer('leave');
    await session.turnEnded();
    expect(made('made')).toBe(false);
  });

  it('needs no second permission if this exact command was allowed, and only as often', async () => {
    const { session, made } = await play(
      ask({ command: "/bin/sh -c 'touch made'" }),
      run('touch made'),
      run('touch made'),
    );
    await session.answer('allow');
    expect((await nextQuestion(session)).asker).toBe('app');
    expect(made('made')).toBe(true);
    await session.answer('leave');
    await session.turnEnded();
  });

  it('needs no second permission if its line was allowed', async () => {
    const { session, made } = await play(ask({ command: 'touch made' }), run('touch made'));
    await session.answer('allow');
    await session.turnEnded();
    expect(made('made')).toBe(true);
  });

  it.each([
    ['in another folder', { command: "/bin/sh -c 'touch made'", cwd: '/' }],
    ['with other variables', { command: "/bin/sh -c 'touch made'", env: { A: 'b' } }],
    ['under a name that the card does not show', { command: 'ls', cmd: "/bin/sh -c 'touch made'" }],
  ])('needs permission where it was allowed %s', async (_, input) => {
    const { session } = await play(ask(input), run('touch made'));
    await session.answer('allow');
    expect((await nextQuestion(session)).asker).toBe('app');
    await session.answer('leave');
    await session.turnEnded();
  });

  it('needs permission where the agent changed its question before it was allowed', async () => {
    const { stage, session } = await play(
      {
        parallel: [
          [ask({ command: 'touch made' })],
          [
            { stallUntil: 'asked' },
            {
              update: {
                sessionUpdate: 'tool_call_update',
                toolCallId: 'call',
                rawInput: { command: 'ls' },
              },
            },
          ],
        ],
      },
      run('touch made'),
    );
    const { requestId, id } = await session.question();
    stage.agent.open('asked');
    await session.until('the change', ({ entries }) => {
      const entry = entries.get(id);
      return entry?.kind === 'permission' && entry.change !== undefined;
    });
    const hosted = await stage.engine.engine.host.open(session.id);
    expect(hosted.ok && (await hosted.value.proposeRules(requestId))).toEqual({
      ok: true,
      value: { type: 'none', reason: 'The agent changed this request after asking.' },
    });
    const answer = { type: 'permission.answer', requestId, optionId: 'allow' } as const;
    await session.command({ ...answer, revision: 1 });
    expect((await nextQuestion(session)).asker).toBe('app');
    await session.answer('leave');
    await session.turnEnded();
  });

  it('needs permission in the next turn, if it was allowed once in this one', async () => {
    const stage = await Stage.play({
      turns: [[ask({ command: 'touch made' })], [run('touch made')]],
    });
    const session = await stage.session('Run', 'scripted', 'in-place');
    await session.answer('allow');
    await session.turnEnded();
    await session.send('Again');
    expect((await nextQuestion(session)).asker).toBe('app');
    await session.answer('leave');
    await session.turnEnded();
  });

  it('needs no permission again once it was allowed for the session', async () => {
    const { session } = await play(run('touch made'), run('touch made'), run('touch other'));
    await session.answer('run-always');
    expect((await nextQuestion(session)).title).toBe("/bin/sh -c 'touch other'");
    await session.stop();
    await session.turnEnded();
    expect(session.entries('terminal')).toHaveLength(2);
  });

  it('runs when it is allowed although a secret in it is hidden', async () => {
    const secret = 'Zq8vRk3nTb6yWx1mHc5p';
    const folder = testFolder();
    const project = folder.folder('project');
    const script = `: ${secret}; echo run >> made`;
    const { command, args, env } = scriptedAgent(folder, {
      turns: [[run(script), run(script), run(': [redacted]; echo run >> made')]],
    });
    const test = await TestEngine.start(folder.folder('data'), {
      scripted: { command, args, env: { ...env, MY_API_TOKEN: secret }, wire: 'acp' },
    });
    const session = await test.create('scripted', project, 'Run', 'in-place');
    expect((await nextQuestion(session)).title).not.toContain(secret);
    await session.answer('run-always');
    // Another one that only looks the same in the log is asked for.
    await nextQuestion(session);
    await session.answer('leave');
    await session.turnEnded();
    expect(readFileSync(join(project, 'made'), 'utf8')).toBe('run\nrun\n');
  });

  it('does not run when the turn is stopped instead', async () => {
    const { session, made } = await play(run('touch made'));
    await session.question();
    await session.stop();
    await session.turnEnded();
    expect(made('made')).toBe(false);
  });
});

it('in a copy, a command needs no permission', async () => {
  const stage = await Stage.play({ turns: [[run('touch made')]] });
  const session = await stage.session('Run', 'scripted', 'isolated');
  await session.turnEnded();
  expect(session.entries('terminal')).toHaveLength(1);
  expect(session.entries('permission')).toHaveLength(0);
});
