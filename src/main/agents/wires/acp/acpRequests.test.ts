import { expect, test } from 'vitest';
import { setUnexpectedErrorHandler } from '#main/base/unexpected';
import { fail, ok } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import type { PermissionOutcome } from '#shared/session/request/requests';
import { acpHarness, openSession } from '#test/support/acpHarness';

const sessionId = 'session-1';
const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

test('a permission request is put with its tool call, and answered with the option', async () => {
  const { peer, client } = await openSession();
  const toolCall = { toolCallId: 't', title: 'Run ls', rawInput: { command: 'ls' } };
  const answer = await peer.request('session/request_permission', { sessionId, toolCall, options });
  expect(answer.result).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
  expect(client.calls).toEqual([
    [
      'askPermission',
      sessionId,
      {
        toolCallId: 't',
        tool: { title: 'Run ls', input: '{"command":"ls"}', status: 'pending' },
        title: 'Run ls',
        options: [
          { id: 'yes', name: 'Yes', kind: 'allow_once' },
          { id: 'no', name: 'No', kind: 'reject_once' },
        ],
      },
    ],
  ]);
});

test('a cancelled turn answers the question', async () => {
  const { peer, client } = await openSession();
  client.onPermission = () => Promise.resolve({ type: 'cancelled' });
  const answer = await peer.request('session/request_permission', { sessionId, options });
  expect(answer.result).toEqual({ outcome: { outcome: 'cancelled' } });
});

test('a question that the agent withdraws is settled at once', async () => {
  const { peer, client } = await openSession();
  let asked: AbortSignal | undefined;
  client.onPermission = (_, signal) => {
    asked = signal;
    return new Promise<PermissionOutcome>(() => undefined);
  };
  const answer = peer.request('session/request_permission', { sessionId, options }, 'q');
  peer.notify('$/cancel_request', { requestId: 'q' });
  expect((await answer).error).toMatchObject({ code: -32800 });
  expect(asked?.aborted).toBe(true);
});

test.each([
  ['no options', { options: [] }],
  [
    'too many',
    { options: Array.from({ length: 33 }, (_, n) => ({ optionId: `${n}`, name: 'x' })) },
  ],
  ['no list', { options: 'yes' }],
])('a permission request with %s is refused', async (_, params) => {
  const { peer, client } = await openSession();
  const answer = await peer.request('session/request_permission', { sessionId, ...params });
  expect(answer.error).toMatchObject({ code: -32602 });
  expect(client.calls).toEqual([]);
});

test('a tool call that is known only from the question ends the message before it', async () => {
  const { peer, client } = await openSession();
  const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'a' } };
  peer.update(sessionId, chunk);
  await peer.request('session/request_permission', {
    sessionId,
    toolCall: { toolCallId: 't' },
    options,
  });
  peer.update(sessionId, chunk);
  const ids = client.events.flatMap((event) =>
    event.type === 'message.appended' ? [event.messageId] : [],
  );
  expect(new Set(ids).size).toBe(2);
});

test('files are read and written through the client', async () => {
  const { peer, client } = await openSession();
  client.onRead = () => Promise.resolve(ok('text'));
  const read = await peer.request('fs/read_text_file', {
    sessionId,
    path: '/a',
    line: 2,
    limit: 3,
  });
  expect(read.result).toEqual({ content: 'text' });
  const write = await peer.request('fs/write_text_file', { sessionId, path: '/a', content: 'new' });
  expect(write.result).toEqual({});
  await peer.request('fs/read_text_file', { sessionId, path: '/b' });
  expect(client.calls).toEqual([
    ['readTextFile', sessionId, { path: '/a', line: 2, limit: 3 }],
    ['writeTextFile', sessionId, { path: '/a', content: 'new' }],
    ['readTextFile', sessionId, { path: '/b', line: null, limit: null }],
  ]);
});

test.each([
  [fail('not-found', 'There is no file /a.'), -32002],
  [fail('invalid-input', 'The path must be absolute.'), -32602],
  [fail('refused', 'You refused 2 of 3 hunks in /a.'), -32603],
  [fail('io', 'The disk is full.', 'ENOSPC'), -32603],
  [fail('cancelled', 'The turn was cancelled.'), -32800],
])('a write that ends in %j', async (result, code) => {
  const { peer, client } = await openSession();
  client.onWrite = () => Promise.resolve(result);
  const { error } = await peer.request('fs/write_text_file', {
    sessionId,
    path: '/a',
    content: '',
  });
  expect(error).toMatchObject({
    code,
    message: result.error.message,
    data: { code: result.error.code },
  });
});

test('a write is answered with its result, even when the agent has withdrawn it', async () => {
  const { peer, client } = await openSession();
  client.onWrite = (_path, _content, signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(ok())));
  const answer = peer.request('fs/write_text_file', { sessionId, path: '/a', content: 'x' }, 'w');
  peer.notify('$/cancel_request', { requestId: 'w' });
  expect((await answer).result).toEqual({});
});

