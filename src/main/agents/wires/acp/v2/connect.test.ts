import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ConnectOptions } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { PermissionOutcome } from '#shared/session/request/requests';
import { expectTakenOrRefused } from '#test/support/oddIntroductions';
import { RpcError } from '#test/support/rpcPeer';
import { rpcHarness, type WireHarness } from '#test/support/wireHarness';
import { connect as connectAcp } from '../connect';

const introduction = {
  protocolVersion: 2,
  info: { name: 'drafter', title: 'Drafter', version: '0.2.0' },
  capabilities: {
    session: {
      prompt: { image: {}, audio: null },
      mcp: { stdio: {}, http: {} },
      delete: {},
      fork: {},
      additionalDirectories: {},
    },
  },
  authMethods: [
    { methodId: 'web', type: 'agent', name: 'Web' },
    { methodId: 'tty', type: 'terminal', name: 'Terminal', args: ['--login'] },
  ],
};
const place = { cwd: '/work', additionalDirectories: [] };
const words = (text: string) => [{ type: 'text' as const, text }];
const id = 'session-1' as AgentSessionId;

const connect = (options: ConnectOptions, ids?: IdSource) =>
  connectAcp({ ...options, draft: true }, ids);

function harness(initialize: unknown = introduction): WireHarness {
  const test = rpcHarness(connect);
  test.peer.answer('initialize', initialize).answer('session/new', { sessionId: id });
  return test;
}

async function opened() {
  const test = harness();
  const connection = await test.connect();
  await test.open(connection);
  const state = (fields: object) =>
    test.peer.update(id, { sessionUpdate: 'state_update', ...fields });
  return { test, connection, client: test.client, peer: test.peer, state };
}

describe('version negotiation', () => {
  test('sends a greeting that agents of either version understand', async () => {
    const { peer } = await opened();
    const { params } = peer.last('initialize');
    const info = { name: 'airlock', title: 'Airlock', version: '0.0.0-test' };
    expect(params).toMatchObject({
      protocolVersion: 2,
      info,
      capabilities: { auth: { terminal: {} }, elicitation: { form: {}, url: {} } },
      clientInfo: info,
      clientCapabilities: { terminal: true },
    });
  });

  test('the name and capabilities of a version 2 agent are read', async () => {
    const { connection } = await opened();
    expect(connection).toMatchObject({
      wire: 'acp-2',
      protocolVersion: '2',
      identity: introduction.info,
      powers: {
        load: true,
        resume: true,
        list: true,
        close: true,
        delete: true,
        fork: true,
        logout: true,
        additionalDirectories: true,
        prompt: { image: true },
        mcp: { http: true },
      },
      authenticationMethods: [
        { id: 'web', name: 'Web', how: { type: 'agent' } },
        { id: 'tty', name: 'Terminal', how: { type: 'terminal', args: ['--login'] } },
      ],
    });
    expect(connection.setTitle).toBeUndefined();
  });

  test('a version 1 agent is used in version 1 after one greeting', async () => {
    const one = harness({ protocolVersion: 1, agentInfo: { name: 'old' } });
    const connection = await one.connect();
    expect(connection).toMatchObject({ wire: 'acp', identity: { name: 'old' } });
    await one.open(connection);
    expect(one.peer.received.filter(({ method }) => method === 'initialize')).toHaveLength(1);
  });

  test.each([-32022, -32602])(
    'an agent that refuses with %i is greeted again in version 1',
    async (code) => {
      const test = harness();
      test.peer.answer('initialize', ({ protocolVersion }: { protocolVersion: number }) => {
        if (protocolVersion !== 1) throw new RpcError({ code, message: 'Not so new' });
        return { protocolVersion: 1 };
      });
      expect((await test.connect()).wire).toBe('acp');
    },
  );

  test('another version is refused', async () => {
    await expect(harness({ protocolVersion: 3 }).connect()).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('version 3'),
    });
  });

  test('malformed answers are refused or understood, and never throw', async () => {
    await expectTakenOrRefused(introduction, (value) => harness(value).connect());
  });
});

