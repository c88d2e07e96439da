#!/usr/bin/env node
import { Peer } from '../peer.mjs';

/** The dialect of `@type` by its page, in its rarer forms. */
const peer = new Peer();
const send = (message) => peer.send({ jsonrpc: '2.0', ...message });
const update = (sessionId, update) =>
  send({ method: 'session/update', params: { sessionId, update } });
const text = (id, words) => update(id, { '@type': 'agent_message_text', text: words });
let decide;
let sessions = 0;

const plays = {
  async permission(id) {
    update(id, {
      '@type': 'permission_request',
      tool_call_id: 'c1',
      title: 'terminal',
      arguments: { command: 'ls -la', nested: { deep: true } },
      permission_options: [
        { id: 'approve', title: 'Approve' },
        { id: 'reject', title: 'Reject', is_primary: true },
      ],
    });
    text(
      id,
      await new Promise((resolve) => {
        decide = resolve;
      }),
    );
  },
  tools(id) {
    update(id, { '@type': 'tool_call_update', tool_call_id: 'unheard', status: 'failed' });
    update(id, {
      '@type': 'tool_call_start',
      tool_call_id: 'c2',
      title: '',
      kind: 'juggle',
      status: 'airborne',
    });
    update(id, { '@type': 'plan_update', entries: [{ content: 'Step' }, {}] });
    text(id, 'Tools.');
  },
};
const ends = { error: 'error', odd: 'sunset' };

peer.listen(async ({ id, method, params }) => {
  if (id === undefined) return;
  switch (method) {
    case 'initialize':
      return send({ id, result: { protocol_version: 1 } });
    case 'session/new':
      return send({ id, result: { sessionId: `s${++sessions}` } });
    case 'permission_response':
      decide?.(params.option_id);
      return send({
        id,
        error: { code: -32602, message: 'Invalid params', data: { errors: ['too late'] } },
      });
    case 'session/prompt': {
      const word = params.prompt
        .map(({ text = '' }) => text)
        .join('')
        .trim();
      await plays[word]?.(params.session_id);
      return send({ id, result: { stop_reason: ends[word] ?? 'end_turn' } });
    }
    default:
      return send({ id, error: { code: -32601, message: 'Method not found', data: 7 } });
  }
});
