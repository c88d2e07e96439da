import { describe, expect, it } from 'vitest';
import { startAgent } from './runningAgent';

const option = { id: 'model', name: 'Model', type: 'select', currentValue: 'a', options: [] };

describe('sessions', () => {
  it('are offered with every capability that the scenario does not disable', async () => {
    const plain = await startAgent({}).initialize();
    expect(plain).toMatchObject({
      protocolVersion: 1,
      authMethods: [],
      agentCapabilities: {
        loadSession: true,
        sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
      },
    });
    const agent = startAgent({
      load: false,
      list: false,
      fork: {},
      steering: {},
      initialize: { extra: 1 },
    });
    const answer = await agent.initialize();
    const { loadSession, sessionCapabilities } = answer.agentCapabilities as Record<string, object>;
    expect(loadSession).toBe(false);
    expect(Object.keys(sessionCapabilities ?? {})).not.toContain('list');
    expect(sessionCapabilities).toMatchObject({ fork: {} });
    expect(answer).toMatchObject({ extra: 1, _meta: { steering: { supported: true } } });
    await expect(agent.request('session/list', {})).rejects.toMatchObject({
      error: { code: -32601 },
    });
    await expect(agent.request('logout', {})).rejects.toMatchObject({ error: { code: -32601 } });
  });

  it('remember their history, also after the process ends if there is a state file', async () => {
    const first = startAgent({
      stateFile: 'state.json',
      turns: [
        [{ think: 'Hm.' }, { say: 'one' }, { usage: { used: 1, size: 2 } }],
        [{ say: 'two' }],
      ],
    });
    const sessionId = await first.newSession();
    await first.turn(sessionId, 'hello');
    const second = await first.restart();
    try {
      await second.request('session/load', { sessionId, cwd: first.cwd, mcpServers: [] });
      const replayed = second.client.updates(sessionId);
      expect(replayed.map(({ sessionUpdate, content }) => [sessionUpdate, content])).toEqual([
        ['user_message_chunk', { type: 'text', text: 'hello' }],
        ['agent_thought_chunk', { type: 'text', text: 'Hm.' }],
        ['agent_message_chunk', { type: 'text', text: 'one' }],
      ]);
      await second.turn(sessionId);
      expect(second.said()).toBe('onetwo');
    } finally {
      await second.client.dispose();
    }
  });

  it('are resumed without a replay, forked with their history, closed and deleted', async () => {
    const agent = startAgent({ sessions: { ids: ['a', 'b'] }, fork: {} });
    const place = { cwd: agent.cwd, mcpServers: [] };
    expect(await agent.newSession()).toBe('a');
    await agent.turn('a', 'hello');
    const before = agent.client.updates().length;
    await agent.request('session/resume', { sessionId: 'a', ...place });
    expect(agent.client.updates()).toHaveLength(before);
    expect(await agent.request('session/fork', { sessionId: 'a', ...place })).toMatchObject({
      sessionId: 'b',
    });
    await agent.request('session/load', { sessionId: 'b', ...place });
    expect(agent.said('b')).toBe('hello');
    await agent.request('session/close', { sessionId: 'b' });
    await agent.request('session/delete', { sessionId: 'b' });
    await expect(agent.turn('b')).rejects.toMatchObject({ error: { code: -32002 } });
  });

  it('are listed page by page', async () => {
    const agent = startAgent('history');
    const first = await agent.request('session/list', {});
    expect(first).toMatchObject({ sessions: [{ sessionId: 'old-1' }, { sessionId: 'old-2' }] });
    const rest = await agent.request('session/list', { cursor: first.nextCursor ?? null });
    expect(rest).toMatchObject({ sessions: [{ sessionId: 'old-3' }] });
    expect(rest.nextCursor).toBeUndefined();
    const filtered = await agent.request('session/list', { cwd: '/elsewhere' });
    expect(filtered.sessions).toHaveLength(1);
  });

  it('may be loaded by a script alone, with the answer at the given step', async () => {
    const agent = startAgent({ load: [{ user: 'old' }, { result: null }, { say: 'late' }] });
    const id = agent.client.begin('session/load', {
      sessionId: 'x',
      cwd: agent.cwd,
      mcpServers: [],
    });
    await agent.client.message(({ params }) => JSON.stringify(params)?.includes('late') ?? false);
    const kinds = agent.client.messages.map((message) => message.method ?? message.result);
    expect(kinds).toEqual(['session/update', null, 'session/update']);
    expect(await agent.client.answerTo(id)).toBeNull();
  });

  it('can get updates before they are known', async () => {
    const agent = startAgent({
      newSession: [{ title: 'Early' }, { answer: {} }, { commands: [] }],
    });
    const sessionId = await agent.newSession();
    await agent.client.message(
      ({ params }) => JSON.stringify(params)?.includes('commands') ?? false,
    );
    const early = agent.client.messages[0];
    expect(early?.params).toMatchObject({ sessionId, update: { title: 'Early' } });
  });

  it('keep their mode, options, model and title', async () => {
    const agent = startAgent({
      modes: { currentModeId: 'ask', availableModes: [] },
      models: { currentModelId: 'm1', availableModels: [] },
      configOptions: [option, { ...option, id: 'other' }],
      setTitle: {},
      turns: [[{ mode: 'code' }]],
    });
    const place = { cwd: agent.cwd, mcpServers: [] };
    const sessionId = await agent.newSession();
    await agent.request('session/set_mode', { sessionId, modeId: 'plan' });
    await agent.request('session/set_model', { sessionId, modelId: 'm2' });
    await agent.request('session/set_title', { sessionId, title: 'Mine' });
    const changed = { sessionId, configId: 'model', value: 'b' };
    expect(await agent.request('session/set_config_option', changed)).toMatchObject({
      configOptions: [{ currentValue: 'b' }, { currentValue: 'a' }],
    });
    expect(await agent.request('session/resume', { sessionId, ...place })).toMatchObject({
      modes: { currentModeId: 'plan' },
      models: { currentModelId: 'm2' },
      configOptions: [{ currentValue: 'b' }, { currentValue: 'a' }],
    });
    await agent.turn(sessionId);
    const { modes } = await agent.request('session/resume', { sessionId, ...place });
    expect(modes).toMatchObject({ currentModeId: 'code' });
    expect(await agent.request('session/list', {})).toMatchObject({
      sessions: [{ title: 'Mine' }],
    });
  });

  it('need a login where the scenario says so', async () => {
    const agent = startAgent('login');
    expect(await agent.initialize()).toMatchObject({
      authMethods: [{ id: 'login' }, { type: 'terminal' }],
    });
    await expect(agent.newSession()).rejects.toMatchObject({ error: { code: -32000 } });
    await agent.request('authenticate', { methodId: 'login' });
    await agent.newSession();
    await agent.request('logout', {});
    await expect(agent.newSession()).rejects.toMatchObject({ error: { code: -32000 } });
  });

  it('can be steered while a turn runs', async () => {
    const agent = startAgent('steering');
    const sessionId = await agent.newSession();
    const steer = { sessionId, prompt: [{ type: 'text', text: 'left' }] };
    expect(await agent.request('_session/steering', steer)).toEqual({ outcome: 'failed' });
    const id = agent.prompt(sessionId, '');
    expect(await agent.request('_session/steering', steer)).toEqual({ outcome: 'injected' });
    agent.script.open('end');
    await agent.client.answerTo(id);
  });

  it('answer custom methods of the scenario', async () => {
    const agent = startAgent({ methods: { '_x/y': { a: 1 }, '_x/steps': [{ result: 7 }] } });
    expect(await agent.request('_x/y', {})).toEqual({ a: 1 });
    expect(await agent.client.request('_x/steps', {})).toBe(7);
  });
});