describe('a turn', () => {
  test('lasts from the receipt until the agent is idle, without an echo', async () => {
    const { connection, peer, client, state } = await opened();
    peer.answer('session/prompt', { messageId: 'm-1' });
    const turn = connection.prompt(id, words('hi'));
    peer.update(id, { sessionUpdate: 'user_message', messageId: 'm-1', content: words('hi') });
    state({ state: 'running' });
    const hello = { messageId: 'm-2', content: words('hello')[0] };
    peer.update(id, { sessionUpdate: 'agent_message_chunk', ...hello });
    const usage = { totalTokens: 3, inputTokens: 1, outputTokens: 2 };
    state({ state: 'idle', stopReason: 'end_turn', usage });
    expect(await turn).toEqual({ reason: 'end_turn', usage });
    expect(client.events).toMatchObject([{ role: 'agent', content: { text: 'hello' } }]);
    expect(client.problems).toEqual([]);
  });

  test('that the agent refuses fails with the agent’s reason', async () => {
    const { connection, peer } = await opened();
    peer.answer('session/prompt', () => {
      throw new RpcError({ code: -32000, message: 'Log in first' });
    });
    await expect(connection.prompt(id, words('hi'))).rejects.toMatchObject({
      code: 'authentication-required',
    });
  });

  test('is cancelled by a notification, and ends when the agent says so', async () => {
    const { connection, peer, state } = await opened();
    peer.answer('session/prompt', { messageId: 'm-1' });
    const turn = connection.prompt(id, words('hi'));
    await setImmediate();
    state({ state: 'running' });
    connection.cancel(id);
    expect(peer.last('session/cancel').params).toEqual({ sessionId: id });
    state({ state: 'idle' });
    expect(await turn).toEqual({ reason: 'cancelled' });
  });

  test('ends with the connection', async () => {
    const { connection, peer, test } = await opened();
    peer.answer('session/prompt', { messageId: 'm-1' });
    const turn = connection.prompt(id, words('hi'));
    await setImmediate();
    test.channel.close('It died.');
    await expect(turn).rejects.toMatchObject({ code: 'closed', message: 'It died.' });
  });

  test('that stops for an unknown reason is over, and gives the reason', async () => {
    const { connection, peer, state } = await opened();
    peer.answer('session/prompt', { messageId: 'm-1' });
    const turn = connection.prompt(id, words('hi'));
    await setImmediate();
    state({ state: 'idle', stopReason: 'boredom' });
    expect(await turn).toEqual({ reason: 'end_turn', unknownReason: 'boredom' });
  });
});

