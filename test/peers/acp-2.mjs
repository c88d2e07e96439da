#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstWord, Peer, pieces, printed, Questions, tired } from './peer.mjs';

/** An agent of the draft of version 2, from its published schema alone. */
const peer = new Peer();
const send = (message) => peer.send({ jsonrpc: '2.0', ...message });
const questions = new Questions(send);
/** What ends the turn of a session, and where it works. */
const turns = new Map();
const folders = new Map();

class Failure extends Error {
  constructor(code, message, data) {
    super(message);
    this.error = data === undefined ? { code, message } : { code, message, data };
  }
}

const missing = (name) => new Failure(-32602, 'Invalid params', { details: `${name}: required` });

const methods = {
  initialize({ protocolVersion, info, capabilities }) {
    if (protocolVersion !== 2) {
      throw new Failure(-32022, 'Unsupported protocol version', {
        requested: protocolVersion,
        supported: [2],
      });
    }
    if (!info?.name || !info.version) throw missing('info');
    if (capabilities?.elicitation && typeof capabilities.elicitation.form !== 'object') {
      throw missing('capabilities.elicitation.form');
    }
    return {
      protocolVersion: 2,
      info: { name: 'draft-peer', title: 'Draft Peer', version: '0.1.0' },
      capabilities: { session: { prompt: { image: {} }, delete: {} } },
    };
  },
  'session/new'({ cwd }) {
    if (!cwd) throw missing('cwd');
    const sessionId = randomUUID();
    folders.set(sessionId, cwd);
    peer.begin(sessionId);
    return {
      sessionId,
      configOptions: [option('careful')],
      availableCommands: [{ type: 'command', name: 'count', description: 'Counts' }],
    };
  },
  'session/resume'({ sessionId, cwd, replayFrom }) {
    const conversation = peer.conversations[sessionId];
    if (conversation === undefined) throw new Failure(-32002, 'Session not found');
    folders.set(sessionId, cwd);
    if (replayFrom?.type === 'start') {
      for (const [role, text] of conversation) {
        update(sessionId, `${role}_message`, {
          messageId: randomUUID(),
          content: [{ type: 'text', text }],
        });
      }
    }
    return { configOptions: [option('careful')] };
  },
  'session/list': () => ({
    sessions: Object.keys(peer.conversations).map((sessionId) => ({
      sessionId,
      cwd: folders.get(sessionId) ?? '/',
    })),
  }),
  'session/close': () => ({}),
  'session/delete'({ sessionId }) {
    delete peer.conversations[sessionId];
    peer.save();
    return {};
  },
  'session/set_config_option'({ configId, type, value }) {
    if (configId !== 'pace' || type !== 'id') throw missing('configId');
    return { configOptions: [option(value)] };
  },
  'session/prompt'({ sessionId, prompt }) {
    if (!folders.has(sessionId)) throw new Failure(-32002, 'Session not found');
    const words = prompt.map(({ text = '' }) => text).join('');
    const messageId = randomUUID();
    peer.remember(sessionId, 'user', words);
    update(sessionId, 'user_message', { messageId, content: prompt });
    // The receipt goes out before the work begins.
    setImmediate(() => void work(sessionId, words));
    return { messageId };
  },
};

const notifications = {
  'session/cancel': ({ sessionId }) => turns.get(sessionId)?.('cancelled'),
};

async function work(id, words) {
  state(id, { state: 'running' });
  const stopReason = await new Promise((resolve) => {
    turns.set(id, resolve);
    Promise.resolve(plays[firstWord(words)]?.(id)).then((reason) => resolve(reason ?? 'end_turn'));
  });
  turns.delete(id);
  state(id, {
    state: 'idle',
    stopReason,
    usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 },
  });
}

function option(currentValue) {
  const choices = ['careful', 'quick'].map((value) => ({ value, name: value }));
  return { configId: 'pace', name: 'Pace', type: 'select', currentValue, options: choices };
}

