import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ConnectionError, MessageChannel } from '#main/agents/connection';
import { MemoryChannel } from '#test/support/memoryChannel';
import { mutationsOf } from '#test/support/mutations';
import { RecordingClient } from '#test/support/recordingClient';
import { type RpcMessage, RpcPeer } from '#test/support/rpcPeer';
import { waitFor } from '#test/support/waitFor';
import { REQUEST_BYTES, REQUESTS_IN_FLIGHT, WAITING_REQUESTS } from '../limits';
import { errorsBy } from './agentErrors';
import { ABANDONED_REQUESTS } from './limits';
import { RpcLink } from './rpcLink';
import { invalidParams } from './rpcRefusal';

type Handler = (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>;

function linked(options: { versioned?: boolean; handler?: Handler } = {}) {
  const { versioned = true, handler = async () => ({}) } = options;
  const [channel, other] = MemoryChannel.pair();
  const client = new RecordingClient();
  const peer = new RpcPeer(other, versioned);
  const notifications: [string, unknown][] = [];
  const link = new RpcLink({
    channel: channel as MessageChannel,
    client,
    versioned,
    waitingMethods: new Set(['wait']),
    notifications: new Set(['update']),
    readError: errorsBy(new Map([[-32001, 'not-found']])),
    handlers: {
      request: handler,
      notification: (method, params) => notifications.push([method, params]),
    },
  });
  const end = () => {
    link.dispose();
    peer.dispose();
    channel.dispose();
    other.dispose();
  };
  return { channel, client, peer, link, notifications, [Symbol.dispose]: end };
}

const same = (result: unknown) => result;

describe('requests of ours', () => {
  test('carry the version or not, and ids that count', async () => {
    using versioned = linked();
    versioned.peer.answer('a', { n: 1 });
    expect(await versioned.link.request('a', { x: 1 }, same)).toEqual({ n: 1 });
    await versioned.link.request('a', null, same);
    expect(versioned.peer.received).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'a', params: { x: 1 } },
      { jsonrpc: '2.0', id: 1, method: 'a', params: null },
    ]);
    using bare = linked({ versioned: false });
    bare.peer.answer('a', {});
    await bare.link.request('a', null, same);
    expect(bare.peer.received).toEqual([{ id: 0, method: 'a', params: null }]);
  });

  test('are handled before the next message', async () => {
    using test = linked();
    const order: string[] = [];
    test.peer.leaveOpen('a');
    const asked = test.link.request('a', {}, () => order.push('read'));
    test.peer.send(
      { jsonrpc: '2.0', id: 0, result: {} },
      { jsonrpc: '2.0', method: 'next', params: {} },
    );
    order.push(...test.notifications.map(([method]) => method));
    await asked;
    expect(order).toEqual(['read', 'next']);
  });

  test.each<[string, object, Partial<ConnectionError>]>([
    [
      'a code of the protocol',
      { error: { code: -32001, message: 'Gone' } },
      { code: 'not-found', message: 'Gone' },
    ],
    [
      'a code of JSON-RPC',
      { error: { code: -32601, message: 'Method not found' } },
      { code: 'unsupported' },
    ],
    [
      'an empty message',
      {
        error: { code: -32603, message: 'Internal error', data: { details: 'The disk is full.' } },
      },
      { code: 'agent-error', message: 'The disk is full.' },
    ],
    [
      'details beside the message',
      { error: { code: 7, message: 'No', data: { errors: ['x'] } } },
      { code: 'agent-error', message: 'No', detail: '{\n  "errors": [\n    "x"\n  ]\n}' },
    ],
    ['no message at all', { error: { code: 7 } }, { message: 'The agent reported error 7 for a.' }],
    ['an invalid error', { error: 'no' }, { message: 'The agent reported an error for a.' }],
    [
      'neither result nor error',
      {},
      { code: 'protocol', detail: 'It has neither a result nor an error.' },
    ],
  ])('fail with %s', async (_, answer, expected) => {
    using test = linked();
    const asked = test.link.request('a', {}, same);
    test.peer.send({ jsonrpc: '2.0', id: 0, ...answer });
    await expect(asked).rejects.toMatchObject(expected);
  });

  test('treat a null beside the other member as absent', async () => {
    using test = linked();
    const asked = test.link.request('a', {}, same);
    test.peer.send({ jsonrpc: '2.0', id: 0, result: 1, error: null });
    expect(await asked).toBe(1);
  });

  test('are answered under the text of their id, too', async () => {
    using test = linked();
    const asked = test.link.request('a', {}, same);
    test.peer.send({ jsonrpc: '2.0', id: '0', result: 1 });
    expect(await asked).toBe(1);
    expect(test.client.problems).toEqual([]);
  });

  test('are answered by a message without its version', async () => {
    using test = linked();
    const asked = test.link.request('a', {}, same);
    test.peer.send({ id: 0, result: 1 });
    expect(await asked).toBe(1);
    test.peer.send({ id: 0, result: 1 });
    expect(test.client.problems).toHaveLength(1);
  });

  test('are not answered by an error without an id, whose words are reported', () => {
    using test = linked();
    test.peer.send({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
    expect(test.client.problems).toEqual([
      {
        type: 'unexpected',
        message: 'The agent answered a request that is not open (no ID): Parse error',
      },
    ]);
  });

  test('fail when the answer cannot be read', async () => {
    using test = linked();
    test.peer.answer('a', {});
    const read = () => {
      throw new Error('x must be a string');
    };
    await expect(test.link.request('a', {}, read)).rejects.toMatchObject({
      code: 'protocol',
      detail: 'x must be a string',
    });
  });

  test('are cancelled with the signal, and a late answer is ignored', async () => {
    using test = linked();
    const abort = new AbortController();
    const asked = test.link.request('a', {}, same, abort.signal);
    abort.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    await expect(test.link.request('a', {}, same, abort.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
    test.peer.send({ jsonrpc: '2.0', id: 0, result: {} });
    expect(test.client.problems).toEqual([]);
    test.peer.send({ jsonrpc: '2.0', id: 0, result: {} });
    expect(test.client.problems).toHaveLength(1);
  });

  test('that were cancelled pass on a late result, and no late error', async () => {
    using test = linked();
    const abort = new AbortController();
    const late: unknown[] = [];
    const ask = () => test.link.request('a', {}, same, abort.signal, (result) => late.push(result));
    const asked = [ask(), ask()];
    abort.abort();
    await Promise.allSettled(asked);
    test.peer.send(
      { jsonrpc: '2.0', id: 0, result: { n: 1 } },
      { jsonrpc: '2.0', id: 1, error: { code: -32800, message: 'Cancelled' } },
    );
    expect(late).toEqual([{ n: 1 }]);
    expect(test.client.problems).toEqual([]);
  });

  test('that were cancelled are forgotten when there are too many, the oldest first', async () => {
    using test = linked();
    const abort = new AbortController();
    const ask = () => test.link.request('a', {}, same, abort.signal);
    const asked = Array.from({ length: ABANDONED_REQUESTS + 1 }, ask);
    abort.abort();
    await Promise.allSettled(asked);
    test.peer.send({ jsonrpc: '2.0', id: ABANDONED_REQUESTS, result: {} });
    expect(test.client.problems).toEqual([]);
    test.peer.send({ jsonrpc: '2.0', id: 0, result: {} });
    expect(test.client.problems).toHaveLength(1);
  });

  test('are rejected when the channel closes, then and later', async () => {
    using test = linked();
    const asked = test.link.request('a', {}, same);
    test.channel.close('It died.');
    await expect(asked).rejects.toMatchObject({ code: 'closed', message: 'It died.' });
    await expect(test.link.request('b', {}, same)).rejects.toMatchObject({ code: 'closed' });
    expect(test.link.whenClosed.aborted).toBe(true);
  });
});

describe('requests of the agent', () => {
  test('are answered with the result, or with the error', async () => {
    using test = linked({
      handler: async (method) => {
        if (method === 'bad') throw invalidParams('x');
        return method === 'empty' ? undefined : { method };
      },
    });
    expect(await test.peer.request('good')).toMatchObject({ result: { method: 'good' } });
    expect(await test.peer.request('empty')).toMatchObject({ result: null });
    expect(await test.peer.request('bad')).toMatchObject({
      error: { code: -32602, message: 'Invalid params: x' },
    });
    expect(test.client.problems).toEqual([
      { type: 'invalid', method: 'bad', message: 'Invalid params: x' },
    ]);
  });

  test('that are notifications are heard, and answered where they have an id', async () => {
    using test = linked();
    test.peer.send({ jsonrpc: '2.0', id: 7, method: 'update', params: 1 });
    test.peer.send({ jsonrpc: '2.0', id: null, method: 'update', params: 2 });
    await setImmediate();
    expect(test.notifications).toEqual([
      ['update', 1],
      ['update', 2],
    ]);
    expect(test.peer.received).toEqual([{ jsonrpc: '2.0', id: 7, result: null }]);
    expect(test.client.problems).toEqual([]);
  });

  test.each([1.5, -0.25, -7, 2 ** 53 - 1, '', '1.5', null])(
    'are answered under the id %j',
    async (id) => {
      using test = linked({ handler: async (method) => ({ method }) });
      test.peer.send({ jsonrpc: '2.0', id, method: 'a' });
      await setImmediate();
      expect(test.peer.received).toEqual([{ jsonrpc: '2.0', id, result: { method: 'a' } }]);
      expect(test.client.problems).toEqual([]);
    },
  );

  // A number past 2^53 was rounded when it was read: nobody has asked under what is left of it.
  test.each([true, {}, [1], 2 ** 53, 1e300])('are refused under null for the id %j', async (id) => {
    using test = linked({ handler: async (method) => ({ method }) });
    test.peer.send({ jsonrpc: '2.0', id, method: 'a' });
    await setImmediate();
    expect(test.peer.received).toEqual([
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
    ]);
    expect(test.client.problems).toHaveLength(1);
  });

  test('under an id that is in use are refused', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    using test = linked({ handler: () => promise });
    const first = test.peer.request('a', {}, 'same');
    test.peer.send({ jsonrpc: '2.0', id: 'same', method: 'a' });
    expect(await first).toMatchObject({ error: { code: -32600 } });
    resolve();
  });

  test('that are too many at once are not read until others are answered', async () => {
    const answers: PromiseWithResolvers<object>[] = [];
    using test = linked({
      handler: () => {
        const answer = Promise.withResolvers<object>();
        answers.push(answer);
        return answer.promise;
      },
    });
    const total = 3 * REQUESTS_IN_FLIGHT;
    for (let id = 0; id < total; id++) test.peer.send({ jsonrpc: '2.0', id, method: 'a' });
    const last = waitFor(test.peer.onMessage, ({ id }: RpcMessage) => id === total - 1);
    let mostOpen = 0;
    let answered = 0;
    while (answered < total) {
      await setImmediate();
      mostOpen = Math.max(mostOpen, answers.length - answered);
      if (answers.length - answered < REQUESTS_IN_FLIGHT && answers.length < total) continue;
      answers[answered++]?.resolve({});
    }
    await last;
    expect(mostOpen).toBe(REQUESTS_IN_FLIGHT);
    expect(test.peer.received.filter(({ error }) => error)).toEqual([]);
  });

  test('that wait for the user do not block others, and are refused beyond a limit', async () => {
    using test = linked({
      handler: async (method) => (method === 'wait' ? new Promise(() => undefined) : {}),
    });
    const total = WAITING_REQUESTS + 1;
    const refused = waitFor(test.peer.onMessage, ({ id }: RpcMessage) => id === total - 1);
    for (let id = 0; id < total; id++) test.peer.send({ jsonrpc: '2.0', id, method: 'wait' });
    expect(await refused).toMatchObject({ error: { code: -32000 } });
    expect(await test.peer.request('other', {}, 'other')).toMatchObject({ result: {} });
  });

  test('that came in many bytes are not read until others are answered', async () => {
    const answer = Promise.withResolvers<object>();
    let asked = 0;
    using test = linked({
      handler: () => {
        asked++;
        return answer.promise;
      },
    });
    test.channel.messageBytes = REQUEST_BYTES / 2;
    for (let id = 0; id < 4; id++) test.peer.send({ jsonrpc: '2.0', id, method: 'a' });
    await setImmediate();
    expect([asked, test.channel.isPaused]).toEqual([2, true]);
    const last = waitFor(test.peer.onMessage, ({ id }: RpcMessage) => id === 3);
    answer.resolve({});
    await last;
    expect(asked).toBe(4);
  });

  test('are not read while the agent does not read our answers', async () => {
    using test = linked();
    const taken = Promise.withResolvers<void>();
    test.channel.unread = taken.promise;
    for (let id = 0; id < 3; id++) test.peer.send({ jsonrpc: '2.0', id, method: 'a' });
    await setImmediate();
    expect(test.peer.received).toHaveLength(1);
    const last = waitFor(test.peer.onMessage, ({ id }: RpcMessage) => id === 2);
    test.channel.unread = null;
    taken.resolve();
    await last;
    expect(test.peer.received).toHaveLength(3);
  });

  test('are aborted when the connection ends', () => {
    const signals: AbortSignal[] = [];
    using test = linked({
      handler: (_method, _params, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    test.peer.send({ jsonrpc: '2.0', id: 1, method: 'a' });
    test.channel.close('Gone.');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

test('a line that is not a message is reported, and answered once if possible', () => {
  using test = linked();
  test.peer.send(
    { id: 1, result: {} },
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', id: {}, method: 'a' },
  );
  expect(test.client.problems).toHaveLength(3);
  expect(test.peer.received).toMatchObject([{ id: null, error: { code: -32600 } }]);
  using bare = linked({ versioned: false });
  bare.peer.send({}, { type: 'x' });
  expect(bare.client.problems).toHaveLength(2);
  expect(bare.peer.received).toEqual([]);
});

test('reading stops while the client is busy, also with something else', async () => {
  using test = linked();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  test.client.congested = first.promise;
  test.peer.notify('a');
  expect(test.channel.isPaused).toBe(true);
  test.client.congested = second.promise;
  first.resolve();
  await setImmediate();
  expect(test.channel.isPaused).toBe(true);
  test.client.congested = null;
  second.resolve();
  await setImmediate();
  expect(test.channel.isPaused).toBe(false);
});

test('no message makes it throw', async () => {
  for (const versioned of [true, false]) {
    using test = linked({ versioned });
    const message: RpcMessage = { jsonrpc: '2.0', id: 0, method: 'm', params: {}, result: {} };
    for (const { value } of mutationsOf({ ...message, error: { code: 1, message: 'm' } })) {
      test.peer.send(value as object);
    }
    test.peer.answer('a', { fine: true });
    expect(await test.link.request('a', {}, same)).toEqual({ fine: true });
  }
});
