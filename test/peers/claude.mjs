#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstWord, Peer, pieces, printed, tired } from './peer.mjs';

/** Claude Code 2.1 as it was recorded, as far as the contract asks. */
const peer = new Peer();
const session_id = peer.resumed ?? randomUUID();
const cwd = process.cwd();
/** Questions to the client that are open, by request. */
const questions = new Map();
let turn = null;
let count = 0;
let servers = {};

if (peer.resumed !== undefined && peer.conversations[peer.resumed] === undefined) {
  const errors = [`No conversation found with session ID: ${peer.resumed}`];
  send({ type: 'result', subtype: 'error_during_execution', is_error: true, num_turns: 0, errors });
  process.stderr.write(`${errors[0]}\n`);
  process.exitCode = 1;
} else {
  peer.begin(session_id);
  peer.listen(hear);
}

function send(message) {
  peer.send({ ...message, session_id, uuid: randomUUID() });
}

function hear(message) {
  if (message.type === 'control_request') control(message);
  else if (message.type === 'control_response')
    questions.get(message.response.request_id)?.(message.response.response);
  else if (message.type === 'user') void play(message);
  // Anything else is passed over without a word, as 2.1 does it.
}

function control({ request_id, request }) {
  const answer = (response) =>
    peer.send({ type: 'control_response', response: { subtype: 'success', request_id, response } });
  switch (request.subtype) {
    case 'initialize':
      return answer({
        commands: [],
        agents: [],
        output_style: 'default',
        models: [{ value: 'default', displayName: 'Default', description: 'The default model' }],
        account: { tokenSource: 'none', apiKeySource: 'ANTHROPIC_API_KEY' },
        pid: process.pid,
        claude_code_version: '2.1.325',
        current_permission_mode: 'default',
        session_state: 'idle',
        capabilities: ['ui_surface_v1'],
      });
    case 'get_status':
      return answer({ sections: [{ rows: [{ label: 'Session ID', value: session_id }] }] });
    case 'mcp_set_servers':
      servers = request.servers;
      return answer({ added: Object.keys(servers), removed: [], errors: {} });
    case 'interrupt':
      for (const open of questions.keys()) {
        peer.send({ type: 'control_cancel_request', request_id: open });
      }
      answer({ still_queued: [] });
      return turn?.interrupt();
    default: {
      const error = `Unsupported control request subtype: ${request.subtype}`;
      const response = { subtype: 'error', request_id, error, error_code: 'unsupported_request' };
      return peer.send({ type: 'control_response', response });
    }
  }
}

async function play({ message }) {
  const { content } = message;
  const words =
    typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
  peer.remember(session_id, 'user', words);
  send({
    type: 'system',
    subtype: 'init',
    cwd,
    tools: ['Bash', 'Edit', 'Read', 'Write'],
    mcp_servers: Object.keys(servers).map((name) => ({ name, status: 'connected' })),
    model: 'claude-opus-5-5',
    permissionMode: 'default',
    slash_commands: [],
    apiKeySource: 'ANTHROPIC_API_KEY',
    claude_code_version: '2.1.325',
    capabilities: ['interrupt_receipt_v1'],
  });
  send({ type: 'system', subtype: 'status', status: 'requesting' });
  const interrupted = new Promise((resolve) => {
    turn = { interrupt: () => resolve('interrupted') };
  });
  const outcome = await Promise.race([Promise.resolve(plays[firstWord(words)]?.()), interrupted]);
  turn = null;
  questions.clear();
  if (outcome === 'interrupted') endInterrupted();
  else if (outcome === tired) endWell('', tired);
  else endWell(outcome ?? '');
}

function endWell(result, stop_reason = 'end_turn') {
  send({
    duration_api_ms: 1,
    stop_reason,
    total_cost_usd: 0.001,
    usage: { input_tokens: 120, output_tokens: 20 },
    permission_denials: [],
    terminal_reason: 'completed',
    is_error: false,
    num_turns: 1,
    subtype: 'success',
    result,
    type: 'result',
    duration_ms: 2,
  });
}

function endInterrupted() {
  const text = '[Request interrupted by user]';
  send({
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text }] },
    parent_tool_use_id: null,
  });
  send({
    stop_reason: null,
    total_cost_usd: 0,
    usage: { input_tokens: 0, output_tokens: 0 },
    permission_denials: [],
    terminal_reason: 'aborted_streaming',
    is_error: true,
    num_turns: 2,
    subtype: 'error_during_execution',
    errors: ['[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=null'],
    type: 'result',
    duration_ms: 2,
  });
}

