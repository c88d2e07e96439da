#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstWord, Peer, pieces, tired } from './peer.mjs';

/** A server of the dialect that is told by `@type`, from its page alone. */
const peer = new Peer();
const send = (message) => peer.send({ jsonrpc: '2.0', ...message });
/** What ends the turn of a session, and where it works. */
const turns = new Map();
const folders = new Map();
/** Decisions that tools wait for, by tool call. */
const decisions = new Map();
const invalidParams = (...errors) => ({
  code: -32602,
  message: 'Invalid params',
  data: { errors },
});

class Failure extends Error {
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

const methods = {
  initialize({ protocol_version, client_capabilities, client_info }) {
    if (protocol_version !== 1) throw new Failure(invalidParams('protocol_version: must be 1'));
    if (!client_capabilities) throw new Failure(invalidParams('client_capabilities: required'));
    if (!client_info?.name) throw new Failure(invalidParams('client_info.name: required'));
    return {
      protocol_version: 1,
      agent_capabilities: {
        prompt_capabilities: { text: true, image: true, resource: true },
        mcp_capabilities: { http: false, sse: false },
        load_session: true,
      },
      agent_info: { name: 'crow-peer', title: 'Crow Peer', version: '0.1.0' },
    };
  },
  'session/new'({ cwd, mcpServers }) {
    if (!cwd || !Array.isArray(mcpServers)) throw new Failure(invalidParams('cwd: required'));
    const sessionId = randomUUID();
    folders.set(sessionId, cwd);
    peer.begin(sessionId);
    return { sessionId };
  },
  'session/load'({ session_id, cwd }) {
    const conversation = peer.conversations[session_id];
    if (conversation === undefined) throw new Failure(invalidParams('session_id: not found'));
    folders.set(session_id, cwd);
    for (const [role, text] of conversation) {
      update(session_id, { '@type': `${role}_message_text`, text });
    }
    return {};
  },
  async 'session/prompt'({ session_id, prompt }) {
    if (!folders.has(session_id)) throw new Failure(invalidParams('session_id: not found'));
    const words = prompt.map(({ text = '' }) => text).join('');
    peer.remember(session_id, 'user', words);
    const stop_reason = await new Promise((resolve) => {
      turns.set(session_id, resolve);
      Promise.resolve(plays[firstWord(words)]?.(session_id)).then((reason) =>
        resolve(reason ?? 'end_turn'),
      );
    });
    turns.delete(session_id);
    return { stop_reason };
  },
  cancel({ session_id }) {
    turns.get(session_id)?.('cancelled');
    return {};
  },
  permission_response({ session_id, tool_call_id, option_id }) {
    if (!folders.has(session_id)) throw new Failure(invalidParams('session_id: not found'));
    decisions.get(tool_call_id)?.(option_id);
    return {};
  },
};

const plays = {
  say(id) {
    update(id, { '@type': 'agent_thought_text', text: 'Hm.' });
    say(id, ...pieces);
    update(id, {
      '@type': 'plan_update',
      entries: [{ content: 'Count', priority: 'high', status: 'completed' }],
    });
  },
  tool(id) {
    const call = started(id, 'read notes.txt', 'read');
    readFileSync(join(folders.get(id), 'notes.txt'));
    ended(id, call);
  },
  edit(id) {
    const call = started(id, 'write notes.txt', 'edit');
    writeFileSync(join(folders.get(id), 'notes.txt'), 'after\n');
    ended(id, call);
  },
  shell(id) {
    ended(id, started(id, `cat ${join(folders.get(id), 'notes.txt')}`, 'execute'));
  },
  async ask(id) {
    const tool_call_id = started(id, 'terminal', 'execute');
    const decided = new Promise((resolve) => decisions.set(tool_call_id, resolve));
    update(id, {
      '@type': 'permission_request',
      tool_call_id,
      title: 'terminal',
      arguments: 'ls -la',
      permission_options: [
        { id: 'approve', title: 'Approve', is_primary: true },
        { id: 'reject', title: 'Reject' },
      ],
    });
    const isAllowed = (await decided) === 'approve';
    ended(id, tool_call_id, isAllowed ? 'completed' : 'failed');
    say(id, isAllowed ? 'Allowed.' : 'Rejected.');
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
    peer.sendLine('Traceback (most recent call last):');
    peer.sendLine('{"jsonrpc":"2.0","method":');
    update(id, 'nothing');
    update(id, { '@type': 'tool_call_start' });
    send({ method: 'session/update', params: { update: {} } });
    send({ id: 999_999, result: {} });
    peer.send({ no: 'version' });
    say(id, 'Still here.');
  },
  tired: () => tired,
  unknown(id) {
    update(id, { '@type': 'weather_report', sun: true });
    say(id, 'Still here.');
  },
};

function update(sessionId, update) {
  send({ method: 'session/update', params: { sessionId, update } });
}

function say(id, ...texts) {
  for (const text of texts) update(id, { '@type': 'agent_message_text', text });
  peer.remember(id, 'agent', texts.join(''));
}

function started(id, title, kind) {
  const tool_call_id = randomUUID();
  update(id, { '@type': 'tool_call_start', tool_call_id, title, kind, status: 'in_progress' });
  return tool_call_id;
}

function ended(id, tool_call_id, status = 'completed') {
  update(id, { '@type': 'tool_call_update', tool_call_id, status });
}

peer.listen(async ({ id, method, params }) => {
  if (method === undefined || id === undefined) return;
  try {
    const answer = methods[method];
    if (answer === undefined) throw new Failure({ code: -32601, message: 'Method not found' });
    send({ id, result: await answer(params ?? {}) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    send({ id, error: error.error });
  }
});
