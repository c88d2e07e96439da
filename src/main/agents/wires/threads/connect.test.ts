import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { RpcError } from '#test/support/rpcPeer';
import { chunk, harness, id, opened, turnedRound } from '#test/support/threadsHarness';

const place = { cwd: '/work', additionalDirectories: [] };
const text = (words: string) => [{ type: 'text' as const, text: words }];

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
