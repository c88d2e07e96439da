#!/usr/bin/env node
import { firstWord, Peer } from './peer.mjs';

/**
 * A program that does what the page about Claude Code's stream says and no more: it knows no requests, and
 * takes a prompt as a plain text.
 */
const peer = new Peer();
const session_id = '43b5499f-deff-415f-86d3-28f07c44025d';
const tools = ['Read', 'Edit', 'Bash'];

function send(message) {
  peer.send({ ...message, session_id });
}

const say = (content) => send({ type: 'assistant', message: { role: 'assistant', content } });
const end = (result) => send({ type: 'result', subtype: 'success', result, duration_ms: 12 });
const delta = (given) =>
  send({ type: 'stream_event', event: { type: 'content_block_delta', delta: given } });

const plays = {
  say() {
    delta({ type: 'thinking_delta', thinking: 'Hm.' });
    for (const text of ['One ', 'two ', 'three.']) delta({ type: 'text_delta', text });
    end('One two three.');
  },
  tool() {
    say([{ type: 'tool_use', id: 'tool_1', name: 'Read', input: { file_path: 'notes.txt' } }]);
    const content = [{ type: 'text', text: 'before' }];
    say([{ type: 'tool_result', tool_use_id: 'tool_1', content, is_error: false }]);
    end('');
  },
  result: () => end('Only at the end.'),
};

// The page does not say when; a program may well begin with it.
send({ type: 'system', subtype: 'init', tools, model: 'claude-opus-4-5-20251101' });
send({
  type: 'system',
  subtype: 'hook_response',
  hook_name: 'SessionStart:startup',
  stdout: 'ready',
  stderr: '',
  exit_code: 0,
});
peer.listen(({ type, message }) => {
  if (type !== 'user') return;
  if (typeof message.content !== 'string') process.exit(4);
  plays[firstWord(message.content)]?.();
});
