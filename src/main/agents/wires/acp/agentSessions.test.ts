import { expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { acpHarness, openSession } from '#test/support/acpHarness';
import { RpcError } from '#test/support/rpcPeer';
import { LIST_PAGES } from '../limits';

const place = { cwd: '/work', additionalDirectories: ['/more'] };
const id = (text: string) => text as AgentSessionId;
const say = (text: string) => [{ type: 'text', text }] as const;
const chunk = (text: string) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});
const sessionPowers = (...names: string[]) => ({
  agentCapabilities: {
    sessionCapabilities: Object.fromEntries(names.map((name) => [name, {}])),
  },
});

test('a new session comes with what can be set in it', async () => {
  const { peer, session } = await openSession(
    {},
    { modes: { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] } },
  );
  expect(peer.last('session/new').params).toEqual({ cwd: '/work', mcpServers: [] });
  expect(session).toEqual({
    agentSessionId: 'session-1',
    events: [{ type: 'modes.updated', available: [{ id: 'a', name: 'A' }], current: 'a' }],
  });
});

test('more folders are named only to an agent that takes them', async () => {
  const { peer, connection } = await openSession(sessionPowers('additionalDirectories'));
  await connection.newSession(place);
  expect(peer.last('session/new').params).toEqual({
    cwd: '/work',
    mcpServers: [],
    additionalDirectories: ['/more'],
  });
});

test('what came before the answer, or right after it, ends the events of the new session', async () => {
  const { peer, client, connect } = acpHarness();
  peer.answer('initialize', { protocolVersion: 1 });
  const connection = await connect();
  const asked = peer.next('session/new');
  const opening = connection.newSession(place);
  const { id: requestId } = await asked;
  const update = (fields: object) => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: fields },
  });
  peer.send(
    update({ sessionUpdate: 'available_commands_update', availableCommands: [] }),
    {
      jsonrpc: '2.0',
      id: requestId,
      result: {
        sessionId: 's',
        configOptions: [
          { id: 'mode', category: 'mode', type: 'select', currentValue: 'a', options: [] },
        ],
      },
    },
    update({ sessionUpdate: 'current_mode_update', currentModeId: 'b' }),
  );
  const { events } = await opening;
  const option = { id: 'mode', name: 'mode', category: 'mode', type: 'select', groups: [] };
  expect(events).toEqual([
    { type: 'options.updated', options: [{ ...option, value: 'a' }] },
    { type: 'commands.updated', commands: [] },
    { type: 'options.updated', options: [{ ...option, value: 'b' }] },
  ]);
  client.known.add(id('s'));
  peer.update('s', chunk('hello'));
  expect(client.events).toMatchObject([{ type: 'message.appended' }]);
  expect(client.problems).toEqual([]);
});

test('what comes before the caller takes the session up is kept until it does', async () => {
  const { peer, client, connection, session } = await openSession();
  client.known.clear();
  peer.update('session-1', chunk('early'));
  client.known.add(session.agentSessionId);
  peer.answer('session/prompt', { stopReason: 'end_turn' });
  await connection.prompt(session.agentSessionId, say('go'));
  expect(client.events).toMatchObject([{ content: { text: 'early' } }]);
});

test('an answer without a session is a protocol error', async () => {
  const { peer, connection } = await openSession();
  peer.answer('session/new', { sessionId: 7 });
  await expect(connection.newSession(place)).rejects.toMatchObject({
    code: 'protocol',
    message: 'The agent’s answer to session/new is not valid.',
  });
});

test('a session that comes after the waiting was given up is closed again', async () => {
  const { peer, connection, client } = await openSession(sessionPowers('close'));
  const asked = peer.leaveOpen('session/new').next('session/new');
  const abort = new AbortController();
  const opening = connection.newSession(place, abort.signal);
  const { id: requestId } = await asked;
  abort.abort();
  await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  const closed = peer.next('session/close');
  peer.send({ jsonrpc: '2.0', id: requestId, result: { sessionId: 'late' } });
  expect((await closed).params).toEqual({ sessionId: 'late' });
  expect(client.problems).toEqual([]);
});