test.each([
  ['a missing file', 'claude', -32002],
  ['a missing file, to an agent that fails on the error', 'gemini-cli', null],
  ['a missing file, to a fork of that agent', 'qwen-code', null],
])('%s', async (_, name, code) => {
  const { peer } = await openSession({ agentInfo: { name, version: '1' } });
  const answer = await peer.request('fs/read_text_file', { sessionId, path: '/missing' });
  if (code === null) expect(answer.result).toEqual({ content: '' });
  else expect(answer.error).toMatchObject({ code });
});

test.each([
  ['a NUL in the path', { path: '/a\0b', content: '' }],
  ['a path that was not UTF-8', { path: '/a\uFFFD', content: '' }],
  ['a lone surrogate in the path', { path: '/a\uD800', content: '' }],
  ['a lone surrogate in the text', { path: '/a', content: 'x\uDC00' }],
  ['no path', { content: '' }],
  ['a content that is not text', { path: '/a', content: 7 }],
])('a write with %s is refused', async (_, params) => {
  const { peer, client } = await openSession();
  const { error } = await peer.request('fs/write_text_file', { sessionId, ...params });
  expect(error).toMatchObject({ code: -32602 });
  expect(client.calls).toEqual([]);
});

test('an internal error is reported here, and its details are not sent to the agent', async () => {
  const { peer, client } = await openSession();
  const bugs: unknown[] = [];
  const handling = setUnexpectedErrorHandler((error) => bugs.push(error));
  client.onRead = () => Promise.reject(new Error('secret'));
  const { error } = await peer.request('fs/read_text_file', { sessionId, path: '/a' });
  handling.dispose();
  expect(error).toEqual({ code: -32603, message: 'Internal error' });
  expect(bugs).toHaveLength(1);
});

test('terminals are run by the client', async () => {
  const { peer, client } = await openSession();
  const created = await peer.request('terminal/create', {
    sessionId,
    command: 'ls',
    args: ['-l'],
    env: [{ name: 'A', value: 'b' }],
    cwd: '/work',
    outputByteLimit: 100,
  });
  expect(created.result).toEqual({ terminalId: 'terminal-1' });
  const about = { sessionId, terminalId: 'terminal-1' };
  expect((await peer.request('terminal/output', about)).result).toEqual({
    output: 'out',
    truncated: false,
  });
  expect((await peer.request('terminal/wait_for_exit', about)).result).toEqual({
    exitCode: 0,
    signal: null,
  });
  expect((await peer.request('terminal/kill', about)).result).toEqual({});
  expect((await peer.request('terminal/release', about)).result).toEqual({});
  await peer.request('terminal/create', { sessionId, command: 'ls -l | wc' });
  expect(client.calls.map(([name, , detail]) => [name, detail])).toEqual([
    [
      'terminals.create',
      {
        command: 'ls',
        args: ['-l'],
        env: [{ name: 'A', value: 'b' }],
        cwd: '/work',
        outputByteLimit: 100,
      },
    ],
    ['terminals.output', 'terminal-1'],
    ['terminals.waitForExit', 'terminal-1'],
    ['terminals.kill', 'terminal-1'],
    ['terminals.release', 'terminal-1'],
    [
      'terminals.create',
      { command: 'ls -l | wc', args: [], env: [], cwd: null, outputByteLimit: null },
    ],
  ]);
});

test('the agent cannot report output for a terminal that the app runs', async () => {
  const { peer, client } = await openSession();
  client.onTerminal = () => Promise.resolve(ok('ours' as TerminalId));
  await peer.request('terminal/create', { sessionId, command: 'ls' });
  const _meta = { terminal_output: { terminal_id: 'ours', data: 'forged' } };
  peer.update(sessionId, { sessionUpdate: 'tool_call', toolCallId: 't', title: 'T', _meta });
  expect(client.output).toEqual([]);
  expect(client.journal).toEqual(['terminals.create', 'tool.updated']);
});

test('a form and a browser question are passed to the client', async () => {
  const { peer, client } = await openSession();
  client.onElicit = ({ body }) =>
    Promise.resolve({ type: 'accepted', values: body.type === 'form' ? { pick: 'a' } : {} });
  const form = await peer.request('elicitation/create', {
    sessionId,
    toolCallId: 't',
    mode: 'form',
    message: 'Which?',
    requestedSchema: { properties: { pick: { type: 'string', enum: ['a'] } } },
  });
  expect(form.result).toEqual({ action: 'accept', content: { pick: 'a' } });
  const url = { mode: 'url', url: 'https://example.com/', elicitationId: 'e', message: 'Visit' };
  expect((await peer.request('elicitation/create', { sessionId, ...url })).result).toEqual({
    action: 'accept',
  });
  peer.notify('elicitation/complete', { elicitationId: 'e' });
  peer.notify('elicitation/complete', { elicitationId: 'e' });
  expect(client.events).toEqual([{ type: 'elicitation.completed', elicitationId: 'e' }]);
  expect(client.problems).toHaveLength(1);
});

