import { expect, test } from 'vitest';
import { ConnectionError } from '#main/agents/connection';
import { claudeHarness, conversation, introduction, openClaude } from '#test/support/claudeHarness';
import { resumeArguments } from './resumeArguments';

const place = { cwd: '/work', additionalDirectories: [] };

test('introduces itself and says what it can do', async () => {
  const { connection, session } = await openClaude();
  expect(connection).toMatchObject({
    wire: 'claude',
    protocolVersion: 'stream-json',
    sessionsPerProcess: 1,
    identity: { name: 'claude-code', title: 'Claude Code', version: '2.1.325' },
    powers: {
      resume: true,
      setTitle: true,
      steer: true,
      prompt: { image: true, embeddedContext: true },
    },
  });
  expect(connection.authenticationMethods.map(({ id }) => id)).toEqual([
    'claude-login',
    'console-login',
    'api-key',
  ]);
  expect(connection).not.toHaveProperty('loadSession');
  expect(connection).not.toHaveProperty('listSessions');
  expect(session.agentSessionId).toBe(conversation);
  expect(session.events).toMatchObject([
    { type: 'modes.updated', current: 'default' },
    {
      type: 'options.updated',
      options: [{ id: 'model', value: 'default', groups: [{ choices: [{}, {}] }] }],
    },
    {
      type: 'commands.updated',
      commands: [{ name: 'compact', description: 'Shorten the conversation', hint: '<how>' }],
    },
  ]);
});

test('the effort can be chosen where the model has one', async () => {
  const efforts = { supportedEffortLevels: ['low', 'medium'], supportsAutoMode: true };
  const models = [{ ...introduction.models[0], ...efforts }];
  const { session } = await openClaude({ ...introduction, models });
  expect(session.events).toMatchObject([
    { available: [{}, {}, {}, { id: 'auto' }, {}] },
    { options: [{ id: 'model' }, { id: 'effort', value: 'medium', category: 'thought_level' }] },
    {},
  ]);
});

test('an older version gives the conversation’s id with its first turn', async () => {
  const { connection, session, peer, client } = await openClaude({ commands: [], models: [] });
  expect(connection.powers).not.toHaveProperty('steer');
  expect(connection).not.toHaveProperty('setTitle');
  expect(session.agentSessionId).toMatch(/^unnamed-/);
  expect(resumeArguments(session.agentSessionId)).toBeNull();
  const turn = connection.prompt(session.agentSessionId, []);
  const init = { type: 'system', subtype: 'init', session_id: conversation };
  peer.send(init, init, { type: 'result', subtype: 'success' });
  await turn;
  expect(client.events).toEqual([
    { type: 'agent.attached', agentSessionId: conversation, attachment: 'new' },
  ]);
});

test('a version without an introduction is used as it is', async () => {
  const harness = claudeHarness();
  const connection = await harness.connect();
  const session = await connection.newSession(place);
  expect(session.events).toMatchObject([{ type: 'modes.updated', current: 'default' }]);
});

test('a process holds one conversation', async () => {
  const { connection } = await openClaude();
  await expect(connection.newSession(place)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'A Claude Code process handles one session.',
  });
});

test('a process started for a conversation resumes it, and no other', async () => {
  const harness = claudeHarness();
  harness.peer.answer('initialize', introduction);
  const connection = await harness.connect({ resumes: conversation });
  const other = '00000000-0000-4000-8000-00000000000f' as never;
  await expect(connection.resumeSession?.(other, place)).rejects.toMatchObject({
    code: 'not-found',
  });
  const opened = await connection.resumeSession?.(conversation, place);
  expect(opened?.agentSessionId).toBe(conversation);
});

test('arguments are given for a conversation id, and for nothing that only looks like one', () => {
  expect(resumeArguments(conversation)).toEqual(['--resume', conversation]);
  expect(resumeArguments('--dangerously-skip-permissions')).toBeNull();
  expect(resumeArguments(`${conversation}\n--x`)).toBeNull();
  expect(resumeArguments('')).toBeNull();
});

test('a missing conversation is reported as such', async () => {
  const { peer, connect } = claudeHarness();
  peer.answer('initialize', null);
  const connecting = connect({ resumes: conversation });
  const errors = [`No conversation found with session ID: ${conversation}`];
  peer.send({ type: 'result', subtype: 'error_during_execution', is_error: true, errors });
  await expect(connecting).rejects.toMatchObject({ code: 'not-found', message: errors[0] });
});

test('a rejected first request does not stop the start, and its error is shown', async () => {
  const harness = claudeHarness();
  const { peer, connect } = harness;
  peer.answer('initialize', null);
  const connecting = connect();
  const { request_id } = peer.last('control_request');
  const response = { subtype: 'error', request_id, error: 'Settings are broken' };
  peer.send({ type: 'control_response', response });
  const session = await harness.open(await connecting);
  expect(session.events).toMatchObject([
    { type: 'modes.updated' },
    { type: 'notice.posted', severity: 'warning', description: 'Settings are broken' },
  ]);
});

test('waiting ends with the deadline, with the process, and with dispose', async () => {
  const late = claudeHarness();
  late.peer.answer('initialize', null);
  const connecting = late.connect();
  late.abort.abort(new DOMException('late', 'TimeoutError'));
  await expect(connecting).rejects.toMatchObject({ code: 'timeout' });

  const gone = claudeHarness();
  gone.peer.answer('initialize', null);
  const starting = gone.connect();
  gone.channel.close('It crashed.');
  await expect(starting).rejects.toMatchObject({ code: 'closed', message: 'It crashed.' });

  const open = await openClaude();
  const turn = open.connection.prompt(open.session.agentSessionId, []);
  open.connection.dispose();
  await expect(turn).rejects.toBeInstanceOf(ConnectionError);
});

test('a line that is not a Claude Code message is reported', async () => {
  const { peer, client } = await openClaude();
  peer.send(
    { jsonrpc: '2.0', method: 'x' },
    { type: 7 },
    { type: 'control_response', response: {} },
  );
  expect(client.problems).toMatchObject([
    { message: 'The agent sent something unexpected: not a Claude Code message.' },
    { message: 'The agent sent something unexpected: not a Claude Code message.' },
    { message: 'The agent sent an answer to no request.' },
  ]);
});

test('reading stops while the client is busy', async () => {
  const { peer, client, channel } = await openClaude();
  let ease: (() => void) | undefined;
  client.congested = new Promise((resolve) => {
    ease = resolve;
  });
  peer.send({ type: 'keep_alive' });
  expect(channel.isPaused).toBe(true);
  client.congested = null;
  ease?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(channel.isPaused).toBe(false);
});