test('a prompt ends with the reason and the usage', async () => {
  const { peer, connection, session } = await openSession();
  const usage = { totalTokens: 3, inputTokens: 1, outputTokens: 2 };
  peer.answer('session/prompt', { stopReason: 'max_tokens', usage });
  await expect(connection.prompt(session.agentSessionId, say('go'))).resolves.toEqual({
    reason: 'max_tokens',
    usage,
  });
  expect(peer.last('session/prompt').params).toEqual({
    sessionId: 'session-1',
    prompt: [{ type: 'text', text: 'go' }],
  });
});

test('every update is heard before the answer that follows it', async () => {
  const { peer, client, connection, session } = await openSession();
  const asked = peer.next('session/prompt');
  const prompting = connection
    .prompt(session.agentSessionId, say('go'))
    .then(() => client.journal.push('prompt answered'));
  const { id: requestId } = await asked;
  const updates = Array.from({ length: 20 }, (_, index) => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 'session-1', update: chunk(`${index}`) },
  }));
  peer.send(...updates, { jsonrpc: '2.0', id: requestId, result: { stopReason: 'end_turn' } });
  await prompting;
  expect(client.journal).toEqual([...updates.map(() => 'message.appended'), 'prompt answered']);
});

test('updates after the end of a turn are delivered as they come', async () => {
  const { peer, client, connection, session } = await openSession();
  peer.answer('session/prompt', { stopReason: 'end_turn' });
  await connection.prompt(session.agentSessionId, say('go'));
  peer.update('session-1', { sessionUpdate: 'session_info_update', title: 'Later' });
  expect(client.events).toEqual([{ type: 'session.titled', title: 'Later', by: 'agent' }]);
});

test('a stop reason that is no text is told as a protocol error, and the session stays usable', async () => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/prompt', { stopReason: 42 });
  await expect(connection.prompt(session.agentSessionId, say('go'))).rejects.toMatchObject({
    code: 'protocol',
    detail: expect.stringMatching(/stopReason/),
  });
  peer.answer('session/prompt', { stopReason: 'bored' });
  await expect(connection.prompt(session.agentSessionId, say('go'))).resolves.toEqual({
    reason: 'end_turn',
  });
});

test('cancelling is told to the agent; the prompt settles with its answer', async () => {
  const { peer, client, connection, session } = await openSession();
  const asked = peer.next('session/prompt');
  const prompting = connection.prompt(session.agentSessionId, say('go'));
  const { id: requestId } = await asked;
  const cancelled = peer.next('session/cancel');
  connection.cancel(session.agentSessionId);
  expect(await cancelled).toEqual({
    jsonrpc: '2.0',
    method: 'session/cancel',
    params: { sessionId: 'session-1' },
  });
  peer.update('session-1', chunk('last words'));
  peer.send({ jsonrpc: '2.0', id: requestId, result: { stopReason: 'cancelled' } });
  await expect(prompting).resolves.toEqual({ reason: 'cancelled' });
  expect(client.events).toHaveLength(1);
});

test('a prompt in a session that is not open here is refused without asking', async () => {
  const { peer, connection } = await openSession();
  await expect(connection.prompt(id('other'), say('go'))).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(peer.received.filter(({ method }) => method === 'session/prompt')).toEqual([]);
});

test('loading tells the history before it settles', async () => {
  const { peer, client, connection } = await openSession({
    agentCapabilities: { loadSession: true },
  });
  client.known.add(id('old'));
  peer.answer('session/load', () => {
    peer.update('old', {
      sessionUpdate: 'user_message_chunk',
      content: { type: 'text', text: 'hi' },
    });
    peer.update('old', chunk('hello'));
    return null;
  });
  const opened = await connection.loadSession?.(id('old'), place);
  expect(peer.last('session/load').params).toMatchObject({ sessionId: 'old', cwd: '/work' });
  expect(opened).toEqual({ agentSessionId: 'old', events: [] });
  expect(client.events).toMatchObject([{ role: 'user' }, { role: 'agent' }]);
});

