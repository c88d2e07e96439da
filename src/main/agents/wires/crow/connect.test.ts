import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import type { PermissionOutcome } from '#shared/session/request/requests';
import { mutationsOf } from '#test/support/mutations';
import { expectTakenOrRefused } from '#test/support/oddIntroductions';
import { RpcError } from '#test/support/rpcPeer';
import { rpcHarness, type WireHarness } from '#test/support/wireHarness';
import { REQUEST_BYTES } from '../limits';
import { connect } from './connect';

const introduction = {
  protocol_version: 1,
  agent_capabilities: {
    prompt_capabilities: { text: true, image: true, resource: true },
    mcp_capabilities: { http: false, sse: true },
    load_session: true,
  },
  agent_info: { name: 'crow-acp-server', title: 'Crow ACP Server', version: '0.1.0' },
};
const place = { cwd: '/work', additionalDirectories: [] };
const text = (words: string) => [{ type: 'text' as const, text: words }];
const id = 'uuid-string' as AgentSessionId;

function harness(initialize: unknown = introduction): WireHarness {
  const test = rpcHarness(connect);
  test.peer.answer('initialize', initialize).answer('session/new', { sessionId: id });
  return test;
}

async function opened(initialize: unknown = introduction) {
  const test = harness(initialize);
  const connection = await test.connect();
  await test.open(connection);
  return { test, connection, client: test.client, peer: test.peer };
}