describe('sessions', () => {
  test('are loaded with their history, or resumed without it', async () => {
    const { connection, peer } = await opened();
    peer.answer('session/resume', () => {
      peer.update('old', {
        sessionUpdate: 'user_message',
        messageId: 'u',
        content: words('before'),
      });
      return {};
    });
    const old = 'old' as AgentSessionId;
    const { events } = (await connection.loadSession?.(old, place)) ?? {};
    expect(peer.last('session/resume').params).toEqual({
      sessionId: 'old',
      cwd: '/work',
      mcpServers: [],
      replayFrom: { type: 'start' },
    });
    expect(events).toMatchObject([{ role: 'user', content: { text: 'before' } }]);
    await connection.resumeSession?.(old, { cwd: '/work', additionalDirectories: ['/more'] });
    expect(peer.last('session/resume').params).toEqual({
      sessionId: 'old',
      cwd: '/work',
      mcpServers: [],
      additionalDirectories: ['/more'],
    });
  });

  test('that do not exist are reported as not found', async () => {
    const { connection, peer, client } = await opened();
    peer.answer('session/resume', () => {
      throw new RpcError({ code: -32002, message: 'Session not found' });
    });
    const lost = 'lost' as AgentSessionId;
    await expect(connection.loadSession?.(lost, place)).rejects.toMatchObject({
      code: 'not-found',
    });
    peer.update('lost', { sessionUpdate: 'usage_update', used: 1, size: 2 });
    expect(client.events).toEqual([]);
  });

  test('of subagents appear in the session that they work for', async () => {
    const { peer, client } = await opened();
    peer.update(id, { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Helper' });
    peer.update('child', {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: words('from below')[0],
    });
    expect(client.events).toMatchObject([
      { type: 'subagent.updated', subagent: 'child' },
      { type: 'message.appended', subagent: 'child', content: { text: 'from below' } },
    ]);
    peer.update(id, { sessionUpdate: 'subagent_update', sessionId: id });
    peer.update(id, { sessionUpdate: 'usage_update', used: 1, size: 2 });
    expect(client.events.at(-1)).toMatchObject({ type: 'usage.updated' });
  });

  test('get the early messages of a subagent once it is introduced', async () => {
    const { peer, client, connection } = await opened();
    // While a session is being opened, an unknown id may be its id.
    peer.leaveOpen('session/new');
    const abort = new AbortController();
    const opening = connection.newSession(place, abort.signal);
    const early = {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: words('early')[0],
    };
    peer.update('child', early);
    peer.update(id, { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Helper' });
    expect(client.events).toMatchObject([
      { type: 'subagent.updated', subagent: 'child' },
      { type: 'message.appended', subagent: 'child', content: { text: 'early' } },
    ]);
    abort.abort();
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('that nobody awaits any longer are cancelled', async () => {
    const { connection, peer } = await opened();
    peer.leaveOpen('session/new');
    const abort = new AbortController();
    const opening = connection.newSession(place, abort.signal);
    const { id: requestId } = peer.last('session/new');
    abort.abort();
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
    expect(peer.last('$/cancel_request').params).toEqual({ requestId });
  });
});

describe('questions', () => {
  const ask = {
    sessionId: id,
    title: 'May I?',
    options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
  };

  test('are shown to the user, and the answer is sent to the agent', async () => {
    const { peer, client } = await opened();
    client.onPermission = async () => ({ type: 'selected', optionId: 'yes' });
    const { result } = await peer.request('session/request_permission', ask);
    expect(result).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
    client.onPermission = async () => ({ type: 'cancelled' });
    const cancelled = await peer.request('session/request_permission', ask);
    expect(cancelled.result).toEqual({ outcome: { outcome: 'cancelled' } });
  });

  test('that the agent withdraws are answered as cancelled', async () => {
    const { peer, client } = await opened();
    client.onPermission = () => new Promise<PermissionOutcome>(() => undefined);
    const answered = peer.request('session/request_permission', ask, 'q-1');
    peer.notify('$/cancel_request', { requestId: 'q-1' });
    expect((await answered).error?.code).toBe(-32800);
  });

  test('that are invalid, or for an unknown session, are refused', async () => {
    const { peer } = await opened();
    const bad = await peer.request('session/request_permission', { ...ask, options: 'all' });
    expect(bad.error?.code).toBe(-32602);
    const lost = await peer.request('session/request_permission', { ...ask, sessionId: 'x' });
    expect(lost.error?.code).toBe(-32002);
    const files = await peer.request('fs/read_text_file', { sessionId: id, path: '/a' });
    expect(files.error?.code).toBe(-32601);
  });

  test('in a browser end when the agent says so', async () => {
    const { peer, client } = await opened();
    client.onElicit = async () => ({ type: 'accepted', values: {} });
    const url = { mode: 'url', url: 'https://example.com/login', elicitationId: 'e-1' };
    const { result } = await peer.request('elicitation/create', {
      sessionId: id,
      message: 'Log in',
      ...url,
    });
    expect(result).toEqual({ action: 'accept' });
    peer.notify('elicitation/complete', { elicitationId: 'e-1' });
    expect(client.events).toEqual([{ type: 'elicitation.completed', elicitationId: 'e-1' }]);
  });
});

test('a terminal login sends no request to the agent', async () => {
  const { connection, peer } = await opened();
  peer.answer('auth/login', {}).answer('auth/logout', {});
  await expect(connection.authenticate?.('tty', {})).rejects.toMatchObject({
    code: 'unsupported',
  });
  await connection.authenticate?.('web', { apiKey: 'k' });
  expect(peer.last('auth/login').params).toEqual({
    methodId: 'web',
    _meta: { 'api-key': { apiKey: 'k' } },
  });
  await connection.logout?.();
  expect(peer.last('auth/logout').params).toEqual({});
});

test('an unknown notification is kept in its session', async () => {
  const { peer, client } = await opened();
  peer.notify('_x/news', { sessionId: id, sun: true });
  expect(client.events).toMatchObject([
    { type: 'unknown.received', label: expect.stringContaining('_x/news') },
  ]);
  peer.notify('_auth/status_update', {});
  expect(client.problems).toEqual([]);
  peer.notify('_x/news', {});
  expect(client.problems).toMatchObject([{ type: 'noted' }]);
});
