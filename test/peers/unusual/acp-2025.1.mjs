#!/usr/bin/env node
import { Peer } from '../peer.mjs';

/** The dialect 2025.1 by its page, with its rarer blocks, codes and orders. */
const peer = new Peer();
const send = (message) => peer.send({ jsonrpc: '2.0', ...message });
const update = (session_id, type, data) =>
  send({ method: 'session/update', params: { session_id, type, data } });

const plays = {
  blocks(id) {
    update(id, 'agent_message_chunk', { text: 'Blocks:' });
    update(id, 'agent_message_chunk', { type: 'image', format: 'png', data: 'iVBORw0KGgo=' });
    update(id, 'agent_message_chunk', { type: 'audio', format: 'wav', data: 'UklGRiQAAABXQVZF' });
    update(id, 'agent_message_chunk', {
      type: 'resource_link',
      uri: 'file:///path/to/file',
      mime_type: 'text/plain',
    });
  },
  tools(id) {
    update(id, 'tool_call_update', {
      id: 't1',
      status: 'completed',
      result: 'Only its end was told',
    });
    update(id, 'tool_call', { id: 't2', name: 'juggle' });
    update(id, 'tool_call_update', {
      id: 't2',
      status: 'dropped',
      result: { content: [1, { x: 2 }] },
    });
    update(id, 'plan', {
      steps: [{ id: 'a', description: 'Step', status: 'who knows' }, { description: 'Nameless' }],
    });
    update(id, 'agent_message_chunk', { text: 'Tools.' });
  },
};

const failures = {
  state: { code: -32003, message: 'Invalid state' },
  lacks: { code: -32004, message: 'Capability not supported', data: { capability: 'audio' } },
};

peer.listen(({ id, method, params }) => {
  if (id === undefined) return;
  if (method === 'initialize') {
    return send({ id, result: { agent_info: { name: 'odd', version: '0' }, capabilities: {} } });
  }
  if (method !== 'session/prompt') return send({ id, result: { status: 'ok' } });
  const word = params.content
    .map(({ text = '' }) => text)
    .join('')
    .trim();
  if (failures[word]) return send({ id, error: failures[word] });
  plays[word]?.(params.session_id);
  send({ id, result: { status: 'ok', more: [1] } });
});