test('a session that cannot be loaded is forgotten again', async () => {
  const { peer, client, connection } = await openSession({
    agentCapabilities: { loadSession: true },
  });
  peer.answer('session/load', () => {
    throw new RpcError({
      code: -32603,
      message: 'Internal error',
      data: { details: 'No previous sessions found for this project.' },
    });
  });
  await expect(connection.loadSession?.(id('old'), place)).rejects.toMatchObject({
    code: 'agent-error',
    message: 'No previous sessions found for this project.',
  });
  client.known.add(id('old'));
  peer.update('old', chunk('ghost'));
  expect(client.events).toEqual([]);
});

test('resuming and forking', async () => {
  const { peer, connection } = await openSession(sessionPowers('resume', 'fork'));
  peer.answer('session/resume', { modes: null });
  peer.answer('session/fork', { sessionId: 'twin' });
  await expect(connection.resumeSession?.(id('old'), place)).resolves.toEqual({
    agentSessionId: 'old',
    events: [],
  });
  await expect(connection.forkSession?.(id('old'), place)).resolves.toEqual({
    agentSessionId: 'twin',
    events: [],
  });
  expect(peer.last('session/fork').params).toEqual({
    sessionId: 'old',
    cwd: '/work',
    mcpServers: [],
  });
});

test('sessions are listed page by page, as far as they can be read', async () => {
  const { peer, connection } = await openSession(sessionPowers('list'));
  peer.answer('session/list', ({ cursor }: { cursor?: string }) =>
    cursor === undefined
      ? {
          sessions: [{ sessionId: 'a', cwd: '/w', title: 'A', updatedAt: '2026' }, { cwd: '/w' }],
          nextCursor: 'two',
        }
      : { sessions: [{ sessionId: 'b', cwd: '/w', title: null }], nextCursor: null },
  );
  await expect(connection.listSessions?.('/w')).resolves.toEqual([
    { agentSessionId: 'a', cwd: '/w', title: 'A', updatedAt: '2026' },
    { agentSessionId: 'b', cwd: '/w', title: null, updatedAt: null },
  ]);
  const pages = peer.received.filter(({ method }) => method === 'session/list');
  expect(pages.map(({ params }) => params)).toEqual([{ cwd: '/w' }, { cwd: '/w', cursor: 'two' }]);
});

test('a list whose cursor never ends is cut, and one that goes in a circle is left', async () => {
  const { peer, connection } = await openSession(sessionPowers('list'));
  const count = () => peer.received.filter(({ method }) => method === 'session/list').length;
  let page = 0;
  peer.answer('session/list', () => ({ sessions: [], nextCursor: `page-${page++}` }));
  await connection.listSessions?.(null);
  expect(count()).toBe(LIST_PAGES);
  peer.answer('session/list', { sessions: [], nextCursor: 'again' });
  await connection.listSessions?.(null);
  expect(count()).toBe(LIST_PAGES + 2);
});

test('closing and deleting what the agent no longer has is no failure', async () => {
  const { peer, connection } = await openSession(sessionPowers('close', 'delete'));
  const gone = () => {
    throw new RpcError({ code: -32002, message: 'Resource not found' });
  };
  peer.answer('session/close', gone).answer('session/delete', gone);
  await connection.closeSession?.(id('session-1'));
  await connection.deleteSession?.(id('session-1'));
});

test('titles', async () => {
  const { peer, connection, session } = await openSession(sessionPowers('title'));
  peer.answer('session/set_title', { title: 'New' });
  await connection.setTitle?.(session.agentSessionId, 'New');
  expect(peer.last('session/set_title').params).toEqual({ sessionId: 'session-1', title: 'New' });
});

