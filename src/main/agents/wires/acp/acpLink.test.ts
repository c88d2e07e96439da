import { expect, test } from 'vitest';
import type { PermissionOutcome } from '#shared/session/request/requests';
import { openSession } from '#test/support/acpHarness';
import type { RpcMessage } from '#test/support/rpcPeer';
import { waitFor } from '#test/support/waitFor';
import { MESSAGES_PER_TURN, WAITING_REQUESTS } from '../limits';

const sessionId = 'session-1';
const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
const forever = () => new Promise<PermissionOutcome>(() => undefined);
const text = (words: string) => [{ type: 'text', text: words }] as const;

const ask = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'session/request_permission',
  params: { sessionId, toolCall: { toolCallId: 't' }, options },
});
const update = (fields: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, update: fields },
});
const write = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'fs/write_text_file',
  params: { sessionId, path: '/a', content: 'x' },
});
const usage = (used: number) => update({ sessionUpdate: 'usage_update', used, size: 100 });
const tool = (status: string) =>
  update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status });

test('questions and updates take effect in the order they were sent', async () => {
  const { peer, client } = await openSession();
  const done = waitFor(peer.onMessage, ({ id }: RpcMessage) => id === 3);
  peer.send(usage(1), ask(1), tool('completed'), write(2), usage(2), usage(3), write(3), usage(4));
  await done;
  expect(client.journal).toEqual([
    'usage.updated',
    'askPermission',
    'tool.updated',
    'writeTextFile',
    'usage.updated',
    'usage.updated',
    'writeTextFile',
    'usage.updated',
  ]);
});

test('a request that is refused does not hold up what follows it', async () => {
  const { peer, client } = await openSession();
  const answered = waitFor(peer.onMessage, ({ id }: RpcMessage) => id === 2);
  peer.send(
    { jsonrpc: '2.0', id: 1, method: 'fs/read_text_file', params: 7 },
    { jsonrpc: '2.0', id: 2, method: 'no/such/method' },
    usage(1),
  );
  await answered;
  expect(client.journal).toEqual(['usage.updated']);
});

test('an id that is in use is refused the second time, and accepted again once answered', async () => {
  const { peer, client } = await openSession();
  let settle: ((outcome: PermissionOutcome) => void) | undefined;
  client.onPermission = () =>
    new Promise((resolve) => {
      settle = resolve;
    });
  const refused = waitFor(peer.onMessage, ({ error }: RpcMessage) => error !== undefined);
  peer.send(ask(5), ask(5));
  expect((await refused).error).toMatchObject({ code: -32600 });
  const answered = waitFor(peer.onMessage, ({ result }: RpcMessage) => result !== undefined);
  settle?.({ type: 'cancelled' });
  await answered;
  settle = undefined;
  const again = peer.request('session/request_permission', ask(5).params, 5);
  await waitForCall(() => settle !== undefined);
  (settle as unknown as (outcome: PermissionOutcome) => void)({ type: 'cancelled' });
  expect((await again).result).toBeDefined();
});

/** Microtasks only: the handler runs before anything else can. */
async function waitForCall(happened: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_000 && !happened(); tries++) await Promise.resolve();
  expect(happened()).toBe(true);
}

test('questions above the limit are refused, and the connection stays usable', async () => {
  const { peer, client, connection, session } = await openSession();
  client.onPermission = forever;
  const refusals: RpcMessage[] = [];
  const listening = peer.onMessage((message) => {
    if (message.error) refusals.push(message);
  });
  const total = 10_000;
  const last = waitFor(peer.onMessage, ({ id }: RpcMessage) => id === total - 1);
  peer.send(...Array.from({ length: total }, (_, id) => ask(id)));
  await last;
  listening.dispose();
  expect(client.calls).toHaveLength(WAITING_REQUESTS);
  expect(refusals).toHaveLength(total - WAITING_REQUESTS);
  expect(refusals[0]?.error).toMatchObject({ code: -32000 });
  peer.answer('session/prompt', { stopReason: 'end_turn' });
  await expect(connection.prompt(session.agentSessionId, text('go'))).resolves.toBeDefined();
});

test('other requests above the limit are queued, and all of them are answered', async () => {
  const { peer, client } = await openSession();
  const total = 2_000;
  const answered: RpcMessage[] = [];
  const listening = peer.onMessage((message) => answered.push(message));
  const last = waitFor(peer.onMessage, ({ id }: RpcMessage) => id === total - 1);
  peer.send(...Array.from({ length: total }, (_, id) => write(id)));
  // Only as many requests are started at once as can be answered without blocking main.
  expect(client.calls.length).toBeLessThanOrEqual(MESSAGES_PER_TURN);
  await last;
  listening.dispose();
  expect(answered).toHaveLength(total);
  expect(answered.filter(({ error }) => error)).toEqual([]);
});