const plays = {
  servers: () => say([], [JSON.stringify(servers)]),
  say: () => say(['Hm.'], pieces),
  async tool() {
    const file_path = join(cwd, 'notes.txt');
    const tool = call('Read', { file_path });
    const content = readFileSync(file_path, 'utf8');
    const file = { filePath: file_path, content, numLines: 1, startLine: 1, totalLines: 1 };
    result(tool, `1\t${content}`, { type: 'text', file });
    return say([], ['Read.']);
  },
  async edit() {
    const file_path = join(cwd, 'notes.txt');
    const input = { file_path, content: 'after\n' };
    const tool = call('Write', input);
    const originalFile = existsSync(file_path) ? readFileSync(file_path, 'utf8') : null;
    const { behavior, message } = await mayUse('Write', input, tool);
    if (behavior !== 'allow') return result(tool, message, `Error: ${message}`, true);
    writeFileSync(file_path, input.content);
    const words = `The file ${file_path} has been updated successfully.`;
    result(tool, words, {
      type: originalFile === null ? 'create' : 'update',
      filePath: file_path,
      content: input.content,
      structuredPatch: [],
      originalFile,
    });
    return say([], ['Written.']);
  },
  async ask() {
    const input = { command: 'ls -la', description: 'List the files' };
    const tool = call('Bash', input);
    const { behavior, message, interrupt } = await mayUse('Bash', input, tool);
    if (behavior === 'allow') {
      result(tool, 'notes.txt', { stdout: 'notes.txt', stderr: '', interrupted: false });
      return say([], ['Allowed.']);
    }
    result(tool, message, `Error: ${message}`, true);
    return interrupt ? 'interrupted' : say([], ['Rejected.']);
  },
  shell() {
    const input = {
      command: `cat ${join(cwd, 'notes.txt')}`,
      description: 'Show the notes',
    };
    const tool = call('Bash', input);
    result(tool, printed, { stdout: printed, stderr: '', interrupted: false });
    return say([], ['Shown.']);
  },
  async question() {
    const options = [{ label: 'Red' }, { label: 'Blue' }];
    const asked = { question: 'Which colour?', header: 'Colour', options, multiSelect: false };
    const input = { questions: [asked] };
    const tool = call('AskUserQuestion', input);
    const { behavior, updatedInput } = await mayUse('AskUserQuestion', input, tool);
    if (behavior !== 'allow') return result(tool, 'No answer', 'Error: No answer', true);
    result(tool, 'Answered', { answers: updatedInput.answers });
    return say([], ['Thanks.']);
  },
  stall() {
    stream([], ['Working']);
    return new Promise(() => undefined);
  },
  crash() {
    stream([], ['Oh']);
    setImmediate(() => process.exit(3));
    return new Promise(() => undefined);
  },
  bad() {
    peer.sendLine('Debugger attached.');
    peer.sendLine('{"type":"assistant","message":');
    send({ type: 'assistant', message: 'nothing' });
    send({ type: 'user', message: { content: 7 } });
    send({ type: 'stream_event', event: { type: 'content_block_delta' } });
    peer.send({ type: 'control_response', response: { request_id: 'nobody' } });
    peer.send({ type: 'control_request', request_id: 'bad', request: { subtype: 'juggle' } });
    return say([], ['Still here.']);
  },
  tired: () => tired,
  unknown() {
    send({ type: 'weather_report', sun: true });
    return say([], ['Still here.']);
  },
};

/** A message in its parts, and then each block of it whole. */
function say(thoughts, texts) {
  const id = stream(thoughts, texts);
  const content = [
    ...(thoughts.length > 0 ? [{ type: 'thinking', thinking: thoughts.join('') }] : []),
    { type: 'text', text: texts.join('') },
  ];
  for (const block of content) assistant(id, block);
  event({ type: 'message_stop' });
  peer.remember(session_id, 'agent', texts.join(''));
  return texts.join('');
}

function stream(thoughts, texts) {
  const id = `msg_peer${++count}`;
  const message = { id, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [] };
  event({ type: 'message_start', message });
  const blocks = [
    ['thinking', 'thinking_delta', 'thinking', thoughts],
    ['text', 'text_delta', 'text', texts],
  ];
  blocks
    .filter(([, , , parts]) => parts.length > 0)
    .forEach(([type, delta, key, parts], index) => {
      event({ type: 'content_block_start', index, content_block: { type, [key]: '' } });
      for (const part of parts) {
        event({ type: 'content_block_delta', index, delta: { type: delta, [key]: part } });
      }
      event({ type: 'content_block_stop', index });
    });
  return id;
}

function event(event) {
  send({ type: 'stream_event', event, parent_tool_use_id: null });
}

function assistant(id, block) {
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content: [block],
    stop_reason: null,
    usage: { input_tokens: 120, output_tokens: 1 },
  };
  send({ type: 'assistant', message, parent_tool_use_id: null });
}

function call(name, input) {
  const id = `toolu_peer${++count}`;
  assistant(`msg_peer${count}`, { type: 'tool_use', id, name, input });
  return id;
}

function mayUse(tool_name, input, tool_use_id) {
  const request_id = randomUUID();
  const request = {
    subtype: 'can_use_tool',
    tool_name,
    display_name: tool_name,
    input,
    tool_use_id,
  };
  return new Promise((resolve) => {
    questions.set(request_id, (decision) => {
      questions.delete(request_id);
      resolve(decision);
    });
    peer.send({ type: 'control_request', request_id, request });
  });
}

function result(tool_use_id, content, tool_use_result, is_error = false) {
  const block = { type: 'tool_result', content, is_error, tool_use_id };
  const message = { role: 'user', content: [block] };
  send({ type: 'user', message, parent_tool_use_id: null, tool_use_result });
}
