#!/usr/bin/env node
import { Peer } from '../peer.mjs';

/** Codex by the page about it, in unusual orders. */
const peer = new Peer();
const tell = (method, params) => peer.send({ method, params });
const open = new Map();
let turns = 0;

const ask = (id, method, params) => {
  peer.send({ id, method, params });
  return new Promise((resolve) => open.set(id, resolve));
};

const plays = {
  early({ threadId, turnId, answer }) {
    delta(threadId, turnId, 'Early ');
    answer();
    delta(threadId, turnId, 'bird.');
  },
  bare({ threadId, turnId, answer }) {
    answer();
    const item = { type: 'commandExecution', id: 'c1', command: 'ls', cwd: process.cwd() };
    tell('item/completed', {
      threadId,
      turnId,
      item: { ...item, aggregatedOutput: 'a\n', exitCode: 0 },
    });
    tell('item/completed', { threadId, turnId, item: { type: 'juggling', id: 'j1', balls: 3 } });
    tell('item/started', { threadId, turnId, item: { type: 'commandExecution', id: 'c2' } });
    delta(threadId, turnId, 'Bare.');
  },
  async approvals({ threadId, turnId, answer }) {
    answer();
    const item = {
      type: 'commandExecution',
      id: 'c3',
      command: 'ls',
      cwd: process.cwd(),
      status: 'inProgress',
    };
    tell('item/started', { threadId, turnId, item });
    const about = { threadId, turnId, itemId: 'c3' };
    const first = await ask('text-id', 'item/commandExecution/requestApproval', about);
    const second = await ask(7, 'execCommandApproval', {
      conversationId: threadId,
      callId: 'c4',
      command: ['rm', 'a b'],
      cwd: process.cwd(),
    });
    delta(
      threadId,
      turnId,
      [first, second].map(({ result, error }) => result?.decision ?? error?.message).join(' '),
    );
  },
  fails({ answer }) {
    answer();
    return { status: 'failed', error: { message: 'Out of tokens', extra: { deep: [1] } } };
  },
  strange({ answer }) {
    answer();
    return { status: 'evaporated' };
  },
  chatter({ threadId, turnId, answer }) {
    answer();
    for (let n = 0; n < 30; n++) tell('weather/changed', { threadId, turnId, n });
    delta(threadId, turnId, 'Sunny.');
  },
};

function delta(threadId, turnId, text) {
  tell('item/agentMessage/delta', { threadId, turnId, itemId: `item_${turnId}`, delta: text });
}

const threads = ['thr_1', 'thr_2'];

async function turn(id, { threadId, input }) {
  const turnId = `turn_${++turns}`;
  const answer = () => {
    peer.send({
      id,
      result: { turn: { id: turnId, status: 'inProgress', items: [], error: null } },
    });
    tell('turn/started', {
      threadId,
      turn: { id: turnId, status: 'inProgress', items: [], error: null },
    });
  };
  const word = input
    .map(({ text = '' }) => text)
    .join('')
    .trim();
  const ended = await plays[word]?.({ threadId, turnId, answer });
  tell('turn/completed', {
    threadId,
    turn: { id: turnId, status: 'completed', items: [], error: null, ...ended },
  });
}

peer.listen(({ id, method, params, result, error }) => {
  if (method === undefined) return open.get(id)?.({ result, error });
  if (id === undefined) return;
  if (method === 'initialize') return peer.send({ id, result: {} });
  if (method === 'turn/start') return void turn(id, params);
  if (method === 'thread/start') {
    const thread = { id: threads.shift() };
    tell('thread/started', { thread });
    return peer.send({ id, result: { thread } });
  }
  peer.send({
    id,
    error: { code: -32601, message: `Method not found: ${method}`, data: { method } },
  });
});