test('answers without a request are reported and change nothing', async () => {
  const { peer, client, connection, session } = await openSession();
  const asked = peer.next('session/prompt');
  const prompting = connection.prompt(session.agentSessionId, text('go'));
  const { id } = await asked;
  const answer = { jsonrpc: '2.0', result: { stopReason: 'refusal' } };
  peer.send(
    { ...answer, id: 999 },
    { ...answer, id: `${id}.0` },
    { ...answer, id: null },
    { ...answer, id: 0.5 },
    { ...answer, id: {} },
    { jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } },
    { ...answer, id },
  );
  await expect(prompting).resolves.toEqual({ reason: 'end_turn' });
  expect(client.problems).toHaveLength(6);
});

test.each([
  ['neither a result nor an error', {}],
  ['an invalid error', { error: 7 }],
])('an answer with %s ends the request as a protocol error', async (_, rest) => {
  const { peer, connection, session } = await openSession();
  const asked = peer.next('session/prompt');
  const prompting = connection.prompt(session.agentSessionId, text('go'));
  const { id } = await asked;
  peer.send({ jsonrpc: '2.0', id, ...rest });
  await expect(prompting).rejects.toMatchObject({ code: 'protocol' });
});

test('lines that are not messages are answered once a second at most, and never end the connection', async () => {
  const { peer, client } = await openSession();
  const before = peer.received.length;
  const odd: object[] = [
    [],
    { jsonrpc: '1.0', id: 1, method: 'x' },
    { id: 1, method: 'x' },
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', method: 7, id: 1 },
    { jsonrpc: '2.0', method: 'x', id: true },
    { jsonrpc: '2.0', method: 'x', id: {} },
  ];
  peer.send(...odd);
  expect(peer.received.slice(before)).toEqual([
    { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
  ]);
  expect(client.problems).toHaveLength(odd.length);
  peer.send(usage(1));
  expect(client.events).toHaveLength(1);
});

test('updates for unknown sessions are reported', async () => {
  const { peer, client } = await openSession();
  peer.update('unknown', { sessionUpdate: 'usage_update', used: 1, size: 2 });
  peer.notify('session/update', 7);
  peer.notify('session/update', { sessionId: 7 });
  expect(client.events).toEqual([]);
  expect(client.problems.map(({ type }) => type)).toEqual(['unexpected', 'invalid', 'invalid']);
});

test('extension notifications are ignored if routine, else kept in their session or reported', async () => {
  const { peer, client } = await openSession();
  peer.notify('_auth/status_update', { authStatus: {} });
  peer.notify('auth/status_update', { state: 'authenticated' });
  expect(client.problems).toEqual([]);
  // However many there are, the transcript has one line.
  for (const step of [1, 2, 3]) peer.notify('_x.ai/session/setup', { sessionId, step });
  peer.notify('qwen/notify/session/artifact', { sessionId });
  peer.notify('qwen/notify/hello', { words: 'hi' });
  expect(client.events).toMatchObject([
    {
      type: 'unknown.received',
      label: 'The agent also sends messages of its own, such as _x.ai/session/setup',
      raw: '',
    },
  ]);
  expect(client.problems).toHaveLength(1);
});

test('reading stops while the client is congested', async () => {
  const { peer, client, channel } = await openSession();
  const reliefs: (() => void)[] = [];
  const congest = () => {
    client.congested = new Promise((resolve) => reliefs.push(resolve));
  };
  congest();
  peer.send(usage(1), usage(2), usage(3));
  expect(channel.isPaused).toBe(true);
  expect(client.events).toHaveLength(1);
  congest();
  reliefs[0]?.();
  await Promise.resolve();
  expect(channel.isPaused).toBe(true);
  client.congested = null;
  reliefs[1]?.();
  await waitForCall(() => !channel.isPaused);
  expect(client.events).toHaveLength(3);
});

test('closing settles every request once, with the reason of the channel', async () => {
  const { peer, client, channel, connection, session } = await openSession();
  let signal: AbortSignal | undefined;
  client.onPermission = (_, given) => {
    signal = given;
    return forever();
  };
  const asked = peer.next('session/prompt');
  const prompting = connection.prompt(session.agentSessionId, text('go'));
  await asked;
  peer.send(ask(1));
  await waitForCall(() => signal !== undefined);
  channel.close('The agent was killed (SIGKILL).');
  const closed = { code: 'closed', message: 'The agent was killed (SIGKILL).' };
  await expect(prompting).rejects.toMatchObject(closed);
  expect(signal?.aborted).toBe(true);
  await expect(connection.prompt(session.agentSessionId, text('go'))).rejects.toMatchObject(closed);
  connection.cancel(session.agentSessionId);
  connection.dispose();
  connection.dispose();
});

test('disposing rejects open requests and leaves the channel alone', async () => {
  const { peer, channel, connection, session, client } = await openSession();
  const asked = peer.next('session/prompt');
  const prompting = connection.prompt(session.agentSessionId, text('go'));
  await asked;
  connection.dispose();
  await expect(prompting).rejects.toMatchObject({ code: 'closed' });
  peer.send(usage(1), ask(1));
  expect(client.journal).toEqual([]);
  expect(channel.isDisposed).toBe(false);
});
