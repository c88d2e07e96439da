import { expect, test } from 'vitest';
import type { SessionEvent } from '#shared/session/events';
import { countingIds } from '#test/support/countingIds';
import { mutationsOf } from '#test/support/mutations';
import { Acp2025Translator } from './acp2025Translator';

const session_id = 'abc123';

/** Every update of the specification, and its events. */
const updates: readonly [name: string, params: object, events: readonly object[]][] = [
  [
    'a message chunk',
    { session_id, type: 'agent_message_chunk', data: { text: "I'll help you fix that bug." } },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'agent',
        content: { type: 'text', text: "I'll help you fix that bug." },
      },
    ],
  ],
  [
    'a resource with its text under content',
    {
      session_id,
      type: 'agent_message_chunk',
      data: {
        type: 'resource',
        uri: 'file:///path/to/file',
        mime_type: 'text/plain',
        content: 'file contents...',
      },
    },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'agent',
        content: {
          type: 'resource',
          uri: 'file:///path/to/file',
          mimeType: 'text/plain',
          text: 'file contents...',
        },
      },
    ],
  ],
  [
    'a resource of the other form',
    {
      session_id,
      type: 'agent_message_chunk',
      data: { content: { type: 'resource', resource: { uri: 'file:///f', text: 'words' } } },
    },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'agent',
        content: { type: 'resource', uri: 'file:///f', text: 'words' },
      },
    ],
  ],
  [
    'a plain text under content',
    { session_id, type: 'agent_message_chunk', data: { content: 'words' } },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'agent',
        content: { type: 'text', text: 'words' },
      },
    ],
  ],
  [
    'an image of the other form',
    {
      session_id,
      type: 'agent_message_chunk',
      data: { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'agent',
        content: { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      },
    ],
  ],
  [
    'a thought chunk',
    { session_id, type: 'agent_thought_chunk', data: { text: 'Analyzing the code structure...' } },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'thought',
        content: { type: 'text', text: 'Analyzing the code structure...' },
      },
    ],
  ],
  [
    'a tool call',
    {
      session_id,
      type: 'tool_call',
      data: {
        id: 'tool_1',
        name: 'read_file',
        arguments: { path: '/home/user/project/main.rs' },
      },
    },
    [
      {
        type: 'tool.updated',
        toolCallId: 'tool_1',
        name: 'read_file',
        title: 'read_file: /home/user/project/main.rs',
        kind: 'read',
        status: 'in_progress',
        input: '{"path":"/home/user/project/main.rs"}',
        locations: [{ path: '/home/user/project/main.rs' }],
      },
    ],
  ],
  [
    'the result of a tool call',
    {
      session_id,
      type: 'tool_call_update',
      data: { id: 'tool_1', status: 'completed', result: { content: 'file contents...' } },
    },
    [
      {
        type: 'tool.updated',
        toolCallId: 'tool_1',
        status: 'completed',
        output: '{"content":"file contents..."}',
        content: [{ type: 'content', content: { type: 'text', text: 'file contents...' } }],
      },
    ],
  ],
  [
    'a plan',
    {
      session_id,
      type: 'plan',
      data: {
        steps: [
          { id: 1, description: 'Read the file', status: 'completed' },
          { id: 2, description: 'Identify the bug', status: 'in_progress' },
          { id: 3, description: 'Fix the bug', status: 'pending' },
        ],
      },
    },
    [
      {
        type: 'plan.updated',
        planId: 'plan',
        body: {
          type: 'items',
          items: [
            { content: 'Read the file', priority: 'medium', status: 'completed' },
            { content: 'Identify the bug', priority: 'medium', status: 'in_progress' },
            { content: 'Fix the bug', priority: 'medium', status: 'pending' },
          ],
        },
      },
    ],
  ],
  [
    'a picture',
    {
      session_id,
      type: 'agent_message_chunk',
      data: { type: 'image', format: 'png', data: 'AAAA' },
    },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'agent',
        content: { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      },
    ],
  ],
  [
    'every other block',
    {
      session_id,
      type: 'agent_message_chunk',
      data: {
        content: [
          { type: 'text', text: 'Hello, world!' },
          { type: 'audio', format: 'wav', data: 'AAAA' },
          { type: 'resource', uri: 'file:///a', mime_type: 'text/plain', content: 'contents' },
          { type: 'resource_link', uri: 'file:///path/to/b', mime_type: 'text/plain' },
          { type: 'hologram', depth: 3 },
        ],
      },
    },
    [
      { type: 'text', text: 'Hello, world!' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource', uri: 'file:///a', mimeType: 'text/plain', text: 'contents' },
      { type: 'link', uri: 'file:///path/to/b', name: 'b', mimeType: 'text/plain' },
      { type: 'unknown', label: 'hologram', raw: '{"type":"hologram","depth":3}' },
    ].map((content) => ({ type: 'message.appended', messageId: 'msg_1', role: 'agent', content })),
  ],
  [
    'a failed tool call',
    { session_id, type: 'tool_call_update', data: { id: 4, error: { message: 'No such file' } } },
    [
      {
        type: 'tool.updated',
        toolCallId: '4',
        status: 'failed',
        output: '{"message":"No such file"}',
        content: [{ type: 'content', content: { type: 'text', text: 'No such file' } }],
      },
    ],
  ],
  [
    'something unknown',
    { session_id, type: 'weather', data: { sun: true } },
    [{ type: 'unknown.received', noteId: 'not_1', label: 'weather', raw: '{"sun":true}' }],
  ],
  [
    'something malformed',
    { session_id, type: 'plan', data: { steps: 'none' } },
    [{ type: 'unknown.received', noteId: 'not_1', label: 'plan', raw: '{"steps":"none"}' }],
  ],
  [
    'something without data',
    { session_id, type: 'plan' },
    [
      {
        type: 'unknown.received',
        noteId: 'not_1',
        label: 'plan',
        raw: '{"session_id":"abc123","type":"plan"}',
      },
    ],
  ],
  [
    'no type',
    { session_id },
    [{ type: 'invalid', method: 'session/update', message: 'type must be a string' }],
  ],
];

