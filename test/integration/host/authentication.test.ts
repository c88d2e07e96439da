import { describe, expect, it } from 'vitest';
import { exportedText } from '#test/support/exportedText';
import { Stage } from '#test/support/stage';

const wantsLogin = ({ head }: { head: { connection: { type: string } } }) =>
  head.connection.type === 'authentication';

describe('logging in', () => {
  it('is requested in the agent’s words, and the waiting prompt is sent afterwards [authenticate]', async () => {
    const stage = await Stage.play('login');
    const session = await stage.session('Hi');
    await session.until('the login', wantsLogin);
    expect(session.last('authentication')).toMatchObject({
      done: false,
      methods: [
        { id: 'login', name: 'Log in', description: 'Always works', how: { type: 'agent' } },
        {
          id: 'terminal',
          name: 'Log in by a terminal',
          how: { type: 'terminal', args: ['--login'], env: { LOGIN: '1' } },
        },
      ],
    });
    expect(await session.try({ type: 'authentication.start', methodId: 'none' })).toMatchObject({
      error: { code: 'invalid-input' },
    });
    await session.command({ type: 'authentication.start', methodId: 'login' });
    await session.turnEnded();
    expect(stage.received('authenticate')).toEqual([{ methodId: 'login' }]);
    expect(session.last('authentication').done).toBe(true);
    expect(session.transcript()).toEqual(['user: Hi', 'agent: You are logged in.']);
  });

  it('passes on an API key, and stores nothing of it [authenticate, _meta.api-key]', async () => {
    const stage = await Stage.play({
      requiresLogin: true,
      initialize: {
        authMethods: [{ id: 'key', name: 'API key', _meta: { 'api-key': { provider: 'acme' } } }],
      },
    });
    const session = await stage.session('Hi');
    await session.until('the login', wantsLogin);
    expect(session.last('authentication').methods).toMatchObject([
      { id: 'key', how: { type: 'api-key', provider: 'acme' } },
    ]);
    await session.command({
      type: 'authentication.start',
      methodId: 'key',
      apiKey: 'sk-canary-1234',
    });
    await session.turnEnded();
    expect(stage.received('authenticate')).toEqual([
      { methodId: 'key', _meta: { 'api-key': { apiKey: 'sk-canary-1234' } } },
    ]);
    const exported = await exportedText(stage.engine.engine.host, session.id, 'ndjson');
    expect(exported).not.toContain('canary');
  });

  it('that fails is explained and can be tried again [authenticate]', async () => {
    const stage = await Stage.play({
      requiresLogin: true,
      authenticate: [
        {
          once: {
            gate: 'failed',
            steps: [{ error: { code: -32603, message: 'The server is away' } }, { stop: true }],
          },
        },
      ],
    });
    const session = await stage.session('Hi');
    await session.until('the login', wantsLogin);
    const login = { type: 'authentication.start', methodId: 'login' } as const;
    expect(await session.try(login)).toMatchObject({ error: { message: 'The server is away' } });
    expect(session.state.head.connection.type).toBe('authentication');
    await session.command(login);
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Hi', 'agent: Hi']);
  });

  it('that the agent never confirms is cancelled with a restart [authenticate]', async () => {
    const stage = await Stage.play({ requiresLogin: true, authenticate: [{ stall: true }] });
    const session = await stage.session('Hi');
    await session.until('the login', wantsLogin);
    const login = session.try({ type: 'authentication.start', methodId: 'login' });
    await stage.agent.journal.waitForStep('stall');
    await session.command({ type: 'agent.restart' });
    // The user gave it up: which is not a failure to report.
    expect(await login).toMatchObject({ ok: true });
    await session.until('the login again', wantsLogin);
  });

  it('in a terminal runs the right command, and restarts the agent afterwards [auth: terminal, _meta.terminal-auth]', async () => {
    const stage = await Stage.play('hostile-terminal-login');
    const session = await stage.session();
    await session.until('the login', wantsLogin);
    const { host } = stage.engine.engine;
    expect(await host.terminalLogin(session.id, 'terminal')).toMatchObject({
      ok: true,
      value: {
        command: stage.agent.command,
        args: [...stage.agent.args, '--login'],
        cwd: stage.project,
      },
    });
    expect(await host.terminalLogin(session.id, 'old')).toMatchObject({
      ok: true,
      value: { command: '/bin/echo', args: ['logged in'], label: 'Old login' },
    });
    expect(await host.terminalLogin(session.id, 'key')).toMatchObject({
      error: { code: 'invalid-input' },
    });
    expect(await session.try({ type: 'authentication.start', methodId: 'terminal' })).toMatchObject(
      {
        error: { message: '“By a terminal” runs in a terminal.' },
      },
    );
    expect(stage.received('authenticate')).toEqual([]);
    const before = stage.journal.of('started').length;
    await session.command({ type: 'agent.restart' });
    await session.until('the login again', () => session.entries('authentication').length === 2);
    expect(stage.journal.of('started').length).toBe(before + 1);
  });

  it('during a turn sends the prompt again afterwards, into the same conversation [authenticate, session/prompt]', async () => {
    const stage = await Stage.play({
      load: false,
      resume: false,
      initialize: { authMethods: [{ id: 'login', name: 'Log in' }] },
      turns: [
        [{ echo: true }],
        [{ error: { code: -32000, message: 'Your login has expired' } }],
        [{ echo: true }],
      ],
    });
    const session = await stage.session('One');
    await session.turnEnded();
    await session.send('Two');
    await session.until('the login', wantsLogin);
    expect(session.last('turn-end')).toMatchObject({ reason: 'failed' });
    await session.command({ type: 'authentication.start', methodId: 'login' });
    await session.until('the answer', () => session.transcript().at(-1) === 'agent: Two');
    await session.turnEnded();
    expect(session.state.head).toMatchObject({ continuity: 'holds', lastTurnEnd: 'end_turn' });
    expect(stage.received('session/new')).toHaveLength(1);
    const sessions = stage.received('session/prompt').map(({ sessionId }) => sessionId);
    expect(new Set(sessions).size).toBe(1);
  });

  it('once applies to all sessions that share the process [authenticate]', async () => {
    const stage = await Stage.play('login');
    const [one, two] = [await stage.session('One'), await stage.session('Two')];
    await one.until('the login', wantsLogin);
    await two.until('the login', wantsLogin);
    await one.command({ type: 'authentication.start', methodId: 'login' });
    await one.turnEnded();
    await two.turnEnded();
    expect(stage.received('authenticate')).toHaveLength(1);
    expect(two.transcript()).toEqual(['user: Two', 'agent: You are logged in.']);
  });

  it('is asked for before the first prompt where the agent says that the user is not logged in [auth/status, auth/status_update]', async () => {
    const stage = await Stage.play({
      initialize: {
        agentCapabilities: { auth: { status: {} } },
        authMethods: [{ id: 'login', name: 'Log in' }],
      },
      methods: {
        'auth/status': [
          {
            once: {
              gate: 'asked',
              steps: [{ result: { state: 'unauthenticated' } }],
              otherwise: [{ result: { state: 'authenticated', accounts: [{ label: 'Max' }] } }],
            },
          },
        ],
      },
    });
    const session = await stage.session('Hi');
    await session.until('the login', wantsLogin);
    expect(session.transcript()).toEqual([]);
    const loginOf = () =>
      stage.engine.engine.agents.choices().find(({ id }) => id === 'scripted')?.finding?.login;
    await session.command({ type: 'authentication.start', methodId: 'login' });
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Hi', 'agent: Hi']);
    const { host } = stage.engine.engine;
    expect(host.opened(session.id)?.condition.login).toEqual({ state: 'in', account: 'Max' });
    expect([undefined, 'found']).toContain(loginOf());
  });

  it('elsewhere is noticed, and the waiting prompt is sent [auth/status_update]', async () => {
    const stage = await Stage.play({
      initialize: { authMethods: [{ id: 'login', name: 'Log in' }] },
      newSession: [
        {
          once: {
            gate: 'refused',
            steps: [
              { error: { code: -32000, message: 'Log in.' } },
              { stallUntil: 'elsewhere' },
              { notify: { method: 'auth/status_update', params: { state: 'authenticated' } } },
              { stop: true },
            ],
          },
        },
      ],
    });
    const session = await stage.session('Hi');
    await session.until('the login', wantsLogin);
    stage.agent.open('elsewhere');
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Hi', 'agent: Hi']);
  });

  it('can be abandoned by restarting the agent', async () => {
    const stage = await Stage.play({ requiresLogin: true, authenticate: [{ stall: true }] });
    const session = await stage.session();
    await session.until('the login', wantsLogin);
    const login = session.try({ type: 'authentication.start', methodId: 'login' });
    await stage.journal.waitForStep('stall');
    await session.command({ type: 'agent.restart' });
    expect(await login).toMatchObject({ ok: true });
    await session.until('the login again', () => session.entries('authentication').length === 2);
  });
});

describe('logging out', () => {
  it('tells the agent, and requires a login afterwards [logout]', async () => {
    const stage = await Stage.play('login');
    const session = await stage.session('Hi');
    await session.until('the login', wantsLogin);
    await session.command({ type: 'authentication.start', methodId: 'login' });
    await session.turnEnded();
    await session.command({ type: 'authentication.logout' });
    expect(stage.received('logout')).toEqual([{}]);
    expect(session.state.head.connection).toMatchObject({
      type: 'authentication',
      message: 'You are logged out.',
    });
    expect(
      await session.try({ type: 'prompt.send', content: [{ type: 'text', text: 'Hi' }] }),
    ).toMatchObject({ error: { code: 'authentication-required' } });
    await session.command({ type: 'authentication.start', methodId: 'login' });
    await session.ready();
    await session.send('Hello again');
    await session.until('the second turn', () => session.entries('turn-end').length === 2);
  });

  it('is refused where the agent does not support it', async () => {
    const stage = await Stage.play({});
    const session = await stage.readySession();
    expect(await session.try({ type: 'authentication.logout' })).toMatchObject({
      error: { message: 'This agent cannot log out.' },
    });
  });
});