const plays = {
  say(id) {
    chunk(id, 'agent_thought', randomUUID(), 'Hm.');
    say(id, ...pieces);
    update(id, 'plan_update', {
      plan: {
        type: 'items',
        planId: 'plan-1',
        entries: [{ content: 'Count', priority: 'high', status: 'completed' }],
      },
    });
  },
  tool(id) {
    const toolCallId = started(id, 'Read notes.txt', 'read');
    const text = readFileSync(join(folders.get(id), 'notes.txt'), 'utf8');
    const content = { type: 'content', content: { type: 'text', text } };
    update(id, 'tool_call_content_chunk', { toolCallId, content });
    update(id, 'tool_call_update', { toolCallId, status: 'completed' });
  },
  edit(id) {
    const path = join(folders.get(id), 'notes.txt');
    const toolCallId = started(id, 'Edit notes.txt', 'edit');
    writeFileSync(path, 'after\n');
    const text = `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-before\n+after\n`;
    const patch = { format: 'git_patch', text };
    const content = [{ type: 'diff', changes: [{ operation: 'modify', path }], patch }];
    update(id, 'tool_call_update', { toolCallId, content, status: 'completed' });
  },
  async ask(id) {
    const cwd = folders.get(id);
    state(id, { state: 'requires_action' });
    const { result } = await questions.ask('session/request_permission', {
      sessionId: id,
      title: 'Run a command?',
      subject: { type: 'command', command: 'ls -la', cwd },
      options: [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    });
    state(id, { state: 'running' });
    if (result.outcome.outcome === 'cancelled') return 'cancelled';
    say(id, result.outcome.optionId === 'yes' ? 'Allowed.' : 'Rejected.');
  },
  shell(id) {
    const toolCallId = started(id, `cat ${join(folders.get(id), 'notes.txt')}`, 'execute');
    const content = [{ type: 'content', content: { type: 'text', text: printed } }];
    update(id, 'tool_call_update', { toolCallId, content, status: 'completed' });
  },
  async question(id) {
    const colour = { type: 'string', title: 'Colour', enum: ['Red', 'Blue'] };
    const { result } = await questions.ask('elicitation/create', {
      sessionId: id,
      mode: 'form',
      message: 'Which colour?',
      requestedSchema: { type: 'object', properties: { colour }, required: ['colour'] },
    });
    if (result?.action === 'accept') say(id, 'Thanks.');
  },
  extension(id) {
    for (const name of ['one', 'two', 'three']) {
      send({ method: `_draft/${name}`, params: { sessionId: id } });
    }
    say(id, 'Still here.');
  },
  stall(id) {
    say(id, 'Working');
    return new Promise(() => undefined);
  },
  crash(id) {
    say(id, 'Oh');
    setImmediate(() => process.exit(3));
    return new Promise(() => undefined);
  },
  bad(id) {
    peer.sendLine('Warning: this is not JSON');
    peer.sendLine('{"jsonrpc":"2.0","method":');
    peer.send({ no: 'version' });
    send({ method: 'session/update', params: 'nothing' });
    send({ method: 'session/update', params: { sessionId: id, update: 7 } });
    update(id, 'usage_update', { used: 'much' });
    state(id, { state: 'dancing' });
    send({ id: 999_999, result: {} });
    say(id, 'Still here.');
  },
  tired: () => tired,
  unknown(id) {
    update(id, 'weather_report', { sun: true });
    say(id, 'Still here.');
  },
};

function update(sessionId, sessionUpdate, fields) {
  send({ method: 'session/update', params: { sessionId, update: { sessionUpdate, ...fields } } });
}

function state(id, fields) {
  update(id, 'state_update', fields);
}

function chunk(id, kind, messageId, text) {
  update(id, `${kind}_chunk`, { messageId, content: { type: 'text', text } });
}

/** A message in its parts, and then whole. */
function say(id, ...texts) {
  const messageId = randomUUID();
  for (const text of texts) chunk(id, 'agent_message', messageId, text);
  update(id, 'agent_message', { messageId, content: [{ type: 'text', text: texts.join('') }] });
  peer.remember(id, 'agent', texts.join(''));
}

function started(id, title, kind) {
  const toolCallId = randomUUID();
  update(id, 'tool_call_update', { toolCallId, title, kind, status: 'in_progress' });
  return toolCallId;
}

peer.listen((message) => {
  const { id, method, params } = message;
  if (method === undefined) return questions.settle(message);
  if (id === undefined) return notifications[method]?.(params ?? {});
  try {
    const answer = methods[method];
    if (answer === undefined) throw new Failure(-32601, 'Method not found');
    send({ id, result: answer(params ?? {}) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    send({ id, error: error.error });
  }
});
