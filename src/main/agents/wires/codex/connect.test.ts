import { describe, expect, test } from 'vitest';
import { codexHarness, openCodex, unknownMethod } from '#test/support/codexHarness';
import { RpcError } from '#test/support/rpcPeer';

const place = { cwd: '/work', additionalDirectories: [] };

test('introduces itself and says what it can do', async () => {
  const { connection, peer, session } = await openCodex();
  expect(peer.received.slice(0, 2)).toEqual([
    {
      id: 0,
      method: 'initialize',
      params: {
        clientInfo: { name: 'airlock', title: 'Airlock', version: '0.0.0-test' },
        capabilities: { experimentalApi: true, requestAttestation: false },
      },
    },
    { method: 'initialized', params: {} },
  ]);
  expect(connection).toMatchObject({
    wire: 'codex',
    identity: { name: 'codex', title: 'Codex', version: '0.166.0' },
    powers: { load: true, resume: true, list: true, fork: true, steer: true, close: true },
  });
  const methods = connection.authenticationMethods.map(({ id }) => id);
  expect(methods).toEqual(['chatgpt', 'api-key', 'terminal-login']);
  expect(session).toMatchObject({
    agentSessionId: 'thread-1',
    events: [
      { type: 'modes.updated', current: 'read-only', available: [{}, {}, {}] },
      {
        type: 'options.updated',
        options: [
          { id: 'model', value: 'big-1', groups: [{ choices: [{ value: 'big-1', name: 'Big' }] }] },
          { id: 'effort', value: 'low' },
          { id: 'collaboration_mode', value: 'default' },
        ],
      },
    ],
  });
});

test('a version without lists is used as it is', async () => {
  const { peer, connect } = codexHarness();
  for (const method of ['model/list', 'collaborationMode/list', 'account/read']) {
    peer.answer(method, () => {
      throw unknownMethod(method);
    });
  }
  const connection = await connect();
  const { events } = await connection.newSession(place);
  expect(events).toMatchObject([{}, { options: [{ id: 'model', value: 'big-1' }] }]);
});

test.each(['model/list', 'collaborationMode/list', 'account/read'])(
  'a version that never answers %s is used without it',
  async (method) => {
    const { peer, connect } = codexHarness();
    peer.leaveOpen(method);
    const connection = await connect({ silenceMilliseconds: 5 });
    expect((await connection.newSession(place)).agentSessionId).toBe('thread-1');
  },
);

test('a picker without anything to pick is not shown', async () => {
  const { peer, connect } = codexHarness();
  for (const method of ['model/list', 'collaborationMode/list']) {
    peer.answer(method, () => {
      throw unknownMethod(method);
    });
  }
  peer.answer('thread/start', { thread: { id: 'thread-1' } });
  const { events } = await (await connect()).newSession(place);
  expect(events).toMatchObject([{ type: 'modes.updated' }, { options: [] }]);
});

test('an empty introduction is one', async () => {
  const { peer, connect } = codexHarness();
  peer.answer('initialize', {});
  const connection = await connect();
  expect(connection.identity).toEqual({ name: 'codex', title: 'Codex' });
});

test('an answer that Codex would not give fails the connection', async () => {
  const { peer, connect } = codexHarness();
  peer.answer('initialize', { protocolVersion: 1 });
  await expect(connect()).rejects.toMatchObject({
    code: 'protocol',
    message: 'The agent’s answer to initialize is not valid.',
  });
});

test('waiting ends with the deadline and with the process', async () => {
  const late = codexHarness();
  late.peer.leaveOpen('initialize');
  const connecting = late.connect();
  late.abort.abort(new DOMException('late', 'TimeoutError'));
  await expect(connecting).rejects.toMatchObject({ code: 'timeout' });

  const gone = codexHarness();
  gone.peer.leaveOpen('initialize');
  const starting = gone.connect();
  gone.channel.close('It crashed.');
  await expect(starting).rejects.toMatchObject({ code: 'closed', message: 'It crashed.' });
});

