import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ContentBlock } from '#shared/session/content';
import { conversation, openClaude } from '#test/support/claudeHarness';

const say = (text: string): ContentBlock[] => [{ type: 'text', text }];
const success = (more: object = {}) => ({ type: 'result', subtype: 'success', ...more });
const lifecycle = (command_uuid: unknown, state: string) => ({
  type: 'command_lifecycle',
  command_uuid,
  state,
});

async function running() {
  const open = await openClaude();
  const id = open.session.agentSessionId;
  const turn = open.connection.prompt(id, say('Go'));
  const { uuid } = open.peer.last('user');
  return { ...open, id, turn, uuid };
}

/** Whether the promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([promise.catch(() => null), setImmediate(open)])) !== open;
}

describe('a turn', () => {
  test('is a message, and ends with its result', async () => {
    const { peer, turn, uuid } = await running();
    expect(peer.last('user')).toEqual({
      type: 'user',
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      message: { role: 'user', content: [{ type: 'text', text: 'Go' }] },
      parent_tool_use_id: null,
      session_id: '',
    });
    peer.send(success({ user_message_uuid: uuid, usage: { input_tokens: 1 } }));
    await expect(turn).resolves.toEqual({
      reason: 'end_turn',
      usage: { totalTokens: 1, inputTokens: 1 },
    });
  });

  test('that Claude began by itself is not the one that the caller awaits', async () => {
    const { peer, turn, uuid } = await running();
    peer.send(success({ origin: { kind: 'task-notification' } }));
    expect(await isSettled(turn)).toBe(false);
    peer.send(success({ user_message_uuids: [uuid] }));
    await expect(turn).resolves.toEqual({ reason: 'end_turn' });
  });

  test('that failed is rejected, and the next one works', async () => {
    const { peer, turn, connection, id } = await running();
    peer.send({ type: 'result', subtype: 'success', is_error: true, result: 'Broken' });
    await expect(turn).rejects.toMatchObject({ code: 'agent-error', message: 'Broken' });
    const next = connection.prompt(id, say('Again'));
    peer.send(success());
    await expect(next).resolves.toEqual({ reason: 'end_turn' });
  });

  test('without a login is rejected as such', async () => {
    const { peer, turn } = await running();
    const message = { content: [{ type: 'text', text: 'Please log in' }] };
    peer.send(
      { type: 'assistant', message, error: 'authentication_failed' },
      success({ is_error: true, result: 'Please log in' }),
    );
    await expect(turn).rejects.toMatchObject({
      code: 'authentication-required',
      message: 'Please log in',
    });
  });

  test('ends when a login is asked for, even if no result comes', async () => {
    const { peer, turn, client } = await running();
    const asking = { type: 'system', subtype: 'auth_required', content: 'Please run /login' };
    peer.send(asking);
    await expect(turn).rejects.toMatchObject({
      code: 'authentication-required',
      message: 'Please run /login',
    });
    peer.send(asking);
    expect(client.events.at(-1)).toMatchObject({
      type: 'authentication.required',
      message: 'Please run /login',
      methods: [{ id: 'claude-login' }, {}, {}],
    });
  });

  test('is one at a time', async () => {
    const { connection, id, turn, peer } = await running();
    await expect(connection.prompt(id, say('Two'))).rejects.toMatchObject({
      code: 'invalid-request',
    });
    peer.send(success());
    await turn;
  });

  test('ends with the process', async () => {
    const { channel, turn } = await running();
    channel.close('It crashed.');
    await expect(turn).rejects.toMatchObject({ code: 'closed', message: 'It crashed.' });
  });

  test('of another session is refused', async () => {
    const { connection } = await openClaude();
    await expect(connection.prompt('other' as never, [])).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('with an attachment that Claude does not take is not begun', async () => {
    const { connection, session, peer } = await openClaude();
    const audio: ContentBlock = { type: 'audio', data: '', mimeType: 'audio/wav' };
    await expect(connection.prompt(session.agentSessionId, [audio])).rejects.toMatchObject({
      code: 'unsupported',
    });
    const turn = connection.prompt(session.agentSessionId, say('Go'));
    peer.send(success());
    await expect(turn).resolves.toEqual({ reason: 'end_turn' });
  });
});

describe('stopping', () => {
  test('interrupts Claude, and the turn ends when Claude has stopped', async () => {
    const { connection, id, peer, turn } = await running();
    connection.cancel(id);
    expect(peer.lastRequest('interrupt')).toEqual({ subtype: 'interrupt', cancel_queued: true });
    expect(await isSettled(turn)).toBe(false);
    peer.send({ type: 'result', subtype: 'error_during_execution', is_error: true });
    await expect(turn).resolves.toEqual({ reason: 'cancelled' });
  });

  test('does nothing when no turn runs', async () => {
    const { connection, session, peer } = await openClaude();
    connection.cancel(session.agentSessionId);
    connection.cancel('other' as never);
    expect(() => peer.lastRequest('interrupt')).toThrow();
  });
});

describe('steering', () => {
  async function steered() {
    const open = await running();
    expect(await open.connection.steer?.(open.id, say('And this'))).toBe(true);
    return { ...open, steerId: open.peer.last('user').uuid };
  }

  test('sends a message into the running turn', async () => {
    const { peer, turn, steerId } = await steered();
    expect(peer.last('user')).toMatchObject({
      priority: 'next',
      message: { content: say('And this') },
    });
    peer.send(lifecycle(steerId, 'queued'), lifecycle(steerId, 'started'), success());
    await expect(turn).resolves.toEqual({ reason: 'end_turn' });
  });

  test('keeps the turn open until a queued message is answered', async () => {
    const { peer, turn, steerId } = await steered();
    peer.send(lifecycle(steerId, 'queued'), success());
    expect(await isSettled(turn)).toBe(false);
    peer.send(lifecycle(steerId, 'started'));
    expect(await isSettled(turn)).toBe(false);
    peer.send(success({ stop_reason: 'refusal' }));
    await expect(turn).resolves.toEqual({ reason: 'refusal' });
  });

  test('does not wait for a message that was discarded', async () => {
    const { peer, turn, steerId } = await steered();
    peer.send(success(), lifecycle(steerId, 'cancelled'));
    await expect(turn).resolves.toEqual({ reason: 'end_turn' });
  });

  test('does not delay a turn that is stopped', async () => {
    const { peer, turn, connection, id } = await steered();
    connection.cancel(id);
    expect(await connection.steer?.(id, say('Too late'))).toBe(false);
    peer.send({ type: 'result', subtype: 'error_during_execution' });
    await expect(turn).resolves.toEqual({ reason: 'cancelled' });
  });

  test('is refused when no turn runs', async () => {
    const { connection, session } = await openClaude();
    expect(await connection.steer?.(session.agentSessionId, say('x'))).toBe(false);
  });
});

describe('settings', () => {
  test('set a mode as Claude confirms it', async () => {
    const { connection, session, peer, client } = await openClaude();
    peer.answer('set_permission_mode', ({ mode }) => {
      peer.send({ type: 'system', subtype: 'status', permissionMode: mode });
      return { mode: 'plan' };
    });
    expect(await connection.setMode?.(session.agentSessionId, 'plan')).toEqual([
      { type: 'mode.changed', current: 'plan' },
    ]);
    expect(peer.lastRequest('set_permission_mode')).toMatchObject({ mode: 'plan' });
    expect(client.events).toEqual([{ type: 'mode.changed', current: 'plan' }]);
  });

  test('keep the mode when Claude refuses it', async () => {
    const { connection, session, peer } = await openClaude();
    peer.answer('set_permission_mode', null);
    const setting = connection.setMode?.(session.agentSessionId, 'bypassPermissions');
    const { request_id } = peer.last('control_request');
    const response = { subtype: 'error', request_id, error: 'Not launched so' };
    peer.send({ type: 'control_response', response });
    await expect(setting).rejects.toMatchObject({
      code: 'agent-error',
      message: 'Not launched so',
    });
  });

  test('set the model and the effort', async () => {
    const { connection, session, peer } = await openClaude();
    peer.answer('set_model', { model: 'small-1' }).answer('apply_flag_settings', {});
    const id = session.agentSessionId;
    expect(await connection.setOption?.(id, 'model', 'small')).toMatchObject([
      { options: [{ id: 'model', value: 'small' }] },
    ]);
    expect(peer.lastRequest('set_model')).toMatchObject({ model: 'small' });
    await connection.setOption?.(id, 'effort', 'low');
    expect(peer.lastRequest('apply_flag_settings')).toMatchObject({
      settings: { effortLevel: 'low' },
    });
    await expect(connection.setOption?.(id, 'colour', 'red')).rejects.toMatchObject({
      code: 'unsupported',
    });
    await expect(connection.setOption?.(id, 'model', true)).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  test('set the title', async () => {
    const { connection, session, peer } = await openClaude();
    peer.answer('rename_session', {});
    await connection.setTitle?.(session.agentSessionId, 'T');
    expect(peer.lastRequest('rename_session')).toMatchObject({ title: 'T' });
  });
});

test('nothing is delivered for a released session', async () => {
  const { connection, id, peer, client, turn } = await running();
  connection.releaseSession(id);
  await expect(turn).rejects.toMatchObject({ code: 'closed' });
  peer.send({ type: 'assistant', message: { content: 'Hello' } });
  expect(client.events).toEqual([]);
  expect(client.problems).toEqual([]);
  await expect(connection.prompt(conversation, [])).rejects.toMatchObject({
    code: 'not-found',
  });
});