test('modes', async () => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/set_mode', {});
  await expect(connection.setMode?.(session.agentSessionId, 'plan')).resolves.toEqual([
    { type: 'mode.changed', current: 'plan' },
  ]);
  expect(peer.last('session/set_mode').params).toEqual({ sessionId: 'session-1', modeId: 'plan' });
});

test('options: what the agent confirms is what counts', async () => {
  const fast = { id: 'fast', name: 'Fast', type: 'boolean', currentValue: false };
  const { peer, connection, session } = await openSession({}, { configOptions: [fast] });
  peer.answer('session/set_config_option', { configOptions: [{ ...fast, currentValue: true }] });
  await expect(connection.setOption?.(session.agentSessionId, 'fast', true)).resolves.toEqual([
    {
      type: 'options.updated',
      options: [{ id: 'fast', name: 'Fast', type: 'boolean', value: true }],
    },
  ]);
  expect(peer.last('session/set_config_option').params).toEqual({
    sessionId: 'session-1',
    configId: 'fast',
    type: 'boolean',
    value: true,
  });
  peer.answer('session/set_config_option', {});
  await expect(
    connection.setOption?.(session.agentSessionId, 'fast', false),
  ).resolves.toMatchObject([{ options: [{ value: false }] }]);
});

test('the model of an old agent is set by its own request', async () => {
  const models = { currentModelId: 'a', availableModels: [{ modelId: 'a' }, { modelId: 'b' }] };
  const { peer, connection, session } = await openSession({}, { models });
  peer.answer('session/set_model', {});
  await expect(connection.setOption?.(session.agentSessionId, 'model', 'b')).resolves.toMatchObject(
    [{ type: 'options.updated', options: [{ id: 'model', value: 'b' }] }],
  );
  expect(peer.last('session/set_model').params).toEqual({ sessionId: 'session-1', modelId: 'b' });
});

test.each([
  [{ outcome: 'injected' }, true],
  [{ outcome: 'startedNewTurn' }, true],
  [{ outcome: 'promptRequired', reason: 'noRunningTurn' }, false],
  [{ outcome: 'failed' }, false],
  [{}, false],
])('steering answered with %j', async (answer, taken) => {
  const { peer, connection, session } = await openSession({
    _meta: { steering: { supported: true } },
  });
  peer.answer('_session/steering', answer);
  await expect(connection.steer?.(session.agentSessionId, say('left'))).resolves.toBe(taken);
  expect(peer.last('_session/steering').params).toEqual({
    sessionId: 'session-1',
    prompt: [{ type: 'text', text: 'left' }],
    _meta: { steering: { idleBehavior: 'promptRequired' } },
  });
});

test('logging in and out', async () => {
  const { peer, connection } = await openSession({
    authMethods: [
      { id: 'key', name: 'Key', _meta: { 'api-key': { provider: 'openai' } } },
      { id: 'web', name: 'Web' },
      { id: 'tui', name: 'Terminal', type: 'terminal' },
    ],
    agentCapabilities: { auth: { logout: {} } },
  });
  peer.answer('authenticate', {}).answer('logout', {});
  await connection.authenticate?.('key', { apiKey: 'sk-1' });
  expect(peer.last('authenticate').params).toEqual({
    methodId: 'key',
    _meta: { 'api-key': { apiKey: 'sk-1' } },
  });
  await connection.authenticate?.('web', {});
  expect(peer.last('authenticate').params).toEqual({ methodId: 'web' });
  await expect(connection.authenticate?.('tui', {})).rejects.toMatchObject({ code: 'unsupported' });
  await connection.logout?.();
});

