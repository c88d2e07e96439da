#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstWord, Peer, pieces, printed, Questions, tired } from './peer.mjs';

/** An agent of the dialect "2025.1", from its page alone. */
const peer = new Peer();
const send = (message) => peer.send({ jsonrpc: '2.0', ...message });
const questions = new Questions(send);
const turns = new Map();
const modes = new Map();
let workingDirectory;
let calls = 0;

const errors = {
  notFound: { code: -32001, message: 'Resource not found' },
  invalidState: { code: -32003, message: 'Invalid state' },
  unknown: { code: -32601, message: 'Method not found' },
  invalidParams: { code: -32602, message: 'Invalid params' },
};

class Failure extends Error {
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

const methods = {
  initialize({ protocol_version, client_info, working_directory, mcp_servers }) {
    if (protocol_version !== '2025.1') {
      throw new Failure({ ...errors.invalidParams, message: 'Unsupported protocol version' });
    }
    if (!client_info?.name || !working_directory?.startsWith('/') || !Array.isArray(mcp_servers)) {
      throw new Failure(errors.invalidParams);
    }
    workingDirectory = working_directory;
    return {
      agent_info: { name: 'peer-2025.1', version: '1.0.0' },
      capabilities: {
        streaming: true,
        audio: false,
        image: true,
        supported_modes: ['agent', 'ask'],
      },
      instructions: 'I am an AI coding assistant.',
    };
  },
  authenticate({ type, token }) {
    if (type !== 'token' || !token) throw new Failure(errors.invalidParams);
    return { status: 'ok' };
  },
  'session/new'({ session_id, mode }) {
    if (workingDirectory === undefined) throw new Failure(errors.invalidState);
    if (!session_id || !['agent', 'ask'].includes(mode)) throw new Failure(errors.invalidParams);
    peer.begin(session_id);
    modes.set(session_id, mode);
    return { status: 'ok' };
  },
  'session/load'({ session_id }) {
    const conversation = peer.conversations[session_id];
    if (conversation === undefined) throw new Failure(errors.notFound);
    // The page does not say whether what was said is told again. This agent does.
    for (const [role, text] of conversation) {
      if (role === 'assistant') update(session_id, 'agent_message_chunk', { text });
    }
    return { status: 'ok' };
  },
  async 'session/prompt'({ session_id, content }) {
    if (peer.conversations[session_id] === undefined) throw new Failure(errors.notFound);
    if (!Array.isArray(content)) throw new Failure(errors.invalidParams);
    const words = content.map(({ text = '' }) => text).join('');
    peer.remember(session_id, 'user', words);
    const status = await new Promise((resolve, reject) => {
      turns.set(session_id, resolve);
      const play = async () => plays[firstWord(words)]?.(session_id);
      play().then(resolve, reject);
    });
    turns.delete(session_id);
    return { status: status ?? 'ok' };
  },
};

const plays = {
  say(id) {
    update(id, 'agent_thought_chunk', { text: 'Hm.' });
    say(id, ...pieces);
    update(id, 'plan', {
      steps: [
        { id: 1, description: 'Count', status: 'completed' },
        { id: 2, description: 'Rest', status: 'pending' },
      ],
    });
  },
  async tool(id) {
    const path = join(workingDirectory, 'notes.txt');
    const call = `tool_${++calls}`;
    update(id, 'tool_call', { id: call, name: 'read_file', arguments: { path } });
    const { result } = await questions.ask('fs/read_text_file', { path });
    update(id, 'tool_call_update', { id: call, status: 'completed', result });
  },
  async edit(id) {
    const path = join(workingDirectory, 'notes.txt');
    const call = `tool_${++calls}`;
    update(id, 'tool_call', { id: call, name: 'edit_file', arguments: { path } });
    const { error } = await questions.ask('fs/write_text_file', { path, content: 'after\n' });
    const outcome = error ? { status: 'failed', error } : { status: 'completed', result: {} };
    update(id, 'tool_call_update', { id: call, ...outcome });
  },
  shell(id) {
    const call = `tool_${++calls}`;
    const command = `cat ${join(workingDirectory, 'notes.txt')}`;
    update(id, 'tool_call', { id: call, name: 'run_command', arguments: { command } });
    const result = { content: printed };
    update(id, 'tool_call_update', { id: call, status: 'completed', result });
  },
  async told() {
    const path = join(workingDirectory, 'notes.txt');
    const asked = questions.ask('fs/write_text_file', { path, content: 'after\n' });
    writeFileSync(path, 'after\n');
    await asked;
  },
  deny() {
    throw new Failure({ code: -32002, message: 'Permission denied' });
  },
  resource(id) {
    const uri = 'file:///path/to/file';
    const content = 'file contents...';
    const block = { type: 'resource', uri, mime_type: 'text/plain', content };
    update(id, 'agent_message_chunk', block);
  },
  async command() {
    const { result } = await questions.ask('terminal/create', {
      cwd: workingDirectory,
      command: 'cat notes.txt',
    });
    const about = { terminal_id: result.terminal_id };
    await questions.ask('terminal/wait_for_exit', about);
    await questions.ask('terminal/output', about);
    await questions.ask('terminal/release', about);
  },
  mode(id) {
    say(id, `The mode is ${modes.get(id)}.`);
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
    peer.sendLine('this is not JSON');
    peer.sendLine('{"jsonrpc":"2.0","method":');
    send({ method: 'session/update', params: { session_id: id, type: 7, data: [] } });
    send({ method: 'session/update', params: 'nothing' });
    send({ method: 'session/update', params: { session_id: 'nobody', type: 'plan', data: {} } });
    send({ id: 999_999, result: { nobody: 'asked' } });
    peer.send({ no: 'version' });
    say(id, 'Still here.');
  },
  tired: () => tired,
  unknown(id) {
    update(id, 'weather_report', { sun: true });
    say(id, 'Still here.');
  },
};

function update(session_id, type, data) {
  send({ method: 'session/update', params: { session_id, type, data } });
}

function say(id, ...texts) {
  for (const text of texts) update(id, 'agent_message_chunk', { text });
  peer.remember(id, 'assistant', texts.join(''));
}

async function serve({ id, method, params }) {
  try {
    const answer = methods[method];
    if (answer === undefined) throw new Failure(errors.unknown);
    send({ id, result: await answer(params ?? {}) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    send({ id, error: error.error });
  }
}

peer.listen((message) => {
  if (message.method === undefined) questions.settle(message);
  else if (message.id !== undefined) void serve(message);
  else if (message.method === 'session/cancel') turns.get(message.params.session_id)?.();
});
