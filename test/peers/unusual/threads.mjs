#!/usr/bin/env node
import { Peer } from '../peer.mjs';

/** The first draft by its page: a keeper of threads with strange dates, entries and orders. */
const peer = new Peer();
let asked = 100;
const open = new Map();
const ask = (method, params) => {
  const id = asked++;
  peer.send({ id, method, params });
  return new Promise((resolve) => open.set(id, resolve));
};
const stream = (threadId, chunk) =>
  ask('streamMessageChunk', { threadId, chunk: { type: 'text', chunk } });

const plays = {
  async files(threadId) {
    const missing = await ask('readTextFile', { threadId, path: `${process.cwd()}/none.txt` });
    const lines = await ask('readTextFile', {
      threadId,
      path: `${process.cwd()}/notes.txt`,
      lineOffset: 5,
      lineLimit: 0,
    });
    const bytes = await ask('readBinaryFile', {
      threadId,
      path: `${process.cwd()}/notes.txt`,
      byteOffset: 2,
      byteLimit: 3,
    });
    const found = await ask('globSearch', { threadId, pattern: '**/*.none' });
    await stream(
      threadId,
      JSON.stringify([
        missing.error?.code,
        lines.result?.content,
        bytes.result?.content,
        found.result?.matches,
      ]),
    );
  },
  async elsewhere(threadId) {
    const other = await stream('thread-of-nobody', 'Lost');
    await stream(threadId, `Refused: ${other.error !== undefined}.`);
  },
};

peer.listen(async ({ id, method, params, result, error }) => {
  if (method === undefined) return open.get(id)?.({ result, error });
  switch (method) {
    case 'getThreads':
      return peer.send({
        id,
        result: { threads: [{ id: 'old', title: '', modifiedAt: 'yesterday' }] },
      });
    case 'createThread':
      return peer.send({ id, result: { threadId: 't-1' } });
    case 'sendMessage': {
      const word = params.message.chunks
        .map(({ chunk }) => chunk)
        .join('')
        .trim();
      await plays[word]?.(params.threadId);
      return peer.send({ id, result: null });
    }
    default:
      return peer.send({ id, error: { code: -32601, message: `Method not found - '${method}'` } });
  }
});
