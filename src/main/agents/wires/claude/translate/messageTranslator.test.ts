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

describe('what is said', () => {
  test('comes in pieces, and the whole that follows is not told again', () => {
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

  test('is told whole where nothing came in pieces', () => {
    expect(words(heard(assistant([{ type: 'text', text: 'Hello' }])))).toEqual(['agent: Hello']);
    expect(words(heard(assistant('Hello')))).toEqual(['agent: Hello']);
  });

  test('is told whole when another message came in pieces', () => {
    const events = heard(start('m1'), delta('One', 0), assistant([text('Two')], { id: 'm2' }));
    expect(words(events)).toEqual(['agent: One', 'agent: Two']);
  });

  test('is completed where a piece is missing', () => {
    const events = heard(start('m1'), delta('Hel', 0), assistant([text('Hello')], { id: 'm1' }));
    expect(words(events)).toEqual(['agent: Hel', 'agent: lo']);
  });

  test('is not repeated where the whole was cut short', () => {
    const cut = { ...assistant([text('Hel')], { id: 'm1' }), aborted: true };
    expect(words(heard(start('m1'), delta('Hello', 0), cut))).toEqual(['agent: Hello']);
  });

  test('is told apart by old versions that name neither message nor block', () => {
    const events = heard(
      start(),
      think('Hm'),
      delta('Hello'),
      assistant([thought('Hm'), text('Hello')]),
    );
    expect(words(events)).toEqual(['thought: Hm', 'agent: Hello']);
  });

  test('may be a picture, or something that nobody knows', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'AA==' };
    const events = heard(assistant([{ type: 'image', source }, { type: 'hologram' }]));
    expect(events).toMatchObject([
      { type: 'message.appended', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } },
      { type: 'message.appended', content: { type: 'unknown', label: 'hologram' } },
    ]);
  });

  test('by a subagent names it', () => {
    const parent = { parent_tool_use_id: 'task' };
    const events = heard(
      { ...user([text('Do it')]), ...parent },
      { ...assistant([text('Done'), toolUse('Read', { file_path: '/work/a' })]), ...parent },
    );
    expect(words(events)).toEqual(['user: Do it', 'agent: Done', 'tool.updated']);
    expect(events.every((event) => 'subagent' in event && event.subagent === 'task')).toBe(true);
  });

  test('in the user’s name was not said by the user', () => {
    expect(heard(user([text('[Request interrupted by user]')]), user([], {}))).toEqual([]);
  });

  test('by a command of Claude Code itself is told as its words', () => {
    const output = (said: string) => `<local-command-stdout>${said}</local-command-stdout>`;
    expect(words(heard(user(output('42 tokens'))))).toEqual(['agent: 42 tokens']);
    expect(words(heard(system('local_command_output', { content: 'x' })))).toEqual(['agent: x']);
    // We know that already, having asked for it.
    expect(heard(user(output('Set model to `x`')))).toEqual([]);
  });

  test('for the model alone is not shown', () => {
    expect(heard(assistant([{ type: 'redacted_thinking', data: 'x' }]))).toEqual([]);
  });
});

test('an error of the API is told with the end of the turn, or as a note if it went on', () => {
  const error = {
    ...assistant([text('Overloaded')], { model: '<synthetic>' }),
    error: 'overloaded',
  };
  expect(heard(error, { type: 'result', is_error: true })).toEqual([]);
  expect(heard(error, { type: 'result' })).toMatchObject([{ title: 'Overloaded' }]);
  expect(translator(error).apiError).toEqual({ kind: 'overloaded', text: 'Overloaded' });
});
