import { expect, test } from 'vitest';
import { acpHarness } from '#test/support/acpHarness';
import { RpcError } from '#test/support/rpcPeer';

test('introduces itself with what it implements', async () => {
  const { peer, connect } = acpHarness();
  peer.answer('initialize', { protocolVersion: 1 });
  await connect();
  expect(peer.last('initialize').params).toEqual({
    protocolVersion: 1,
    clientInfo: { name: 'airlock', title: 'Airlock', version: '0.0.0-test' },
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: true,
      auth: { terminal: true },
      elicitation: { form: {}, url: {} },
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      plan: {},
      subagents: {},
      _meta: { 'terminal-auth': true, terminal_output: true },
    },
  });
});

test('does not advertise services that are withheld', async () => {
  const { peer, connect } = acpHarness({ fileSystem: false, terminal: false });
  peer.answer('initialize', { protocolVersion: 1 });
  await connect();
  expect(peer.last('initialize').params).toMatchObject({
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  });
});

test('reads who the agent is and what it can do', async () => {
  const { peer, connect } = acpHarness();
  peer.answer('initialize', {
    protocolVersion: 1,
    agentInfo: { name: 'codex-acp', title: 'Codex', version: '2.6.0' },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true, audio: false },
      mcpCapabilities: { http: true },
      sessionCapabilities: { resume: {}, list: {}, close: {}, delete: {}, fork: {}, title: {} },
      auth: { logout: {} },
    },
    _meta: { steering: { supported: true } },
  });
  const connection = await connect();
  expect(connection.wire).toBe('acp');
  expect(connection.protocolVersion).toBe('1');
  expect(connection.identity).toEqual({ name: 'codex-acp', title: 'Codex', version: '2.6.0' });
  expect(connection.powers).toEqual({
    load: true,
    resume: true,
    list: true,
    close: true,
    delete: true,
    fork: true,
    setTitle: true,
    steer: true,
    logout: true,
    prompt: { image: true, embeddedContext: true },
    mcp: { http: true },
  });
  for (const power of [
    'loadSession',
    'resumeSession',
    'forkSession',
    'listSessions',
    'closeSession',
    'deleteSession',
    'setTitle',
    'steer',
    'logout',
  ] as const) {
    expect(connection[power], power).toBeTypeOf('function');
  }
});

test('has no member for a capability that the agent lacks', async () => {
  const { peer, connect } = acpHarness();
  peer.answer('initialize', { protocolVersion: 1 });
  const connection = await connect();
  expect(connection.identity).toBeNull();
  expect(connection.powers).toEqual({ prompt: {}, mcp: {} });
  for (const power of ['loadSession', 'resumeSession', 'forkSession', 'listSessions', 'steer']) {
    expect(power in connection, power).toBe(false);
  }
});

test.each([1, '1'])('understands the version %j', async (protocolVersion) => {
  const { peer, connect } = acpHarness();
  peer.answer('initialize', { protocolVersion });
  expect(await connect()).toMatchObject({ wire: 'acp', protocolVersion: '1' });
});

test.each([
  [2, /version 2 .* Airlock speaks version 1/],
  [999, /version 999/],
  ['2', /version 2 of/],
  [undefined, /an unnamed version/],
  [null, /an unnamed version/],
  [{}, /an unnamed version/],
])('explains the mismatch when the agent answers version %o', async (version, words) => {
  const { peer, connect } = acpHarness();
  peer.answer('initialize', { protocolVersion: version });
  await expect(connect()).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringMatching(words),
  });
});

test.each([
  ['text', 'hello'],
  ['list', []],
  ['number', 7],
])('reports an answer that is a %s as a protocol error', async (_, answer) => {
  const { peer, connect } = acpHarness();
  peer.answer('initialize', answer);
  await expect(connect()).rejects.toMatchObject({ code: 'protocol' });
});

test('reads an answer whose parts all have the wrong type', async () => {
  const { peer, connect } = acpHarness();
  peer.answer('initialize', {
    protocolVersion: 1,
    agentInfo: 'gemini',
    authMethods: { id: 'x' },
    agentCapabilities: { loadSession: 'yes', sessionCapabilities: [1], promptCapabilities: 0 },
    _meta: 'steering',
  });
  const connection = await connect();
  expect(connection.powers).toEqual({ prompt: {}, mcp: {} });
  expect(connection.authenticationMethods).toEqual([]);
});

test('gives up when the signal is aborted, and tells the agent', async () => {
  const { peer, connect, abort } = acpHarness();
  const asked = peer.next('initialize');
  const connecting = connect();
  await asked;
  const cancelled = peer.next('$/cancel_request');
  abort.abort(new DOMException('too slow', 'TimeoutError'));
  await expect(connecting).rejects.toMatchObject({ code: 'timeout' });
  expect((await cancelled).params).toEqual({ requestId: 0 });
});

test('sends nothing when the signal is already aborted', async () => {
  const { peer, connect, abort } = acpHarness();
  abort.abort();
  await expect(connect()).rejects.toMatchObject({ code: 'cancelled' });
  expect(peer.received).toEqual([]);
});

test('fails with the reason of the channel when the agent exits', async () => {
  const { peer, channel, connect } = acpHarness();
  const asked = peer.next('initialize');
  const connecting = connect();
  await asked;
  channel.close('The agent exited with code 1.');
  await expect(connecting).rejects.toMatchObject({
    code: 'closed',
    message: 'The agent exited with code 1.',
  });
});

test('passes on why the agent refused', async () => {
  const { peer, connect } = acpHarness();
  peer.answer('initialize', () => {
    throw new RpcError({ code: -32603, message: 'Internal error', data: { details: 'no disk' } });
  });
  await expect(connect()).rejects.toMatchObject({ code: 'agent-error', message: 'no disk' });
});
