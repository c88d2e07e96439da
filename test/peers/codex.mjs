#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstWord, Peer, pieces, printed, Questions, tired } from './peer.mjs';

/** `codex app-server` 0.16x as it was recorded, as far as the contract asks. */
const peer = new Peer();
const questions = new Questions((message) => peer.send(message), 0);
const threads = new Map();
let isInitialized = false;

class Failure extends Error {}

const methods = {
  initialize({ clientInfo }) {
    if (isInitialized) throw new Failure('Already initialized');
    isInitialized = true;
    const userAgent = `${clientInfo.name}/0.166.0 (Linux; x86_64) peer (${clientInfo.name})`;
    return { userAgent, codexHome: '/tmp', platformFamily: 'unix', platformOs: 'linux' };
  },
  'thread/start'({ cwd, config }) {
    const id = randomUUID();
    peer.begin(id);
    return started(id, cwd, config);
  },
  'thread/resume'({ threadId, cwd, config }) {
    if (peer.conversations[threadId] === undefined) {
      throw new Failure(`no rollout found for thread id ${threadId}`);
    }
    return started(threadId, cwd, config);
  },
  'thread/unsubscribe': () => ({ status: 'unsubscribed' }),
  'turn/start'({ threadId, input }) {
    const thread = threads.get(threadId);
    if (thread === undefined) throw new Failure(`thread not found: ${threadId}`);
    thread.turnId = randomUUID();
    const words = input.map(({ text = '' }) => text).join('');
    queueMicrotask(() => void run(threadId, words));
    return { turn: turnOf(thread.turnId, 'inProgress') };
  },
  'turn/interrupt'({ threadId }) {
    threads.get(threadId)?.interrupt?.();
    return {};
  },
};

function started(id, cwd, config) {
  const servers = config?.mcp_servers ?? {};
  threads.set(id, { cwd, servers, turnId: null, interrupt: null });
  const thread = {
    id,
    sessionId: id,
    preview: '',
    status: { type: 'idle' },
    cwd,
    cliVersion: '0.166.0',
    name: null,
    turns: [],
  };
  queueMicrotask(() => notify('thread/started', { thread }));
  return {
    thread,
    model: 'fake-model',
    modelProvider: 'fake',
    cwd,
    approvalPolicy: 'on-request',
    sandbox: { type: 'readOnly', networkAccess: false },
    reasoningEffort: null,
  };
}

async function run(threadId, words) {
  const thread = threads.get(threadId);
  const { turnId } = thread;
  peer.remember(threadId, 'user', words);
  notify('thread/status/changed', { threadId, status: { type: 'active', activeFlags: [] } });
  notify('turn/started', { threadId, turn: turnOf(turnId, 'inProgress') });
  item(threadId, {
    type: 'userMessage',
    id: randomUUID(),
    content: [{ type: 'text', text: words, text_elements: [] }],
  });
  const interrupted = new Promise((resolve) => {
    thread.interrupt = () => resolve('interrupted');
  });
  const played = Promise.resolve(plays[firstWord(words)]?.(threadId));
  const status = (await Promise.race([played, interrupted])) ?? 'completed';
  thread.interrupt = null;
  notify('thread/status/changed', { threadId, status: { type: 'idle' } });
  notify('turn/completed', { threadId, turn: turnOf(turnId, status) });
}