test.each(updates)('%s', (_, params, events) => {
  expect(new Acp2025Translator(countingIds()).translate(params)).toEqual(events);
});

test('a message continues until something else comes, and ends with its turn', () => {
  const translator = new Acp2025Translator(countingIds());
  const say = (type: string, data: object) => translator.translate({ session_id, type, data });
  const ids = [
    say('agent_message_chunk', { text: 'a' }),
    say('agent_message_chunk', { text: 'b' }),
    say('agent_thought_chunk', { text: 'c' }),
    say('agent_message_chunk', { text: '' }),
    say('agent_message_chunk', { text: 'd' }),
    say('tool_call', { id: 't', name: 'x' }),
    say('agent_message_chunk', { text: 'e' }),
  ]
    .flat()
    .flatMap((event) => (event.type === 'message.appended' ? [event.messageId] : []));
  expect(ids).toEqual(['msg_1', 'msg_1', 'msg_2', 'msg_3', 'msg_4']);
  translator.beginTurn();
  const [next] = say('agent_message_chunk', { text: 'f' });
  expect((next as Extract<SessionEvent, { type: 'message.appended' }>).messageId).toBe('msg_5');
});

test('an id that is reused in a later turn is another call', () => {
  const translator = new Acp2025Translator(countingIds());
  const call = { session_id, type: 'tool_call', data: { id: 't', name: 'x' } };
  expect(translator.translate(call)).toMatchObject([{ toolCallId: 't' }]);
  translator.beginTurn();
  expect(translator.translate(call)).toMatchObject([{ toolCallId: 't#1' }]);
});

test('malformed updates never make it throw', () => {
  const translator = new Acp2025Translator(countingIds());
  for (const [, params] of updates) {
    for (const { value } of mutationsOf(params)) {
      expect(Array.isArray(translator.translate(value))).toBe(true);
    }
  }
});

test('a status that nobody knows is kept beside its call', () => {
  const made = new Acp2025Translator(countingIds());
  made.translate({ session_id, type: 'tool_call', data: { id: 't', name: 'x' } });
  expect(
    made.translate({ session_id, type: 'tool_call_update', data: { id: 't', status: 'airborne' } }),
  ).toMatchObject([{ type: 'unknown.received', raw: expect.stringContaining('airborne') }]);
});