test('a question of the connection itself belongs to no session', async () => {
  const { peer, client } = await openSession();
  const url = { mode: 'url', url: 'https://example.com/', elicitationId: 'e', message: 'Visit' };
  const answer = await peer.request('elicitation/create', { requestId: 3, ...url });
  expect(answer.result).toEqual({ action: 'decline' });
  expect(client.calls).toMatchObject([['elicit', null, { message: 'Visit' }]]);
  peer.notify('elicitation/complete', { elicitationId: 'e' });
  expect(client.problems).toEqual([]);
});

test.each([
  'session/request_permission',
  'fs/read_text_file',
  'fs/write_text_file',
  'terminal/create',
  'terminal/output',
  'terminal/wait_for_exit',
  'terminal/kill',
  'terminal/release',
  'elicitation/create',
])('%s for a session of another connection is refused', async (method) => {
  const { peer, client } = await openSession();
  const { error } = await peer.request(method, {
    sessionId: 'stolen',
    path: '/a',
    content: 'x',
    command: 'ls',
    terminalId: 'terminal-1',
    mode: 'form',
    requestedSchema: {},
    options,
  });
  expect(error).toMatchObject({ code: -32002, data: { sessionId: 'stolen' } });
  expect(client.calls).toEqual([]);
});

test('the questions of a tool are asked as a form, whichever request brings them', async () => {
  const { peer, client } = await openSession();
  const values = { 'question-0': 'Beta' };
  client.onElicit = () => Promise.resolve({ type: 'accepted', values });
  const questions = [{ question: 'Which?', options: [{ label: 'Alpha' }, { label: 'Beta' }] }];
  const toolCall = { toolCallId: 't', title: 'Ask', rawInput: { questions } };
  const asked = await peer.request('session/request_permission', { sessionId, toolCall, options });
  expect(asked.result).toMatchObject({
    outcome: { outcome: 'selected', optionId: 'yes' },
    answers: { 0: 'Beta' },
  });
  expect(client.events).toMatchObject([{ type: 'tool.updated', toolCallId: 't', title: 'Ask' }]);
  const own = { sessionId, toolCallId: 't', questions };
  expect((await peer.request('_x.ai/ask_user_question', own)).result).toMatchObject({
    outcome: 'accepted',
    answers: { 'Which?': ['Beta'] },
  });
  expect(client.calls).toMatchObject([
    ['elicit', sessionId, { message: 'Which?', toolCallId: 't' }],
    ['elicit', sessionId, { message: 'Which?', toolCallId: 't' }],
  ]);
});

test('services that were not offered are refused', async () => {
  const { peer, connect } = acpHarness({ fileSystem: false, terminal: false });
  peer.answer('initialize', { protocolVersion: 1 });
  await connect();
  for (const method of ['fs/read_text_file', 'fs/write_text_file', 'terminal/create']) {
    expect((await peer.request(method, {})).error).toMatchObject({ code: -32601 });
  }
});

test.each(['craft/drainMidTurnQueue', '_x.ai/other', 'session/compact'])(
  'the unknown request %s is refused and reported',
  async (method) => {
    const { peer, client } = await openSession();
    expect((await peer.request(method, { sessionId })).error).toMatchObject({ code: -32601 });
    expect(client.problems).toEqual([
      { type: 'unexpected', message: `The agent asked for ${method}, which is not supported.` },
    ]);
  },
);

test('a question right after the answer that opened the session waits until the session is known', async () => {
  const { peer, client, connect } = acpHarness();
  peer.answer('initialize', { protocolVersion: 1 });
  const connection = await connect();
  const asked = peer.next('session/new');
  const opening = connection.newSession({ cwd: '/work', additionalDirectories: [] });
  const { id } = await asked;
  peer.send({ jsonrpc: '2.0', id, result: { sessionId } });
  const answer = peer.request('session/request_permission', { sessionId, options });
  const { agentSessionId } = await opening;
  expect(client.calls).toEqual([]);
  client.known.add(agentSessionId);
  expect((await answer).result).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
});

test('a subagent’s requests belong to the session that it works for', async () => {
  const { peer, client } = await openSession();
  peer.update(sessionId, { sessionUpdate: 'subagent_update', sessionId: 'child' });
  await peer.request('session/request_permission', {
    sessionId: 'child',
    toolCall: { toolCallId: 't' },
    options,
  });
  expect(client.calls).toMatchObject([['askPermission', sessionId, { toolCallId: 'child/t' }]]);
});
