import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { AgentConnection, ConnectOptions } from '#main/agents/connection';
import { fail, ok } from '#shared/errors';
import type { AgentSessionId, IdSource } from '#shared/ids';
import { mutationsOf } from '#test/support/mutations';
import { RpcError } from '#test/support/rpcPeer';
import { rpcHarness, type WireHarness } from '#test/support/wireHarness';
import { connect } from './connect';

const place = { cwd: '/work', additionalDirectories: [] };
const text = (words: string) => [{ type: 'text' as const, text: words }];
const chunk = (words: string) => ({ type: 'text', chunk: words });
const id = 'thread-1' as AgentSessionId;
const noon = Date.parse('2024-07-30T12:00:00Z');

function harness(): WireHarness {
  const atNoon = (options: ConnectOptions, ids?: IdSource): Promise<AgentConnection> =>
    connect(options, ids, () => noon);
  return rpcHarness(atNoon, { versioned: false });
}

/** An agent that stores the threads, as most agents do. */
async function opened() {
  const test = harness();
  test.peer.answer('getThreads', { threads: [] }).answer('createThread', { threadId: id });
  const connection = await test.connect();
  await test.open(connection);
  return { test, connection, client: test.client, peer: test.peer };
}

/** An agent that follows the page literally and expects us to store the threads. */
async function turnedRound() {
  const test = harness();
  test.peer
    .answer('getThreads', () => {
      throw new RpcError({ code: -32601, message: "Method not found - 'getThreads'" });
    })
    .answer('streamMessageChunk', () => null);
  const connection = await test.connect();
  const { agentSessionId } = await test.open(connection);
  return { test, connection, client: test.client, peer: test.peer, id: agentSessionId };
}

test('messages have no version and count their ids', async () => {
  const { peer } = await opened();
  expect(peer.received).toEqual([
    { id: 0, method: 'getThreads', params: null },
    { id: 1, method: 'createThread', params: null },
  ]);
});

describe('an agent that keeps the threads', () => {
  test('lists and loads them', async () => {
    const { connection, client, peer } = await opened();
    expect(connection).toMatchObject({
      wire: 'threads',
      protocolVersion: 'draft',
      identity: null,
      powers: { load: true, list: true, prompt: {} },
    });
    peer.answer('getThreads', {
      threads: [{ id: 'old', title: 'Old', modifiedAt: '2024-07-30T12:00:00Z' }],
    });
    expect(await connection.listSessions?.(null)).toEqual([
      {
        agentSessionId: 'old',
        cwd: '/work',
        title: 'Old',
        updatedAt: '2024-07-30T12:00:00.000Z',
      },
    ]);
    peer
      .answer('openThread', () => null)
      .answer('getThreadEntries', {
        entries: [{ type: 'message', role: 'user', chunks: [chunk('Hi')] }],
      });
    const old = 'old' as AgentSessionId;
    client.known.add(old);
    expect(await connection.loadSession?.(old, place)).toEqual({
      agentSessionId: old,
      events: [],
    });
    expect(peer.last('openThread').params).toEqual({ threadId: 'old' });
    expect(peer.last('getThreadEntries').params).toEqual({ threadId: 'old' });
    expect(client.events).toMatchObject([{ role: 'user', content: { text: 'Hi' } }]);
  });

  test('receives messages, streams its own, and ends the turn with its answer', async () => {
    const { connection, client, peer } = await opened();
    const ended = connection.prompt(id, text('Hi'));
    expect(peer.last('sendMessage')).toEqual({
      id: 2,
      method: 'sendMessage',
      params: { threadId: id, message: { role: 'user', chunks: [chunk('Hi')] } },
    });
    for (const words of ['One ', 'two']) {
      expect(
        await peer.request('streamMessageChunk', { threadId: id, chunk: chunk(words) }),
      ).toEqual({ id: expect.any(Number), result: null });
    }
    const message = { role: 'assistant', chunks: [chunk('One two')] };
    await peer.request('sendMessage', { threadId: id, message });
    peer.send({ id: 2, result: null });
    expect(await ended).toEqual({ reason: 'end_turn' });
    expect(client.events).toMatchObject([
      { messageId: 'msg_1', role: 'agent', content: { text: 'One ' } },
      { messageId: 'msg_1', role: 'agent', content: { text: 'two' } },
    ]);
  });

  test('cannot be stopped, and the user is told', async () => {
    const { connection, client, peer } = await opened();
    const ended = connection.prompt(id, text('Hi'));
    const sent = peer.received.length;
    connection.cancel(id);
    expect(peer.received).toHaveLength(sent);
    expect(client.events).toMatchObject([
      { type: 'notice.posted', severity: 'warning', title: 'This agent cannot be stopped.' },
    ]);
    peer.send({ id: 2, result: null });
    expect(await ended).toEqual({ reason: 'cancelled' });
  });

  test('fails a turn with an error', async () => {
    const { connection, peer } = await opened();
    peer.answer('sendMessage', () => {
      throw new RpcError({ code: 1, message: 'No model.' });
    });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({
      code: 'agent-error',
      message: 'No model.',
    });
  });

  test('fails to open a thread that it no longer has', async () => {
    const { connection, peer } = await opened();
    peer.answer('openThread', () => {
      throw new RpcError({ code: -32602, message: 'No such thread' });
    });
    await expect(connection.loadSession?.('x' as AgentSessionId, place)).rejects.toMatchObject({
      code: 'invalid-request',
    });
  });
});

