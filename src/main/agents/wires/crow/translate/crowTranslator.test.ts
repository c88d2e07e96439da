import { expect, test } from 'vitest';
import { countingIds } from '#test/support/countingIds';
import { mutationsOf } from '#test/support/mutations';
import { CrowTranslator } from './crowTranslator';

/** Every update of the specification, and the events that it becomes. */
const updates: readonly [name: string, update: object, events: readonly object[]][] = [
  [
    'a thought',
    { '@type': 'agent_thought_text', text: 'The user is asking about...' },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'thought',
        content: { type: 'text', text: 'The user is asking about...' },
      },
    ],
  ],
  [
    'a message',
    { '@type': 'agent_message_text', text: "Here's the answer to your question..." },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'agent',
        content: { type: 'text', text: "Here's the answer to your question..." },
      },
    ],
  ],
  [
    'what the user said, in a replay',
    { '@type': 'user_message_text', text: 'Hello' },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'user',
        content: { type: 'text', text: 'Hello' },
      },
    ],
  ],
  [
    'the start of a tool call',
    {
      '@type': 'tool_call_start',
      tool_call_id: 'uuid',
      title: 'terminal',
      kind: 'execute',
      status: 'in_progress',
    },
    [
      {
        type: 'tool.updated',
        toolCallId: 'uuid',
        title: 'terminal',
        kind: 'execute',
        status: 'in_progress',
      },
    ],
  ],
  [
    'the end of a tool call',
    { '@type': 'tool_call_update', tool_call_id: 'uuid', status: 'completed' },
    [{ type: 'tool.updated', toolCallId: 'uuid', status: 'completed' }],
  ],
  [
    'a tool call with all that ACP has beside it',
    {
      '@type': 'tool_call_update',
      tool_call_id: 'uuid',
      status: 'failed',
      content: [
        'plain',
        { type: 'content', content: { type: 'image', data: 'AA', mime_type: 'image/png' } },
        { type: 'diff', path: '/a', old_text: 'x', new_text: 'y' },
        { type: 'terminal', terminal_id: 't' },
        { type: 'odd' },
      ],
      raw_input: { command: 'ls' },
      raw_output: 'gone',
      locations: [{ path: '/a', line: 3 }],
    },
    [
      {
        type: 'tool.updated',
        toolCallId: 'uuid',
        status: 'failed',
        content: [
          { type: 'content', content: { type: 'text', text: 'plain' } },
          { type: 'content', content: { type: 'image', data: 'AA', mimeType: 'image/png' } },
          { type: 'diff', path: '/a', before: 'x', after: 'y' },
          { type: 'terminal', terminalId: 't' },
          { type: 'unknown', label: 'odd', raw: '{"type":"odd"}' },
        ],
        input: '{"command":"ls"}',
        output: 'gone',
        locations: [{ path: '/a', line: 3 }],
      },
    ],
  ],
  [
    'a plan',
    {
      '@type': 'plan_update',
      entries: [
        { content: 'Analyze the request', priority: 'high', status: 'completed' },
        { content: 'Execute tool: terminal', priority: 'medium', status: 'in_progress' },
      ],
    },
    [
      {
        type: 'plan.updated',
        planId: 'plan',
        body: {
          type: 'items',
          items: [
            { content: 'Analyze the request', priority: 'high', status: 'completed' },
            { content: 'Execute tool: terminal', priority: 'medium', status: 'in_progress' },
          ],
        },
      },
    ],
  ],
  [
    'something unknown',
    { '@type': 'weather', sun: true },
    [
      {
        type: 'unknown.received',
        noteId: 'not_1',
        label: 'weather',
        raw: '{"@type":"weather","sun":true}',
      },
    ],
  ],
  [
    'something malformed',
    { '@type': 'tool_call_start', title: 'no id' },
    [
      {
        type: 'unknown.received',
        noteId: 'not_1',
        label: 'tool_call_start',
        raw: '{"@type":"tool_call_start","title":"no id"}',
      },
    ],
  ],
];

test.each(updates)('%s', (_, update, events) => {
  expect(new CrowTranslator(countingIds()).translate(update)).toEqual(events);
});

test('a value that is not an update is reported', () => {
  expect(new CrowTranslator(countingIds()).translate('hello')).toMatchObject([{ type: 'invalid' }]);
});

const question = {
  '@type': 'permission_request',
  tool_call_id: 'uuid',
  title: 'terminal',
  arguments: 'ls -la',
  permission_options: [
    { id: 'approve', title: 'Approve', is_primary: true },
    { id: 'reject', title: 'Reject' },
    { id: 'allow_always', title: 'Always allow' },
    { id: 'never', title: 'Never' },
    { id: 'later', title: 'Ask me later' },
    { id: 'approve', title: 'Twice' },
  ],
};

test('a question is translated', () => {
  expect(new CrowTranslator(countingIds()).permission(question)).toEqual({
    toolCallId: 'uuid',
    tool: { title: 'terminal', input: 'ls -la', status: 'pending' },
    title: 'terminal',
    description: 'ls -la',
    options: [
      { id: 'approve', name: 'Approve', kind: 'allow_once' },
      { id: 'reject', name: 'Reject', kind: 'reject_once' },
      { id: 'allow_always', name: 'Always allow', kind: 'allow_always' },
      { id: 'never', name: 'Never', kind: 'reject_always' },
      { id: 'later', name: 'Ask me later', kind: 'other' },
    ],
  });
});

test.each([
  [{ ...question, permission_options: 'none' }, 'permission_options must be a list'],
  [{ ...question, permission_options: [] }, 'there is no option to choose'],
  [
    { ...question, permission_options: Array(33).fill({ id: 'a' }) },
    '33 options: at most 32 are allowed',
  ],
])('a question that cannot be shown', (update, reason) => {
  expect(new CrowTranslator(countingIds()).permission(update)).toBe(reason);
});

test('malformed updates never make it throw', () => {
  const translator = new CrowTranslator(countingIds());
  for (const update of [...updates.map(([, update]) => update), question]) {
    for (const { value } of mutationsOf(update)) {
      expect(Array.isArray(translator.translate(value))).toBe(true);
      const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (isRecord) translator.permission(value as Record<string, unknown>);
    }
  }
});

test('a status that nobody knows is kept beside its call', () => {
  const made = new CrowTranslator(countingIds());
  made.translate({ '@type': 'tool_call_start', tool_call_id: 't', title: 'T' });
  expect(
    made.translate({ '@type': 'tool_call_update', tool_call_id: 't', status: 'airborne' }),
  ).toMatchObject([{ type: 'unknown.received', raw: expect.stringContaining('airborne') }]);
});
