import { expect, test } from 'vitest';
import type { ContentBlock } from '#shared/session/content';
import { countingIds } from '#test/support/countingIds';
import { mutationsOf } from '#test/support/mutations';
import { chunkFromWire, messageFromWire, readCreated, readEntries, readThreads } from './entries';
import { promptToWire } from './prompts';
import { ThreadTranslator } from './threadTranslator';

const text = (words: string): ContentBlock => ({ type: 'text', text: words });

const entries = [
  { type: 'message', role: 'user', chunks: [{ type: 'text', chunk: 'Hello, world!' }] },
  { type: 'readFile', path: '/path/to/file.txt', content: 'File content goes here.' },
  {
    type: 'message',
    role: 'assistant',
    chunks: [
      { type: 'text', chunk: 'This is ' },
      { type: 'text', chunk: 'a response.' },
    ],
  },
  { type: 'dance', steps: 3 },
];

test('the entries of a thread become its history', () => {
  const translator = new ThreadTranslator(countingIds(), '/work');
  expect(translator.history(readEntries({ entries }))).toEqual([
    {
      type: 'message.appended',
      messageId: 'msg_1',
      role: 'user',
      content: text('Hello, world!'),
    },
    {
      type: 'tool.updated',
      toolCallId: 'read:not_2',
      title: 'Read /path/to/file.txt',
      kind: 'read',
      status: 'completed',
      locations: [{ path: '/path/to/file.txt' }],
      content: [{ type: 'content', content: text('File content goes here.') }],
    },
    {
      type: 'message.appended',
      messageId: 'msg_3',
      role: 'agent',
      content: text('This is '),
    },
    {
      type: 'message.appended',
      messageId: 'msg_3',
      role: 'agent',
      content: text('a response.'),
    },
    {
      type: 'unknown.received',
      noteId: 'not_4',
      label: 'dance',
      raw: '{"type":"dance","steps":3}',
    },
  ]);
});

test('two messages of the same role stay separate', () => {
  const translator = new ThreadTranslator(countingIds(), '/work');
  const [first] = entries;
  const events = translator.history(readEntries({ entries: [first, first] }));
  expect(events).toMatchObject([{ messageId: 'msg_1' }, { messageId: 'msg_2' }]);
});

test('threads are sessions, with their time in UTC', () => {
  const threads = [
    { id: 'thread-123', title: 'My Conversation', modifiedAt: '2024-07-30T12:00:00Z' },
    { id: 'b', title: 'East', modifiedAt: '2024-07-30T14:00:00.5+02:00' },
    { id: 'c', modifiedAt: 'yesterday' },
    { id: 'd', title: 7, modifiedAt: '2024-99-30T12:00:00Z' },
    { title: 'no id' },
    'no thread',
  ];
  expect(readThreads({ threads }, '/work')).toEqual([
    {
      agentSessionId: 'thread-123',
      cwd: '/work',
      title: 'My Conversation',
      updatedAt: '2024-07-30T12:00:00.000Z',
    },
    { agentSessionId: 'b', cwd: '/work', title: 'East', updatedAt: '2024-07-30T12:00:00.500Z' },
    { agentSessionId: 'c', cwd: '/work', title: null, updatedAt: null },
    { agentSessionId: 'd', cwd: '/work', title: null, updatedAt: null },
  ]);
});

test.each([
  [
    'a text',
    { type: 'text', chunk: 'This is a piece of the message.' },
    text('This is a piece of the message.'),
  ],
  [
    'a future type',
    { type: 'image', url: 'x' },
    { type: 'unknown', label: 'image', raw: '{"type":"image","url":"x"}' },
  ],
  ['no text', { type: 'text' }, null],
  ['no type', { chunk: 'x' }, null],
  ['no chunk', 'x', null],
])('a chunk that is %s', (_, wire, expected) => {
  expect(chunkFromWire(wire)).toEqual(expected);
});

test.each<[ContentBlock, string]>([
  [text('Hello'), 'Hello'],
  [{ type: 'link', uri: 'file:///a', name: 'a' }, 'file:///a'],
  [{ type: 'resource', uri: 'file:///a', text: 'x' }, '```file:///a\nx\n```'],
  [{ type: 'resource', uri: 'file:///a', data: 'AA' }, 'file:///a'],
])('a prompt of %o', (block, chunk) => {
  expect(promptToWire([block])).toEqual([{ type: 'text', chunk }]);
});

test.each<ContentBlock>([
  { type: 'image', data: 'AA', mimeType: 'image/png' },
  { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
  { type: 'unknown', label: 'x', raw: '' },
])('$type cannot be sent', (block) => {
  expect(() => promptToWire([block])).toThrow('does not accept');
});

test.each<[string, readonly string[], string, readonly string[]]>([
  ['was streamed whole', ['Hel', 'lo'], 'Hello', []],
  ['was streamed in part', ['Hel'], 'Hello', ['lo']],
  ['was not streamed', [], 'Hello', ['Hello']],
  ['is another one', ['Bye'], 'Hello', ['Hello']],
])('a message that %s', (_, chunks, whole, expected) => {
  const translator = new ThreadTranslator(countingIds(), '/work');
  translator.beginTurn('Hi');
  for (const chunk of chunks) translator.chunk(text(chunk));
  const said = translator.message('assistant', [text(whole)]);
  expect(said.map((event) => (event as { content: { text: string } }).content.text)).toEqual(
    expected,
  );
});

test('the app’s own prompt is not shown again when it is echoed', () => {
  const translator = new ThreadTranslator(countingIds(), '/work');
  translator.beginTurn('Hi');
  expect(translator.message('user', [text('Hi')])).toEqual([]);
  expect(translator.message('user', [text('Something else')])).toHaveLength(1);
});

test('malformed entries never make it throw', () => {
  const translator = new ThreadTranslator(countingIds(), '/work');
  for (const { value } of mutationsOf({ entries })) {
    try {
      translator.history(readEntries(value));
    } catch (error) {
      expect(error).toHaveProperty('message', 'entries must be a list');
    }
  }
  for (const { value } of mutationsOf(entries[0])) messageFromWire(value);
  for (const { value } of mutationsOf({ threadId: 'x' })) {
    try {
      readCreated(value);
    } catch (error) {
      expect(error).toHaveProperty('message', 'threadId must be a string');
    }
  }
});
