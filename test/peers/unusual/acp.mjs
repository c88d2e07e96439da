#!/usr/bin/env node
import { Peer } from '../peer.mjs';

/** ACP by its schema: whatever may be left out is left out, and what is rare is done. */
const peer = new Peer();
const send = (message) => peer.send({ jsonrpc: '2.0', ...message });
const sessions = ['one', 'two'];
/** Our questions, by their ids, which are texts, numbers and null. */
const open = new Map();
let cancelled;

const update = (sessionId, sessionUpdate, fields) =>
  send({ method: 'session/update', params: { sessionId, update: { sessionUpdate, ...fields } } });
const chunk = (id, content) => update(id, 'agent_message_chunk', { content });
const say = (id, text) => chunk(id, { type: 'text', text });
const ask = (id, method, params) => {
  send({ id, method, params });
  return new Promise((resolve) => open.set(id, resolve));
};
const end = (id, result) => send({ id, result });

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const plays = {
  blocks(id) {
    say(id, 'Blocks:');
    chunk(id, { type: 'image', data: dot, mimeType: 'image/png' });
    chunk(id, { type: 'audio', data: 'UklGRiQAAABXQVZF', mimeType: 'audio/wav' });
    chunk(id, { type: 'resource_link', uri: 'file:///a%20b.txt', name: 'a b.txt' });
    chunk(id, { type: 'resource', resource: { uri: 'file:///t', text: 'words' } });
    chunk(id, { type: 'resource', resource: { uri: 'file:///b', blob: 'AAEC' } });
    chunk(id, {
      type: 'text',
      text: 'Only for the model.',
      annotations: { audience: ['assistant'] },
    });
  },
  /** The two halves of one character come in two messages. */
  halves(id) {
    peer.sendLine(raw(id, 'Smile \\ud83d'));
    peer.sendLine(raw(id, '\\ude00 \\u202eright to left\\u202c.'));
  },
  async ids(id) {
    const options = [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'yes', name: 'Yes again', kind: 'allow_once' },
      { optionId: 'maybe', name: 'Maybe', kind: 'allow_sometimes' },
    ];
    const toolCall = { toolCallId: 'call' };
    const answers = [];
    for (const name of ['a text', 17, 4_000_000_000]) {
      const { result, error } = await ask(name, 'session/request_permission', {
        sessionId: id,
        toolCall,
        options,
      });
      answers.push(result?.outcome.optionId ?? error?.message);
    }
    say(id, answers.join(' '));
  },
  nothing: () => undefined,
  plans(id) {
    const entries = [{ content: 'Step', priority: 'urgent', status: 'blocked' }];
    update(id, 'plan', { entries });
    update(id, 'plan', { entries: [] });
    update(id, 'current_mode_update', { currentModeId: 'no-such-mode' });
    update(id, 'available_commands_update', {
      availableCommands: [
        { name: 'go', description: 'Goes' },
        { name: 'stop', description: 'Stops', input: { hint: 'when' } },
      ],
    });
    update(id, 'tool_call', {
      toolCallId: 't1',
      title: 'Juggle',
      kind: 'juggle',
      status: 'airborne',
    });
    update(id, 'tool_call_update', { toolCallId: 't2', title: 'Begun by an update' });
    update(id, 'tool_call_update', { toolCallId: 't2', status: 'completed', rawOutput: { n: 1 } });
    say(id, 'Planned.');
  },
  long(id) {
    say(id, 'é😀'.repeat(400_000));
    say(id, 'The end.');
  },
};

const raw = (id, text) =>
  `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${id}","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}}`;

const ends = {
  nothing: {},
  plans: { stopReason: 'tired' },
};

const failures = {
  'fail-text': { code: -32603, message: 'Broken', data: 'in the middle' },
  'fail-list': { code: -32603, message: 'Broken', data: [1, { why: 'x' }] },
  'fail-empty': { code: -32603, message: '' },
  'fail-odd': { code: 42, message: 'Odd', data: null },
};

async function prompt(id, { sessionId, prompt: blocks }) {
  const word = blocks
    .map(({ text = '' }) => text)
    .join('')
    .trim();
  if (failures[word]) return send({ id, error: failures[word] });
  if (word === 'late') {
    say(sessionId, 'Working.');
    await new Promise((resolve) => {
      cancelled = resolve;
    });
    say(sessionId, 'Before the answer.');
    end(id, { stopReason: 'cancelled' });
    return say(sessionId, ' After the answer.');
  }
  await plays[word]?.(sessionId);
  end(id, ends[word] ?? { stopReason: 'end_turn' });
}

peer.listen(({ id, method, params, result, error }) => {
  if (method === undefined) return open.get(id)?.({ result, error });
  switch (method) {
    case 'initialize':
      return end(id, { protocolVersion: 1 });
    case 'session/new': {
      const sessionId = sessions.shift();
      // Before the client can know the session.
      update(sessionId, 'available_commands_update', { availableCommands: [] });
      say(sessionId, 'Welcome.');
      return end(id, { sessionId, modes: null });
    }
    case 'session/prompt':
      return void prompt(id, params);
    case 'session/cancel':
      return cancelled?.();
    default:
      if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
  }
});