describe('an agent that leaves the threads to us', () => {
  test('is recognised when it asks before it answers', async () => {
    const test = harness();
    const connecting = test.connect();
    expect(await test.peer.request('getThreads', null)).toEqual({
      id: expect.any(Number),
      result: { threads: [] },
    });
    expect((await connecting).powers).toEqual({ prompt: {} });
  });

  test('creates threads that the next sessions use', async () => {
    const test = harness();
    const connecting = test.connect();
    const made = await test.peer.request('createThread', null);
    const connection = await connecting;
    const { threadId } = made.result as { threadId: string };
    expect((await connection.newSession(place)).agentSessionId).toBe(threadId);
    expect((await connection.newSession(place)).agentSessionId).not.toBe(threadId);
  });

  test('is given the thread of a session that waits for one', async () => {
    const { peer, id } = await turnedRound();
    expect(await peer.request('createThread', null)).toMatchObject({ result: { threadId: id } });
    expect(await peer.request('createThread', null)).not.toMatchObject({
      result: { threadId: id },
    });
  });

  test('receives the prompt, and ends the turn with its message', async () => {
    const { connection, client, peer, id } = await turnedRound();
    expect(await peer.request('openThread', { threadId: id })).toMatchObject({ result: null });
    const ended = connection.prompt(id, [...text('Look at '), ...text('this')]);
    expect(peer.received.filter(({ method }) => method === 'streamMessageChunk')).toMatchObject([
      { params: { threadId: id, chunk: chunk('Look at ') } },
      { params: { threadId: id, chunk: chunk('this') } },
    ]);
    await peer.request('streamMessageChunk', { threadId: id, chunk: chunk('Fi') });
    const message = { role: 'assistant', chunks: [chunk('Fine')] };
    await peer.request('sendMessage', { threadId: id, message });
    expect(await ended).toEqual({ reason: 'end_turn' });
    expect(client.events).toMatchObject([{ content: { text: 'Fi' } }, { content: { text: 'ne' } }]);
    expect(await peer.request('getThreads', null)).toMatchObject({
      result: {
        threads: [{ id, title: 'Look at this', modifiedAt: '2024-07-30T12:00:00.000Z' }],
      },
    });
    expect(await peer.request('getThreadEntries', { threadId: id })).toMatchObject({
      result: {
        entries: [
          { type: 'message', role: 'user', chunks: [chunk('Look at this')] },
          { type: 'message', role: 'assistant', chunks: [chunk('Fi'), chunk('ne')] },
        ],
      },
    });
  });

  test('is given each whole message as an entry of its own', async () => {
    const { connection, peer, id } = await turnedRound();
    const ended = connection.prompt(id, text('Hi'));
    await peer.request('streamMessageChunk', { threadId: id, chunk: chunk('On') });
    for (const words of ['One', 'Two']) {
      const message = { role: 'assistant', chunks: [chunk(words)] };
      await peer.request('sendMessage', { threadId: id, message });
    }
    await ended;
    const again = connection.prompt(id, text('And?'));
    const message = { role: 'assistant', chunks: [chunk('Three')] };
    await peer.request('sendMessage', { threadId: id, message });
    await again;
    const entry = (role: string, ...chunks: readonly string[]) => ({
      type: 'message',
      role,
      chunks: chunks.map(chunk),
    });
    expect(await peer.request('getThreadEntries', { threadId: id })).toMatchObject({
      result: {
        entries: [
          entry('user', 'Hi'),
          entry('assistant', 'On', 'e'),
          entry('assistant', 'Two'),
          entry('user', 'And?'),
          entry('assistant', 'Three'),
        ],
      },
    });
  });

  test('that dies ends its turn', async () => {
    const { test, connection, id } = await turnedRound();
    const ended = connection.prompt(id, text('Hi'));
    await setImmediate();
    test.channel.close('It died.');
    await expect(ended).rejects.toMatchObject({ code: 'closed', message: 'It died.' });
  });

  test('that refuses the prompt fails the turn', async () => {
    const { connection, peer, id } = await turnedRound();
    peer.answer('streamMessageChunk', () => {
      throw new RpcError({ code: 1, message: 'Not now.' });
    });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({ message: 'Not now.' });
  });
});

