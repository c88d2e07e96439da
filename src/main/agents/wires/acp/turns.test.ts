import { expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { openSession } from '#test/support/acpHarness';
import { chunk, say } from '#test/support/acpMessages';

const id = (text: string) => text as AgentSessionId;

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

test('every update is delivered before the answer that follows it', async () => {
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

test('a stop reason that is not text is a protocol error, and the session stays usable', async () => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/prompt', { stopReason: 42 });
  await expect(connection.prompt(session.agentSessionId, say('go'))).rejects.toMatchObject({
    code: 'protocol',
    detail: expect.stringMatching(/stopReason/),
  });
  peer.answer('session/prompt', { stopReason: 'bored' });
  await expect(connection.prompt(session.agentSessionId, say('go'))).resolves.toEqual({
    reason: 'end_turn',
    unknownReason: 'bored',
  });
});

test('cancelling is sent to the agent; the prompt settles with its answer', async () => {
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

test('a prompt in a session that is not open here is refused without a request', async () => {
  const { peer, connection } = await openSession();
  await expect(connection.prompt(id('other'), say('go'))).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(peer.received.filter(({ method }) => method === 'session/prompt')).toEqual([]);
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
