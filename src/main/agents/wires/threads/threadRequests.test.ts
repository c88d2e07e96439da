import { describe, expect, test } from 'vitest';
import { ok } from '#shared/errors';
import { mutationsOf } from '#test/support/mutations';
import { chunk, harness, id, opened } from '#test/support/threadsHarness';

const text = (words: string) => [{ type: 'text' as const, text: words }];

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