describe('files', () => {
  const file = 'one\ntwo\nthree';

  async function reading() {
    const all = await opened();
    all.client.onRead = async () => ok(file);
    all.client.onReadFile = async () => ok(Buffer.from(file));
    const ask = async (method: string, params: object) =>
      (await all.peer.request(method, { threadId: id, ...params })).result as {
        version: number;
        content: string;
      };
    return { ...all, ask };
  }

  test.each<[object, string]>([
    [{}, file],
    [{ lineOffset: 0, lineLimit: 1 }, 'one\n'],
    [{ lineOffset: 1, lineLimit: 1 }, 'two\n'],
    [{ lineOffset: 2 }, 'three'],
    [{ lineLimit: 2 }, 'one\ntwo\n'],
    [{ lineOffset: 9 }, ''],
    [{ lineOffset: null, lineLimit: null }, file],
  ])('text with %o', async (range, content) => {
    const { ask, client } = await reading();
    const answer = await ask('readTextFile', { path: '/work/a', ...range });
    expect(answer).toEqual({ version: expect.any(Number), content });
    expect(client.events).toMatchObject([
      {
        kind: 'read',
        title: 'Read a',
        status: 'completed',
        locations: [{ path: '/work/a' }],
      },
    ]);
  });

  test.each<[object, string]>([
    [{}, file],
    [{ byteOffset: 4, byteLimit: 3 }, 'two'],
    [{ byteOffset: 8 }, 'three'],
    [{ byteLimit: 3 }, 'one'],
  ])('bytes with %o', async (range, content) => {
    const { ask } = await reading();
    const answer = await ask('readBinaryFile', { path: '/work/a', ...range });
    expect(Buffer.from(answer.content, 'base64').toString()).toBe(content);
  });

  test('the version changes when somebody changes the file, and only then', async () => {
    const { ask, client } = await reading();
    const first = await ask('readTextFile', { path: '/work/a' });
    const part = await ask('readTextFile', { path: '/work/a', lineLimit: 1 });
    const bytes = await ask('readBinaryFile', { path: '/work/a' });
    client.onRead = async () => ok(`${file}!`);
    const changed = await ask('readTextFile', { path: '/work/a' });
    expect([part.version, bytes.version]).toEqual([first.version, first.version]);
    expect(changed.version).not.toBe(first.version);
    for (const { version } of [first, changed]) {
      expect(Number.isSafeInteger(version) && version >= 0).toBe(true);
    }
  });

  test.each([
    ['file', { exists: true, isDirectory: false }],
    ['folder', { exists: true, isDirectory: true }],
    ['missing', { exists: false, isDirectory: false }],
  ] as const)('stat of a %s', async (status, expected) => {
    const { ask, client } = await reading();
    client.onPathStatus = async () => ok(status);
    expect(await ask('stat', { path: '/work/a' })).toEqual(expected);
  });

  test('a search finds files', async () => {
    const { ask, client } = await reading();
    client.onFindFiles = async () => ok(['/work/a.ts', '/work/b.ts']);
    expect(await ask('globSearch', { pattern: '**/*.ts' })).toEqual({
      matches: ['/work/a.ts', '/work/b.ts'],
    });
    expect(client.calls).toEqual([['findFiles', id, '**/*.ts']]);
    expect(client.events).toMatchObject([{ kind: 'search', title: 'Search **/*.ts' }]);
  });

  test('a file that may not be read gives an error, and is shown as failed', async () => {
    const { peer, client } = await reading();
    client.onRead = async () => fail('refused', 'It is outside.');
    const params = { threadId: id, path: '/etc/passwd' };
    expect(await peer.request('readTextFile', params)).toMatchObject({
      error: { code: -32603, message: 'It is outside.' },
    });
    expect(client.events).toMatchObject([{ kind: 'read', status: 'failed' }]);
  });
});

