#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstWord, Peer, pieces, Questions } from './peer.mjs';

/**
 * An agent of the first draft, from its page alone: it keeps the threads. With `--literal` it reads
 * the page's arrows to the letter, asks for threads instead of keeping them, and is streamed to.
 */
const peer = new Peer();
const isLiteral = process.argv.includes('--literal');
const questions = new Questions((message) => peer.send(message), 0);
const folder = process.cwd();
const touched = new Map();

class Failure extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const keeping = {
  getThreads: () => ({
    threads: Object.entries(peer.conversations).map(([id, entries]) => ({
      id,
      title: entries[0]?.[1] ?? 'New thread',
      modifiedAt: touched.get(id) ?? new Date(0).toISOString(),
    })),
  }),
  createThread() {
    const threadId = `thread-${randomUUID()}`;
    peer.begin(threadId);
    return { threadId };
  },
  openThread({ threadId }) {
    conversation(threadId);
    return null;
  },
  getThreadEntries: ({ threadId }) => ({
    entries: conversation(threadId).map(([role, text]) => ({
      type: 'message',
      role,
      chunks: [{ type: 'text', chunk: text }],
    })),
  }),
  async sendMessage({ threadId, message }) {
    conversation(threadId);
    const words = message.chunks.map(({ chunk }) => chunk).join('');
    peer.remember(threadId, 'user', words);
    touched.set(threadId, new Date().toISOString());
    await plays[firstWord(words)]?.(threadId);
    return null;
  },
};

const streamed = {
  streamMessageChunk({ threadId, chunk }) {
    peer.begin(threadId);
    queueMicrotask(() => play(threadId, chunk.chunk));
    return null;
  },
};

const methods = isLiteral ? streamed : keeping;

async function play(threadId, words) {
  await plays[firstWord(words)]?.(threadId);
  const said = peer.conversations[threadId].map(([, text]) => text).join('');
  peer.conversations[threadId] = [];
  const message = { role: 'assistant', chunks: [{ type: 'text', chunk: said }] };
  await questions.ask('sendMessage', { threadId, message });
}

const plays = {
  say: (id) => say(id, ...pieces),
  async tool(id) {
    const path = join(folder, 'notes.txt');
    const { result: status } = await questions.ask('stat', { threadId: id, path });
    const { result: found } = await questions.ask('globSearch', { threadId: id, pattern: '*.txt' });
    const read = { threadId: id, path, lineOffset: 0, lineLimit: 1 };
    const { result: first } = await questions.ask('readTextFile', read);
    const { result: bytes } = await questions.ask('readBinaryFile', { threadId: id, path });
    const isSame = first.version === bytes.version;
    await say(id, JSON.stringify({ ...status, ...found, content: first.content, isSame }));
  },
  edit(id) {
    writeFileSync(join(folder, 'notes.txt'), 'after\n');
    return say(id, 'Written.');
  },
  async stall(id) {
    await say(id, 'Working');
    await new Promise(() => undefined);
  },
  async crash(id) {
    await say(id, 'Oh');
    process.exit(3);
  },
  bad(id) {
    peer.sendLine('this is not JSON');
    peer.sendLine('{"id":1,"method":');
    peer.send({ no: 'message' });
    peer.send({ id: 999_999, result: null });
    peer.send({ method: 'streamMessageChunk', params: { threadId: id } });
    questions.ask('streamMessageChunk', { threadId: id, chunk: 'nothing' });
    questions.ask('readTextFile', { threadId: id, path: '/etc/passwd' });
    return say(id, 'Still here.');
  },
  async unknown(id) {
    await questions.ask('reportWeather', { threadId: id, sun: true });
    await say(id, 'Still here.');
  },
};

async function say(threadId, ...texts) {
  for (const text of texts) {
    const chunk = { type: 'text', chunk: text };
    await questions.ask('streamMessageChunk', { threadId, chunk });
  }
  peer.remember(threadId, 'assistant', texts.join(''));
}

function conversation(threadId) {
  const entries = peer.conversations[threadId];
  if (entries === undefined) throw new Failure(-32602, `No such thread - '${threadId}'`);
  return entries;
}

peer.listen(async (message) => {
  const { id, method, params } = message;
  if (method === undefined) {
    questions.settle(message);
    return;
  }
  try {
    const answer = methods[method];
    if (answer === undefined) throw new Failure(-32601, `Method not found - '${method}'`);
    peer.send({ id, result: await answer(params) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    peer.send({ id, error: { code: error.code, message: error.message } });
  }
});

if (isLiteral) questions.ask('getThreads', null);
