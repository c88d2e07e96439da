#!/usr/bin/env node
import { firstWord, Peer } from './peer.mjs';

/**
 * A program that does what the page about Codex's app-server says and no more: its answers are empty, and
 * only notifications name the thread and the turn.
 */
const peer = new Peer();
const threadId = 'thr_123';
let turns = 0;

const tell = (method, params) => peer.send({ method, params });

function turnOf(id, status) {
  return { threadId, turn: { id, status, items: [], error: null } };
}

const plays = {
  say(turnId) {
    for (const delta of ['One ', 'two ', 'three.']) {
      tell('item/agentMessage/delta', { threadId, turnId, itemId: `item_${turnId}`, delta });
    }
  },
  tool(turnId) {
    const item = {
      type: 'commandExecution',
      id: `command_${turnId}`,
      command: `/bin/zsh -lc 'cat ${process.cwd()}/notes.txt'`,
      cwd: process.cwd(),
      processId: null,
      commandActions: [],
    };
    const open = { status: 'inProgress', aggregatedOutput: null, exitCode: null, durationMs: null };
    const done = { status: 'completed', aggregatedOutput: 'before\n', exitCode: 0, durationMs: 12 };
    tell('item/started', { threadId, turnId, item: { ...item, ...open } });
    tell('item/completed', { threadId, turnId, item: { ...item, ...done } });
  },
};

const methods = {
  initialize: () => undefined,
  'thread/start': () => tell('thread/started', { thread: { id: threadId } }),
  'turn/start'({ input }) {
    const turnId = `turn_${++turns}`;
    tell('turn/started', turnOf(turnId, 'inProgress'));
    plays[firstWord(input.map(({ text }) => text).join(''))]?.(turnId);
    tell('turn/completed', turnOf(turnId, 'completed'));
  },
};

peer.listen(({ id, method, params }) => {
  if (id === undefined) return;
  if (!Object.hasOwn(methods, method)) {
    peer.send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
    return;
  }
  peer.send({ id, result: {} });
  methods[method](params);
});