test('that a login is needed can come at any call, with the ways to do it', async () => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/prompt', () => {
    throw new RpcError({
      code: -32000,
      message: 'Authentication required',
      data: { authMethods: [{ id: 'openai', name: 'OpenAI' }] },
    });
  });
  await expect(connection.prompt(session.agentSessionId, say('go'))).rejects.toMatchObject({
    code: 'authentication-required',
    message: 'Authentication required',
  });
  expect(connection.authenticationMethods).toMatchObject([{ id: 'openai' }]);
});

test('a session that was released is heard no more', async () => {
  const { peer, client, connection, session } = await openSession();
  connection.releaseSession(session.agentSessionId);
  peer.update('session-1', chunk('ghost'));
  expect(client.events).toEqual([]);
  expect(client.problems).toEqual([]);
});

test('a subagent speaks in the session that it works for', async () => {
  const { peer, client, connection, session } = await openSession();
  peer.update('session-1', { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'C' });
  peer.update('child', { sessionUpdate: 'subagent_update', sessionId: 'grandchild' });
  peer.update('grandchild', chunk('hi'));
  expect(client.events).toMatchObject([
    { type: 'subagent.updated', subagent: 'child' },
    { type: 'subagent.updated', subagent: 'grandchild' },
    { type: 'message.appended', subagent: 'grandchild' },
  ]);
  connection.releaseSession(session.agentSessionId);
  peer.update('child', chunk('ghost'));
  expect(client.events).toHaveLength(3);
});

test('no session can claim another as its subagent', async () => {
  const { peer, client, connection } = await openSession();
  peer.answer('session/new', { sessionId: 'session-2' });
  const second = await connection.newSession(place);
  client.known.add(second.agentSessionId);
  peer.update('session-1', { sessionUpdate: 'subagent_update', sessionId: 'session-2' });
  peer.update('session-2', chunk('mine'));
  expect(client.events.at(-1)).not.toHaveProperty('subagent');
});

test.each<[string, unknown, object]>([
  [
    'a plain one',
    { code: -32603, message: 'It broke' },
    { code: 'agent-error', message: 'It broke' },
  ],
  [
    'one whose cause is in its data',
    { code: -32603, message: 'Internal error', data: { details: 'No disk' } },
    { code: 'agent-error', message: 'No disk' },
  ],
  [
    'one that says both',
    { code: -32602, message: 'Bad prompt', data: 'too long' },
    { code: 'invalid-request', message: 'Bad prompt', detail: 'too long' },
  ],
  [
    'one that was an object once',
    { code: -32603, message: '[object Object]', data: { details: '[object Object]', x: 1 } },
    { code: 'agent-error', message: '{"details":"[object Object]","x":1}' },
  ],
  ['a missing method', { code: -32601, message: 'no' }, { code: 'unsupported', message: 'no' }],
  ['a missing thing', { code: -32002, message: 'no' }, { code: 'not-found', message: 'no' }],
  [
    'one of its own',
    { code: 7, message: '' },
    { code: 'agent-error', message: /error 7 for session\/prompt/ },
  ],
  ['one without a code', { message: 'odd' }, { code: 'agent-error', message: 'odd' }],
  ['one that is no error', 'odd', { code: 'protocol' }],
])('an error from the agent: %s', async (_, error, expected) => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/prompt', () => {
    throw new RpcError(error);
  });
  const { message, ...rest } = expected as { message?: string | RegExp };
  await expect(connection.prompt(session.agentSessionId, say('go'))).rejects.toMatchObject({
    ...rest,
    ...(message === undefined
      ? {}
      : { message: message instanceof RegExp ? expect.stringMatching(message) : message }),
  });
});

test('an endless message is cut', async () => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/prompt', () => {
    throw new RpcError({ code: -32603, message: 'x'.repeat(5_000_000) });
  });
  const error = await connection.prompt(session.agentSessionId, say('go')).catch((e: Error) => e);
  expect((error as Error).message.length).toBeLessThanOrEqual(2_049);
});
