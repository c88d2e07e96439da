import { describe, expect, test } from 'vitest';
import {
  assistant,
  delta,
  heard,
  start,
  stream,
  system,
  text,
  think,
  thought,
  toolUse,
  translator,
  user,
} from '#test/support/claudeMessages';
import { words } from '#test/support/heardWords';

describe('messages', () => {
  test('arrive in chunks, and the whole that follows is not repeated', () => {
    const events = heard(
      start('m1'),
      think('Hm', 0),
      assistant([{ type: 'thinking', thinking: 'Hm', signature: 's' }], { id: 'm1' }),
      delta('Hel', 1),
      delta('lo', 1),
      assistant([{ type: 'text', text: 'Hello' }], { id: 'm1' }),
      stream({ type: 'content_block_stop', index: 1 }),
      stream({ type: 'message_stop' }),
    );
    expect(words(events)).toEqual(['thought: Hm', 'agent: Hel', 'agent: lo']);
    const ids = events.map((event) => event.type === 'message.appended' && event.messageId);
    expect(ids).toEqual(['msg_1', 'msg_2', 'msg_2']);
  });

  test('are delivered whole where no chunks arrived', () => {
    expect(words(heard(assistant([{ type: 'text', text: 'Hello' }])))).toEqual(['agent: Hello']);
    expect(words(heard(assistant('Hello')))).toEqual(['agent: Hello']);
  });

  test('are delivered whole when another message arrived in chunks', () => {
    const events = heard(start('m1'), delta('One', 0), assistant([text('Two')], { id: 'm2' }));
    expect(words(events)).toEqual(['agent: One', 'agent: Two']);
  });

  test('are completed where a chunk is missing', () => {
    const events = heard(start('m1'), delta('Hel', 0), assistant([text('Hello')], { id: 'm1' }));
    expect(words(events)).toEqual(['agent: Hel', 'agent: lo']);
  });

  test('are not repeated where the whole is shorter than its chunks', () => {
    const cut = { ...assistant([text('Hel')], { id: 'm1' }), aborted: true };
    expect(words(heard(start('m1'), delta('Hello', 0), cut))).toEqual(['agent: Hello']);
  });

  test('are distinguished in older versions that name neither message nor block', () => {
    const events = heard(
      start(),
      think('Hm'),
      delta('Hello'),
      assistant([thought('Hm'), text('Hello')]),
    );
    expect(words(events)).toEqual(['thought: Hm', 'agent: Hello']);
  });

  test('may be said with the result alone, and are not repeated otherwise', () => {
    const result = { type: 'result', subtype: 'success', result: 'Done' };
    expect(words(heard(result))).toEqual(['agent: Done']);
    expect(words(heard(assistant([thought('Hm')]), result))).toEqual([
      'thought: Hm',
      'agent: Done',
    ]);
    expect(words(heard(assistant([text('Done')]), result))).toEqual(['agent: Done']);
    // Each turn for itself.
    expect(words(heard(assistant([text('Done')]), result, result))).toEqual([
      'agent: Done',
      'agent: Done',
    ]);
    expect(words(heard({ ...result, is_error: true }))).toEqual([]);
  });

  test('may be an image, or of an unknown kind', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'AA==' };
    const events = heard(assistant([{ type: 'image', source }, { type: 'hologram' }]));
    expect(events).toMatchObject([
      { type: 'message.appended', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } },
      { type: 'message.appended', content: { type: 'unknown', label: 'hologram' } },
    ]);
  });

  test('of a subagent name it', () => {
    const parent = { parent_tool_use_id: 'task' };
    const events = heard(
      { ...user([text('Do it')]), ...parent },
      { ...assistant([text('Done'), toolUse('Read', { file_path: '/work/a' })]), ...parent },
    );
    expect(words(events)).toEqual(['user: Do it', 'agent: Done', 'tool.updated']);
    expect(events.every((event) => 'subagent' in event && event.subagent === 'task')).toBe(true);
  });

  test('in the user’s role that the user did not send are not the user’s', () => {
    expect(heard(user([text('[Request interrupted by user]')]), user([], {}))).toEqual([]);
  });

  test('of a Claude Code command are the agent’s messages', () => {
    const output = (said: string) => `<local-command-stdout>${said}</local-command-stdout>`;
    expect(words(heard(user(output('42 tokens'))))).toEqual(['agent: 42 tokens']);
    expect(words(heard(system('local_command_output', { content: 'x' })))).toEqual(['agent: x']);
    // We know that already, having asked for it.
    expect(heard(user(output('Set model to `x`')))).toEqual([]);
  });

  test('for the model alone are not shown', () => {
    expect(heard(assistant([{ type: 'redacted_thinking', data: 'x' }]))).toEqual([]);
  });
});

test('an API error is reported with the end of the turn, or as a note if the turn continued', () => {
  const error = {
    ...assistant([text('Overloaded')], { model: '<synthetic>' }),
    error: 'overloaded',
  };
  expect(heard(error, { type: 'result', is_error: true })).toEqual([]);
  expect(heard(error, { type: 'result' })).toMatchObject([{ title: 'Overloaded' }]);
  expect(translator(error).apiError).toEqual({ kind: 'overloaded', text: 'Overloaded' });
});

describe('what cannot be read', () => {
  test.each([
    ['a message', assistant([7])],
    ['a result', user([null])],
    ['a block of a new kind', user([{ type: 'sculpture' }])],
  ])('is kept as unknown: %s', (_, message) => {
    expect(heard(message)).toMatchObject([{ type: 'unknown.received' }]);
  });

  test.each([
    { type: 'content_block_delta' },
    { type: 'content_block_delta', delta: { type: 'text_delta', text: 7 } },
    { type: 'content_block_delta', delta: { type: 'thinking_delta' } },
    {},
  ])('is reported: the event %j', (event) => {
    expect(heard(stream(event))).toMatchObject([{ type: 'invalid', method: 'stream_event' }]);
  });

  test('events and pieces of other kinds may be ignored: the whole follows', () => {
    const piece = { type: 'content_block_delta', delta: { type: 'signature_delta' } };
    expect(heard(stream({ type: 'ping' }), stream(piece))).toEqual([]);
  });
});