describe('a login', () => {
  async function loggedOut() {
    const harness = codexHarness();
    harness.peer.answer('account/read', { account: null, requiresOpenaiAuth: true });
    return { ...harness, connection: await harness.connect() };
  }

  test('is asked for before there is a session, and not once there is one', async () => {
    const { connection, peer } = await loggedOut();
    await expect(connection.newSession(place)).rejects.toMatchObject({
      code: 'authentication-required',
    });
    // The user has logged in elsewhere.
    peer.answer('account/read', { account: { type: 'apiKey' }, requiresOpenaiAuth: true });
    await expect(connection.newSession(place)).resolves.toMatchObject({
      agentSessionId: 'thread-1',
    });
  });

  test('is done with a key', async () => {
    const { connection, peer } = await loggedOut();
    peer.answer('account/login/start', { type: 'apiKey' });
    await expect(connection.authenticate?.('api-key', {})).rejects.toMatchObject({
      code: 'invalid-request',
    });
    await connection.authenticate?.('api-key', { apiKey: 'sk' });
    expect(peer.last('account/login/start').params).toEqual({ type: 'apiKey', apiKey: 'sk' });
    await connection.newSession(place);
  });

  test('is done in the browser', async () => {
    const { connection, peer, client } = await loggedOut();
    peer.answer('account/login/start', { loginId: 'l', authUrl: 'https://x.org/' });
    client.onElicit = async () => ({ type: 'accepted', values: {} });
    const logging = connection.authenticate?.('chatgpt', {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.calls.at(-1)).toMatchObject([
      'elicit',
      null,
      { body: { type: 'url', url: 'https://x.org/', elicitationId: 'l' } },
    ]);
    peer.notify('account/login/completed', { loginId: 'other', success: true });
    peer.notify('account/login/completed', { loginId: 'l', success: true, error: null });
    await logging;
  });

  test('that fails is reported, and one that is cancelled ends', async () => {
    const { connection, peer, client } = await loggedOut();
    peer.answer('account/login/start', { loginId: 'l', authUrl: 'https://x.org/' });
    client.onElicit = async () => {
      peer.notify('account/login/completed', { loginId: 'l', success: false, error: 'No' });
      return { type: 'accepted', values: {} };
    };
    await expect(connection.authenticate?.('chatgpt', {})).rejects.toMatchObject({ message: 'No' });
    client.onElicit = async () => ({ type: 'declined' });
    await expect(connection.authenticate?.('chatgpt', {})).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(peer.last('account/login/cancel').params).toEqual({ loginId: 'l' });
    await expect(connection.authenticate?.('other', {})).rejects.toMatchObject({
      code: 'unsupported',
    });
    peer.answer('account/login/start', { loginId: 'l', authUrl: 'file:///etc' });
    await expect(connection.authenticate?.('chatgpt', {})).rejects.toMatchObject({
      code: 'protocol',
    });
  });

  test('ends with a logout', async () => {
    const { connection, peer } = await openCodex();
    peer.answer('account/logout', {});
    peer.answer('account/read', { account: null, requiresOpenaiAuth: true });
    await connection.logout?.();
    await expect(connection.newSession(place)).rejects.toMatchObject({
      code: 'authentication-required',
    });
  });
});

test('errors are recognised by their message', async () => {
  const { connection, peer } = await openCodex();
  const refuse = (message: string) =>
    peer.answer('thread/resume', () => {
      throw new RpcError({ code: -32600, message });
    });
  refuse('no rollout found for thread id x');
  await expect(connection.resumeSession?.('x' as never, place)).rejects.toMatchObject({
    code: 'not-found',
  });
  refuse('Invalid request: unknown variant `a`, expected one of `b`');
  await expect(connection.resumeSession?.('x' as never, place)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Invalid request: unknown variant `a`',
  });
  refuse('missing field');
  await expect(connection.resumeSession?.('x' as never, place)).rejects.toMatchObject({
    code: 'invalid-request',
  });
});
