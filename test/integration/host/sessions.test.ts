import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/errors';
import type { AgentId, AgentSessionId } from '#shared/ids';
import { DirectWorkplaces } from '#test/support/directWorkplaces';
import { scriptedAgent } from '#test/support/scenario';
import { hasty, Stage } from '#test/support/stage';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

const scripted = 'scripted' as AgentId;

describe('a conversation', () => {
  it('starts in the session’s folder [session/new]', async () => {
    const stage = await Stage.play({ sessions: { ids: ['theirs'] } });
    const session = await stage.readySession();
    expect(stage.received('session/new')).toEqual([{ cwd: stage.project, mcpServers: [] }]);
    expect(session.state.head).toMatchObject({
      agentSessionId: 'theirs',
      continuity: 'holds',
      project: stage.project,
      cwd: stage.project,
    });
  });

  it('is closed at the agent when it is closed here [session/close]', async () => {
    const stage = await Stage.play({});
    const session = await stage.session('Hi');
    await session.turnEnded();
    unwrap(await stage.engine.engine.host.close(session.id));
    await stage.quiet();
    expect(stage.received('session/close')).toEqual([
      { sessionId: session.state.head.agentSessionId },
    ]);
    expect(stage.journal.of('inputEnded')).toHaveLength(1);
    expect(stage.engine.engine.host.list()).toMatchObject([{ id: session.id, status: 'idle' }]);
  });

  it('is closed in time even if the agent does not answer [session/close]', async () => {
    const stage = await Stage.play({ close: [{ mute: true }] }, { timings: hasty });
    const session = await stage.session('Hi');
    await session.turnEnded();
    unwrap(await stage.engine.engine.host.close(session.id));
    await stage.quiet();
  });

  it('is deleted at the agent when it is deleted here, and leaves nothing behind [session/delete]', async () => {
    const stage = await Stage.play({});
    const session = await stage.session('A needle');
    await session.turnEnded();
    const { host } = stage.engine.engine;
    unwrap(await host.delete(session.id));
    expect(stage.received('session/delete')).toEqual([
      { sessionId: session.state.head.agentSessionId },
    ]);
    expect(host.list()).toEqual([]);
    expect(existsSync(dirname(stage.logFile(session.id)))).toBe(false);
    expect(unwrap(await host.search('needle')).hits).toEqual([]);
    expect(await host.open(session.id)).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it('can be reopened while it is being closed', async () => {
    const stage = await Stage.play({ stateFile: 'state.json' });
    const session = await stage.session('One');
    await session.turnEnded();
    const { host } = stage.engine.engine;
    const closing = host.close(session.id);
    const again = await stage.engine.open(session.id);
    unwrap(await closing);
    await again.send('Two');
    await again.until('the second turn', () => again.entries('turn-end').length === 2);
    expect(again.transcript().at(-1)).toBe('agent: Two');
  });

  it('is opened once, even if an abandoned opening fails meanwhile', async () => {
    const workplaces = new DirectWorkplaces();
    const failing = Promise.withResolvers<void>();
    vi.spyOn(workplaces, 'reopen').mockImplementationOnce(async () => {
      await failing.promise;
      return fail('unavailable', 'Not now.');
    });
    const folder = testFolder();
    const agents = { scripted: scriptedAgent(folder, {}) };
    const test = await TestEngine.start(folder.join('data'), agents, { workplaces });
    const { host } = test.engine;
    const { id } = await test.create('scripted', folder.folder('project'));
    unwrap(await host.close(id));
    const first = host.open(id);
    const closing = host.close(id);
    const second = host.open(id);
    failing.resolve();
    unwrap(await closing);
    expect(await first).toMatchObject({ ok: false, error: { message: 'Not now.' } });
    expect(unwrap(await host.open(id))).toBe(unwrap(await second));
  });

  it('keeps working when others of the same agent are closed', async () => {
    const stage = await Stage.play({});
    const [one, two] = [await stage.session('One'), await stage.session('Two')];
    await one.turnEnded();
    await two.turnEnded();
    unwrap(await stage.engine.engine.host.close(one.id));
    await two.send('Still there?');
    await two.until('the answer', () => two.transcript().at(-1) === 'agent: Still there?');
    expect(stage.journal.of('started')).toHaveLength(1);
  });
});

describe('conversations that the agent remembers', () => {
  it('are listed page by page [session/list]', async () => {
    const stage = await Stage.play('history');
    const { host } = stage.engine.engine;
    const listed = unwrap(await host.listRemote(scripted, stage.project));
    expect(stage.received('session/list')[0]).toMatchObject({ cwd: stage.project });
    expect(listed).toEqual([]);
    const all = unwrap(await host.listRemote(scripted, stage.project, { everywhere: true }));
    expect(all).toEqual([
      {
        agentSessionId: 'old-1',
        cwd: '/project',
        title: 'The first',
        updatedAt: '2026-01-01T10:00:00Z',
      },
      {
        agentSessionId: 'old-2',
        cwd: '/project',
        title: 'The second',
        updatedAt: '2026-01-02T10:00:00Z',
      },
      {
        agentSessionId: 'old-3',
        cwd: '/elsewhere',
        title: null,
        updatedAt: '2026-01-03T10:00:00Z',
      },
    ]);
    await stage.quiet();
  });

  it('cannot be listed if the agent does not support it [session/list]', async () => {
    const stage = await Stage.play({ list: false });
    const { host } = stage.engine.engine;
    expect(await host.listRemote(scripted, stage.project)).toMatchObject({
      error: { code: 'unavailable', message: 'This agent cannot list its sessions.' },
    });
    expect(await host.listRemote('nobody' as AgentId, stage.project)).toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('are imported with their whole history, and continue [session/load]', async () => {
    const stage = await Stage.play('history');
    const { host } = stage.engine.engine;
    const id = unwrap(
      await host.create({
        agentId: scripted,
        project: stage.project,
        isolation: 'in-place',
        origin: { type: 'remote', agentSessionId: 'old-1' as AgentSessionId },
        title: 'The first',
      }),
    );
    const session = await stage.engine.open(id);
    await session.ready();
    expect(session.transcript()).toEqual(['user: What is new?', 'agent: Nothing much.']);
    expect(session.state.head).toMatchObject({
      title: 'The first',
      continuity: 'holds',
      agentSessionId: 'old-1',
    });
    const others = unwrap(await host.listRemote(scripted, stage.project, { everywhere: true }));
    expect(others.map(({ agentSessionId }) => agentSessionId)).toEqual(['old-2', 'old-3']);
    await session.send('And now?');
    await session.turnEnded();
    const again = await stage.reopen(id);
    await again.send('Do you still know?');
    await again.until('an answer', () => again.transcript().at(-1) === 'agent: Do you still know?');
    expect(again.state.head).toMatchObject({ continuity: 'resumed', agentSessionId: 'old-1' });
    expect(again.transcript().slice(0, 2)).toEqual(['user: What is new?', 'agent: Nothing much.']);
  });

  it('that no longer exist are reported [session/load]', async () => {
    const stage = await Stage.play('history');
    const id = unwrap(
      await stage.engine.engine.host.create({
        agentId: scripted,
        project: stage.project,
        isolation: 'in-place',
        origin: { type: 'remote', agentSessionId: 'never-was' as AgentSessionId },
      }),
    );
    const session = await stage.engine.open(id);
    await session.until('the failure', ({ head }) => head.connection.type === 'failed');
    expect(session.last('failure').message).not.toBe('');
    // I8: after a restart, too, nothing is sent into a new conversation instead.
    const again = await stage.reopen(id);
    await again.send('What did we say?');
    await again.until('the second failure', () => again.entries('failure').length === 2);
    await again.drained();
    expect(again.state.head.queue).toHaveLength(1);
    expect(stage.received('session/new')).toEqual([]);
    expect(stage.received('session/prompt')).toEqual([]);
  });

  // I8.
  it('are not begun again by an agent that cannot resume any', async () => {
    const stage = await Stage.play({ load: false, resume: false });
    const id = unwrap(
      await stage.engine.engine.host.create({
        agentId: scripted,
        project: stage.project,
        isolation: 'in-place',
        origin: { type: 'remote', agentSessionId: 'old-1' as AgentSessionId },
      }),
    );
    const session = await stage.engine.open(id);
    await session.until('the failure', ({ head }) => head.connection.type === 'failed');
    expect(session.last('failure').message).toContain('cannot resume');
    expect(stage.received('session/new')).toEqual([]);
  });
});

describe('a fork', () => {
  it('continues from a copy of the conversation, independently [session/fork]', async () => {
    const stage = await Stage.play({ fork: {}, sessions: { ids: ['one', 'two'] } });
    const session = await stage.session('One');
    await session.turnEnded();
    const fork = await stage.engine.open(unwrap(await stage.engine.engine.host.fork(session.id)));
    await fork.ready();
    expect(stage.received('session/fork')).toEqual([
      { sessionId: 'one', cwd: stage.project, mcpServers: [] },
    ]);
    expect(fork.state.head).toMatchObject({
      agentSessionId: 'two',
      continues: session.id,
      continuity: 'holds',
      title: 'One',
    });
    expect(stage.engine.engine.host.list().map(({ canFork }) => canFork)).toEqual([false, true]);
    await fork.send('Elsewhere');
    await fork.turnEnded();
    expect(fork.transcript()).toEqual(['user: Elsewhere', 'agent: Elsewhere']);
    expect(session.transcript()).toEqual(['user: One', 'agent: One']);
  });

  // I8.
  it('that failed is tried again after a restart, and no new conversation begins instead [session/fork]', async () => {
    const stage = await Stage.play({
      fork: {},
      sessions: { ids: ['one', 'two'] },
      stateFile: 'state.json',
    });
    const session = await stage.session('One');
    await session.turnEnded();
    const { host } = stage.engine.engine;
    const id = unwrap(await host.fork(session.id));
    const fork = await stage.engine.open(id);
    await fork.ready();
    await stage.engine.stop();
    // As if the program had been killed before the fork was in the log.
    const lines = readFileSync(stage.logFile(id), 'utf8').split('\n');
    const attached = lines.findIndex((line) => line.includes('"agent.attached"'));
    for (const kept of [attached, attached + 1]) {
      writeFileSync(stage.logFile(id), `${lines.slice(0, kept).join('\n')}\n`);
      const again = await stage.reopen(id);
      await again.send('Two');
      await again.until('the answer', () => again.transcript().at(-1) === 'agent: Two');
      expect(stage.received('session/new')).toHaveLength(1);
      await stage.engine.stop();
    }
  });

  it('is refused where the agent does not support it, or there is nothing to copy', async () => {
    const stage = await Stage.play({}, { others: { forking: { fork: {} } } });
    const { host } = stage.engine.engine;
    const session = await stage.session('One');
    await session.turnEnded();
    expect(await host.fork(session.id)).toMatchObject({
      error: { message: 'This agent cannot fork sessions.' },
    });
    const empty = await stage.session(undefined, 'forking');
    await empty.ready();
    expect(await host.fork(empty.id)).toMatchObject({
      error: { message: 'This conversation is empty.' },
    });
  });
});

describe('two sessions of one agent in one folder', () => {
  it('share a process, and each gets only its own updates [session/new]', async () => {
    const stage = await Stage.play({
      turns: [
        { when: 'ask', steps: [{ ask: { toolCall: { title: 'Mine?' } } }, { say: 'Asked.' }] },
        { when: 'wait', steps: [{ say: 'Waiting.' }, { stallUntil: 'go' }, { say: ' Over.' }] },
      ],
    });
    const [one, two] = [await stage.session('ask'), await stage.session('wait')];
    await one.question();
    await stage.journal.waitForStep('stallUntil');
    expect(stage.journal.of('started')).toHaveLength(1);
    expect(two.state.head.openRequests).toEqual([]);
    stage.agent.open('go');
    await two.turnEnded();
    expect(two.transcript()).toEqual(['user: wait', 'agent: Waiting. Over.']);
    await one.answer('allow');
    await one.turnEnded();
    expect(one.transcript()).toEqual(['user: ask', 'agent: Asked.']);
    expect(one.state.head.agentSessionId).not.toBe(two.state.head.agentSessionId);
  });

  it('are both notified when their process dies, and one restart serves both', async () => {
    const stage = await Stage.play({
      stateFile: 'state.json',
      turns: [{ when: 'die', steps: [{ stallUntil: 'die' }, { exit: { code: 9 } }] }],
    });
    const [one, two] = [await stage.session('One'), await stage.session('die')];
    await one.turnEnded();
    await stage.journal.waitForStep('stallUntil');
    stage.agent.open('die');
    for (const session of [one, two]) {
      await session.until('the exit', ({ head }) => head.connection.type === 'exited');
      expect(session.last('failure').message).toContain('code 9');
    }
    await one.command({ type: 'agent.restart' });
    await one.ready();
    expect(two.state.head.connection.type).toBe('exited');
    await two.command({ type: 'agent.restart' });
    await two.ready();
    expect(stage.journal.of('started')).toHaveLength(2);
  });

  it('are not mixed up by an agent that gives both the same id', async () => {
    const stage = await Stage.play('hostile-duplicate-session-id');
    const one = await stage.session('One');
    await one.turnEnded();
    const two = await stage.session('Two');
    await two.until('the failure', ({ head }) => head.connection.type === 'failed');
    expect(two.last('failure').message).toBe('The agent gave two sessions the same ID.');
    await one.send('Still mine?');
    await one.until('the answer', () => one.transcript().at(-1) === 'agent: Still mine?');
    expect(two.transcript()).toEqual([]);
  });
});

describe('the session of another agent', () => {
  it('cannot be used with its id, in any method', async () => {
    const stage = await Stage.play('hostile-steal-session', {
      others: { victim: { sessions: { ids: ['victim'] } } },
    });
    stage.write('README.md', 'secret\n');
    const victim = await stage.session('Hello', 'victim');
    await victim.turnEnded();
    const thief = await stage.session('Steal');
    await thief.turnEnded();
    for (const method of [
      'fs/read_text_file',
      'fs/write_text_file',
      'session/request_permission',
      'elicitation/create',
      'terminal/create',
    ]) {
      expect([method, stage.answers(method)]).toMatchObject([method, [{ code: -32002 }]]);
    }
    expect(stage.has('stolen.txt')).toBe(false);
    expect(victim.transcript()).toEqual(['user: Hello', 'agent: Hello']);
    expect(thief.transcript()).toEqual(['user: Steal', 'agent: After.']);
  });

  it('updates for an unknown session are kept out of the transcript and logged', async () => {
    const stage = await Stage.play('hostile-wrong-session');
    const session = await stage.session('Hi');
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Hi', 'agent: Mine.']);
    expect(JSON.stringify(stage.engine.logger.records)).toContain('nobody');
  });
});

describe('the same agent in two folders', () => {
  it('runs twice', async () => {
    const stage = await Stage.play({});
    const other = stage.folder.folder('other');
    const one = await stage.session('One');
    const two = await stage.engine.create('scripted', other, 'Two');
    await one.turnEnded();
    await two.turnEnded();
    const folders = stage.journal.of('started').map(({ cwd }) => cwd);
    expect(new Set(folders)).toEqual(new Set([stage.project, other]));
  });
});
