#!/usr/bin/env node
import { Peer } from '../peer.mjs';

/** Claude Code's stream by the page about it, in unusual orders and with what may be left out left out. */
const peer = new Peer();
const session_id = '43b5499f-deff-415f-86d3-28f07c44025e';
const send = (message) => peer.send({ ...message, session_id });
const assistant = (...content) =>
  send({ type: 'assistant', message: { role: 'assistant', content } });
const user = (...content) => send({ type: 'user', message: { role: 'user', content } });
const event = (given) => send({ type: 'stream_event', event: given });
const end = (fields = {}) =>
  send({ type: 'result', subtype: 'success', result: '', duration_ms: 1, ...fields });

const plays = {
  orphans() {
    user({ type: 'tool_result', tool_use_id: 'nobody', content: 'error output', is_error: true });
    assistant({ type: 'tool_use', id: 't1', name: 'Juggle', input: {} });
    user({
      type: 'tool_result',
      tool_use_id: 't1',
      content: [
        { type: 'text', text: 'three' },
        { type: 'text', text: 'balls' },
      ],
    });
    user({ type: 'tool_result', tool_use_id: 't1', content: 'again', is_error: false });
    assistant({ type: 'text', text: 'Orphans.' });
    end();
  },
  whole() {
    event({ type: 'message_start' });
    event({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'Said ' } });
    event({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'once.' } });
    event({ type: 'message_stop' });
    assistant({ type: 'text', text: 'Said once.' });
    end({ result: 'Said once.' });
  },
  turns: () => end({ subtype: 'error_max_turns', result: undefined }),
  budget: () => end({ subtype: 'error_max_budget_usd', result: undefined }),
  unheard: () => end({ subtype: 'error_of_a_new_kind', result: 'Something new went wrong' }),
  hook() {
    const hook = { type: 'system', subtype: 'hook_response', hook_name: 'PreToolUse:Bash' };
    send({ ...hook, stdout: '', stderr: 'not allowed', exit_code: 2 });
    assistant({ type: 'text', text: 'Hooked.' }, { type: 'sculpture', marble: true });
    end();
  },
  login() {
    send({
      type: 'system',
      subtype: 'auth_required',
      content: 'Please run /login to authenticate',
    });
  },
};

peer.listen(({ type, message }) => {
  if (type !== 'user') return;
  const { content } = message;
  const words =
    typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
  send({ type: 'system', subtype: 'init', tools: [], model: 'm' });
  plays[words.trim()]?.();
});