describe('errors', () => {
  test.each<[string, string, unknown, number]>([
    ['no params', 'readTextFile', null, -32602],
    ['no thread', 'readTextFile', { path: '/p' }, -32602],
    ['an unknown thread', 'stat', { threadId: 'x', path: '/p' }, -32602],
    ['no path', 'stat', { threadId: id }, -32602],
    ['a negative offset', 'readTextFile', { threadId: id, path: '/p', lineOffset: -1 }, -32602],
    [
      'a fractional line limit',
      'readTextFile',
      { threadId: id, path: '/p', lineLimit: 0.5 },
      -32602,
    ],
    ['no message', 'sendMessage', { threadId: id }, -32602],
    ['no chunk', 'streamMessageChunk', { threadId: id }, -32602],
  ])('%s is refused', async (_, method, params, code) => {
    const { peer } = await opened();
    expect(await peer.request(method, params)).toMatchObject({ error: { code } });
  });

  test('an unknown method is refused with the error of the draft, and kept', async () => {
    const { peer, client } = await opened();
    expect(await peer.request('nonExistentMethod', { threadId: id })).toMatchObject({
      error: { code: -32601, message: "Method not found - 'nonExistentMethod'" },
    });
    expect(client.events).toMatchObject([{ type: 'unknown.received', label: 'nonExistentMethod' }]);
    await peer.request('nonExistentMethod', null);
    peer.notify('hello');
    expect(client.problems).toHaveLength(2);
  });

  test('malformed requests are refused and never throw', async () => {
    const { peer, connection, client } = await opened();
    client.onRead = async () => ok('x');
    client.onReadFile = async () => ok(Buffer.from('x'));
    const message = { role: 'assistant', chunks: [chunk('x')] };
    const requests: readonly [string, object | null][] = [
      ['getThreads', null],
      ['createThread', null],
      ['openThread', { threadId: id }],
      ['getThreadEntries', { threadId: id }],
      ['sendMessage', { threadId: id, message }],
      ['streamMessageChunk', { threadId: id, chunk: chunk('x') }],
      ['readTextFile', { threadId: id, path: '/p', lineOffset: 0, lineLimit: 1 }],
      ['readBinaryFile', { threadId: id, path: '/p', byteOffset: 0, byteLimit: 1 }],
      ['stat', { threadId: id, path: '/p' }],
      ['globSearch', { threadId: id, pattern: '*' }],
    ];
    for (const [method, params] of requests) {
      for (const { value } of mutationsOf(params)) {
        const answer = await peer.request(method, value);
        expect('result' in answer || 'error' in answer).toBe(true);
      }
    }
    peer.answer('sendMessage', () => null);
    expect(await connection.prompt(id, text('Still there?'))).toEqual({ reason: 'end_turn' });
  });

  test('an answer without a list of threads is not the threads wire', async () => {
    const test = harness();
    test.peer.answer('getThreads', { userAgent: 'codex' });
    await expect(test.connect()).rejects.toMatchObject({ code: 'protocol' });
  });
});