const plays = {
  servers: (threadId) => say(threadId, JSON.stringify(threads.get(threadId).servers)),
  say(threadId) {
    const thought = { type: 'reasoning', id: randomUUID(), summary: [], content: [] };
    begin(threadId, thought);
    about('item/reasoning/summaryTextDelta', threadId, thought, { delta: 'Hm.', summaryIndex: 0 });
    end(threadId, { ...thought, summary: ['Hm.'] });
    say(threadId, ...pieces);
  },
  tool(threadId) {
    const command = commandOf(threadId, 'cat notes.txt', 'read');
    begin(threadId, command);
    about('item/commandExecution/outputDelta', threadId, command, { delta: 'before\n' });
    const outcome = { status: 'completed', aggregatedOutput: 'before\n', exitCode: 0 };
    end(threadId, { ...command, ...outcome });
    say(threadId, 'Read.');
  },
  async edit(threadId) {
    const path = join(threads.get(threadId).cwd, 'notes.txt');
    const diff = '@@ -1 +1 @@\n-before\n+after\n';
    const change = {
      type: 'fileChange',
      id: `call_${randomUUID()}`,
      changes: [{ path, kind: { type: 'update', move_path: null }, diff }],
      status: 'inProgress',
    };
    begin(threadId, change);
    const decision = await approval('item/fileChange/requestApproval', threadId, change, {
      grantRoot: null,
    });
    const isAllowed = decision === 'accept' || decision === 'acceptForSession';
    if (isAllowed) writeFileSync(path, 'after\n');
    end(threadId, { ...change, status: isAllowed ? 'completed' : 'declined' });
    say(threadId, 'Written.');
  },
  async ask(threadId) {
    const command = commandOf(threadId, 'ls -la', 'unknown');
    begin(threadId, command);
    const decision = await approval('item/commandExecution/requestApproval', threadId, command, {
      kind: 'command',
      environmentId: 'local',
      command: command.command,
      cwd: command.cwd,
      commandActions: command.commandActions,
    });
    // As recorded: the turn is over, and nothing more is heard of the item.
    if (decision === 'cancel') return 'interrupted';
    const isAllowed = decision === 'accept' || decision === 'acceptForSession';
    const outcome = isAllowed ? { status: 'completed', exitCode: 0 } : { status: 'declined' };
    end(threadId, { ...command, ...outcome });
    say(threadId, isAllowed ? 'Allowed.' : 'Rejected.');
  },
  shell(threadId) {
    const path = join(threads.get(threadId).cwd, 'notes.txt');
    const command = commandOf(threadId, `cat ${path}`, 'unknown');
    begin(threadId, command);
    about('item/commandExecution/outputDelta', threadId, command, { delta: printed });
    end(threadId, { ...command, status: 'completed', aggregatedOutput: printed, exitCode: 0 });
  },
  async question(threadId) {
    const options = [{ label: 'Red' }, { label: 'Blue' }];
    const asked = { id: 'colour', header: 'Colour', question: 'Which colour?', options };
    const { turnId } = threads.get(threadId);
    const params = { threadId, turnId, itemId: randomUUID(), questions: [asked] };
    const { result } = await questions.ask('item/tool/requestUserInput', params);
    if (result?.answers.colour) say(threadId, 'Thanks.');
  },
  stall(threadId) {
    speak(threadId, 'Working');
    return new Promise(() => undefined);
  },
  crash(threadId) {
    speak(threadId, 'Oh');
    setImmediate(() => process.exit(3));
    return new Promise(() => undefined);
  },
  bad(threadId) {
    peer.sendLine('thread panicked at src/main.rs');
    peer.sendLine('{"method":"item/started","params":');
    notify('item/started', { threadId, item: 'nothing' });
    notify('item/agentMessage/delta', { threadId, itemId: 7, delta: [] });
    notify('turn/plan/updated', { threadId, plan: 'none' });
    peer.send({ id: 999_999, result: {} });
    peer.send({ no: 'message' });
    say(threadId, 'Still here.');
  },
  tired: () => tired,
  unknown(threadId) {
    notify('weather/report', { threadId, sun: true });
    say(threadId, 'Still here.');
  },
};

function say(threadId, ...texts) {
  const message = speak(threadId, ...texts);
  end(threadId, { ...message, text: texts.join('') });
  peer.remember(threadId, 'agent', texts.join(''));
}

function speak(threadId, ...texts) {
  const message = { type: 'agentMessage', id: `msg_${randomUUID()}`, text: '', phase: null };
  begin(threadId, message);
  for (const delta of texts) about('item/agentMessage/delta', threadId, message, { delta });
  return message;
}

function commandOf(threadId, command, type) {
  const { cwd } = threads.get(threadId);
  return {
    type: 'commandExecution',
    id: `call_${randomUUID()}`,
    command: `/bin/bash -lc '${command}'`,
    cwd,
    source: 'agent',
    status: 'inProgress',
    commandActions: [
      type === 'read'
        ? { type, command, name: 'notes.txt', path: join(cwd, 'notes.txt') }
        : { type, command },
    ],
    aggregatedOutput: null,
    exitCode: null,
  };
}

async function approval(method, threadId, { id: itemId }, more) {
  const { turnId } = threads.get(threadId);
  const params = { threadId, turnId, itemId, startedAtMs: Date.now(), reason: null, ...more };
  const { id, result } = await questions.ask(method, params);
  notify('serverRequest/resolved', { threadId, requestId: id });
  return result?.decision;
}

function item(threadId, item) {
  begin(threadId, item);
  end(threadId, item);
}

function begin(threadId, item) {
  notify('item/started', { item, threadId, turnId: threads.get(threadId).turnId });
}

function end(threadId, item) {
  notify('item/completed', { item, threadId, turnId: threads.get(threadId).turnId });
}

function about(method, threadId, { id: itemId }, more) {
  notify(method, { threadId, turnId: threads.get(threadId).turnId, itemId, ...more });
}

function turnOf(id, status) {
  return { id, rootTurnId: id, items: [], itemsView: 'notLoaded', status, error: null };
}

function notify(method, params) {
  peer.send({ method, params, emittedAtMs: Date.now() });
}

peer.listen((message) => {
  const { id, method, params } = message;
  if (method === undefined) {
    questions.settle(message);
    return;
  }
  if (id === undefined) return;
  try {
    const answer = methods[method];
    if (answer === undefined) throw new Failure(`Invalid request: unknown variant \`${method}\``);
    peer.send({ id, result: answer(params ?? {}) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    peer.send({ error: { code: -32600, message: error.message }, id });
  }
});