describe('initialize', () => {
  test('sends the app’s name and version', async () => {
    const { peer } = await opened();
    expect(peer.last('initialize')).toEqual({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocol_version: 1,
        client_capabilities: {},
        client_info: { name: 'airlock', version: '0.0.0-test' },
      },
    });
  });

  test('the agent’s name and capabilities are read', async () => {
    const { connection } = await opened();
    expect(connection).toMatchObject({
      wire: 'crow',
      protocolVersion: '1',
      identity: { name: 'crow-acp-server', title: 'Crow ACP Server', version: '0.1.0' },
      powers: {
        load: true,
        resume: true,
        prompt: { image: true, embeddedContext: true },
        mcp: { sse: true },
      },
      authenticationMethods: [],
    });
    const bare = await opened({ protocol_version: 1 });
    expect(bare.connection.powers).toEqual({ prompt: {}, mcp: {} });
    expect(bare.connection.loadSession).toBeUndefined();
  });

  test('another version is refused', async () => {
    await expect(harness({ protocol_version: 2 }).connect()).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  test('malformed answers are refused or understood, and never throw', async () => {
    await expectTakenOrRefused(introduction, (value) => harness(value).connect());
  });
});

describe('sessions', () => {
  test('open in a folder, under an id of the agent', async () => {
    const { peer } = await opened();
    expect(peer.last('session/new').params).toEqual({ cwd: '/work', mcpServers: [] });
  });

  test('an answer without an id does not open a session', async () => {
    const test = harness();
    test.peer.answer('session/new', {});
    const connection = await test.connect();
    await expect(connection.newSession(place)).rejects.toMatchObject({ code: 'protocol' });
  });

  test('updates around the answer are kept for the session', async () => {
    const test = harness();
    const connection = await test.connect();
    const say = (words: string) =>
      test.peer.update(id, { '@type': 'agent_message_text', text: words });
    test.peer.leaveOpen('session/new');
    const opening = connection.newSession(place);
    say('before');
    test.peer.send({
      jsonrpc: '2.0',
      id: test.peer.last('session/new').id,
      result: { sessionId: id },
    });
    say('after');
    expect((await opening).events).toMatchObject([
      { content: { text: 'before' } },
      { content: { text: 'after' } },
    ]);
  });

  test('loading repeats the whole conversation, without its questions', async () => {
    const test = harness();
    const connection = await test.connect();
    test.client.known.add(id);
    test.peer.answer('session/load', () => {
      test.peer.update(id, { '@type': 'user_message_text', text: 'Hello' });
      test.peer.update(id, { '@type': 'agent_message_text', text: 'Hi' });
      test.peer.update(id, {
        '@type': 'permission_request',
        tool_call_id: 't',
        permission_options: [{ id: 'a', title: 'A' }],
      });
      return {};
    });
    const session = await connection.loadSession?.(id, place);
    expect(session).toEqual({ agentSessionId: id, events: [] });
    expect(test.peer.last('session/load').params).toEqual({ session_id: id, cwd: '/work' });
    expect(test.client.events).toMatchObject([{ role: 'user' }, { role: 'agent' }]);
    expect(test.client.calls).toEqual([]);
  });

  test('an unknown session is reported as not found', async () => {
    const test = harness();
    test.peer.answer('session/load', () => {
      throw new RpcError({ code: -32002, message: 'Session not found' });
    });
    const connection = await test.connect();
    await expect(connection.loadSession?.(id, place)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('turns', () => {
  test.each([
    ['end_turn', { reason: 'end_turn' }],
    ['cancelled', { reason: 'cancelled' }],
    ['max_tokens', { reason: 'max_tokens' }],
    ['bored', { reason: 'end_turn', unknownReason: 'bored' }],
  ])('the reason %s', async (stop_reason, turn) => {
    const { peer, client, connection } = await opened();
    peer.answer('session/prompt', { stop_reason });
    expect(await connection.prompt(id, text('Hi'))).toEqual(turn);
    expect(peer.last('session/prompt').params).toEqual({
      session_id: id,
      prompt: [{ type: 'text', text: 'Hi' }],
    });
    expect(client.problems).toEqual([]);
  });

  test('the reason error fails the turn, with the agent’s message if there is one', async () => {
    const { peer, connection } = await opened();
    peer.answer('session/prompt', { stop_reason: 'error' });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({
      code: 'agent-error',
      message: 'The agent stopped with an error.',
    });
    peer.answer('session/prompt', { stop_reason: 'error', message: 'No model.' });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({ message: 'No model.' });
    const error = { code: 7, message: 'No model.', data: { asked: 'x' } };
    peer.answer('session/prompt', { stop_reason: 'error', error });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({
      message: 'No model.',
      detail: expect.stringContaining('asked'),
    });
  });

  test('invalid params are reported with their message, code and data', async () => {
    const { peer, connection } = await opened();
    peer.answer('session/prompt', () => {
      throw new RpcError({
        code: -32602,
        message: 'Invalid params',
        data: { errors: ['prompt: field required'] },
      });
    });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'Invalid params (error -32602)',
      detail: '{\n  "errors": [\n    "prompt: field required"\n  ]\n}',
    });
  });

  test('updates are delivered in order, unknown ones included', async () => {
    const { peer, client, connection } = await opened();
    peer.answer('session/prompt', () => {
      peer.update(id, { '@type': 'agent_thought_text', text: 'Hm.' });
      peer.update(id, { '@type': 'agent_message_text', text: 'Yes.' });
      peer.notify('session/forecast', { session_id: id });
      return { stop_reason: 'end_turn' };
    });
    await connection.prompt(id, text('Hi'));
    expect(client.journal).toEqual(['message.appended', 'message.appended', 'unknown.received']);
  });

  test('stopping sends a request', async () => {
    const { peer, client, connection } = await opened();
    const ended = connection.prompt(id, text('Hi'));
    connection.cancel(id);
    const cancel = peer.last('cancel');
    expect(cancel).toMatchObject({ method: 'cancel', params: { session_id: id } });
    expect(cancel.id).toEqual(expect.any(Number));
    peer.send({ jsonrpc: '2.0', id: cancel.id, result: null });
    const { id: prompt } = peer.last('session/prompt');
    peer.send({ jsonrpc: '2.0', id: prompt, result: { stop_reason: 'cancelled' } });
    expect(await ended).toEqual({ reason: 'cancelled' });
    expect(client.problems).toEqual([]);
  });

  test('a stop that is refused is reported', async () => {
    const { peer, client, connection } = await opened();
    peer.answer('cancel', () => {
      throw new RpcError({ code: -32601, message: 'Method not found' });
    });
    const ended = connection.prompt(id, text('Hi'));
    connection.cancel(id);
    await setImmediate();
    peer.send({
      jsonrpc: '2.0',
      id: peer.last('session/prompt').id,
      result: { stop_reason: 'end_turn' },
    });
    await ended;
    const sent = peer.received.length;
    connection.cancel(id);
    expect(peer.received).toHaveLength(sent);
    expect(client.problems).toMatchObject([
      { type: 'unexpected', message: 'The agent rejected cancel: Method not found' },
    ]);
  });
});

describe('questions', () => {
  const question = {
    '@type': 'permission_request',
    tool_call_id: 'call-1',
    title: 'terminal',
    arguments: 'ls -la',
    permission_options: [
      { id: 'approve', title: 'Approve', is_primary: true },
      { id: 'reject', title: 'Reject' },
    ],
  };

  async function asked(ask: object = question) {
    const all = await opened();
    const answers: ((outcome: PermissionOutcome) => void)[] = [];
    const signals: AbortSignal[] = [];
    all.client.onPermission = (_, signal) => {
      signals.push(signal);
      return new Promise((resolve) => answers.push(resolve));
    };
    const ended = all.connection.prompt(id, text('Hi')).catch((error: unknown) => error);
    all.peer.update(id, ask);
    return { ...all, answers, signals, ended };
  }

  test.each(['approve', 'reject'])('the answer %s is sent', async (optionId) => {
    const { peer, client, answers } = await asked();
    expect(client.calls).toMatchObject([['askPermission', id, { toolCallId: 'call-1' }]]);
    answers[0]?.({ type: 'selected', optionId });
    await setImmediate();
    expect(peer.last('permission_response')).toMatchObject({
      id: expect.any(Number),
      params: { session_id: id, tool_call_id: 'call-1', option_id: optionId },
    });
  });

  test('a cancelled question is answered with the option that rejects', async () => {
    const { peer, answers } = await asked();
    answers[0]?.({ type: 'cancelled' });
    await setImmediate();
    expect(peer.last('permission_response').params).toMatchObject({ option_id: 'reject' });
  });

  test('the number of open questions is bounded: more are rejected until one is answered', async () => {
    const { peer, client, answers } = await asked();
    const large = { ...question, arguments: 'x'.repeat(REQUEST_BYTES / 5) };
    const ask = (call: string) => peer.update(id, { ...large, tool_call_id: call });
    for (const call of ['call-2', 'call-3', 'call-4', 'call-5']) ask(call);
    expect(client.calls).toHaveLength(3);
    expect(peer.last('permission_response').params).toMatchObject({
      tool_call_id: 'call-5',
      option_id: 'reject',
    });
    answers[1]?.({ type: 'cancelled' });
    await setImmediate();
    ask('call-6');
    expect(client.calls).toHaveLength(4);
  });

  test('no option is chosen where none rejects', async () => {
    const { peer, answers } = await asked({
      ...question,
      permission_options: [{ id: 'approve', title: 'Approve' }],
    });
    answers[0]?.({ type: 'cancelled' });
    await setImmediate();
    expect(peer.last('permission_response').params).toMatchObject({ option_id: null });
  });

  test.each<[string, object]>([
    [
      'the tool call is over',
      {
        jsonrpc: '2.0',
        method: 'session/update',
        params: {
          sessionId: id,
          update: { '@type': 'tool_call_update', tool_call_id: 'call-1', status: 'completed' },
        },
      },
    ],
    ['the turn is over', { jsonrpc: '2.0', id: 2, result: { stop_reason: 'end_turn' } }],
  ])('a question is withdrawn when %s', async (_, message) => {
    const { peer, answers, signals } = await asked();
    peer.send(message);
    await setImmediate();
    expect(signals[0]?.aborted).toBe(true);
    answers[0]?.({ type: 'selected', optionId: 'approve' });
    await setImmediate();
    expect(peer.received.some(({ method }) => method === 'permission_response')).toBe(false);
  });

  test('a question that cannot be shown is kept, with the reason', async () => {
    const { client } = await asked({ ...question, permission_options: [] });
    expect(client.calls).toEqual([]);
    expect(client.events).toMatchObject([
      { type: 'unknown.received', label: expect.stringMatching(/^permission_request: ./) },
    ]);
    expect(client.problems).toEqual([]);
  });

  test('malformed questions never throw', async () => {
    const { peer, connection } = await asked();
    for (const { value } of mutationsOf(question)) peer.update(id, value);
    for (const { value } of mutationsOf({ sessionId: id, update: question })) {
      peer.notify('session/update', value);
    }
    peer.answer('session/prompt', { stop_reason: 'end_turn' });
    await setImmediate();
    expect(await connection.prompt(id, text('Still there?'))).toEqual({ reason: 'end_turn' });
  });
});

test('requests are refused, since the protocol has none', async () => {
  const { peer, client } = await opened();
  expect(await peer.request('fs/read_text_file', { path: '/p' })).toMatchObject({
    error: { code: -32601 },
  });
  expect(client.problems).toHaveLength(1);
});
