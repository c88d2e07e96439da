import { expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { countingIds } from '#test/support/countingIds';
import { UpdateTranslator } from './updateTranslator';

const text = (value: string) => ({ type: 'text', text: value });

function translator(subagent: string | null = null): UpdateTranslator {
  const session = 'session-1' as AgentSessionId;
  return new UpdateTranslator(countingIds(), session, subagent as AgentSessionId | null);
}

const updates: [name: string, update: object, heard: object[]][] = [
  [
    'user_message_chunk',
    { content: text('hi'), messageId: 'm1' },
    [{ type: 'message.appended', messageId: 'msg_1:user:m1', role: 'user', content: text('hi') }],
  ],
  [
    'agent_message_chunk',
    { content: text('hello') },
    [{ type: 'message.appended', messageId: 'msg_1', role: 'agent', content: text('hello') }],
  ],
  [
    'agent_thought_chunk',
    { content: text('hm'), messageId: null },
    [{ type: 'message.appended', messageId: 'msg_1', role: 'thought', content: text('hm') }],
  ],
  [
    'agent_message_chunk',
    { content: { type: 'hologram', beams: 3 } },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'agent',
        content: { type: 'unknown', label: 'hologram', raw: '{"type":"hologram","beams":3}' },
      },
    ],
  ],
  ['agent_message_chunk', { content: text('') }, []],
  [
    'tool_call',
    {
      toolCallId: 't1',
      title: 'Edit a.txt',
      name: 'Edit',
      kind: 'edit',
      status: 'in_progress',
      content: [
        { type: 'diff', path: '/w/a.txt', oldText: 'a', newText: 'b' },
        { type: 'diff', path: '/w/new.txt', oldText: null, newText: 'n' },
        { type: 'diff', path: '/w/empty.txt', oldText: '', newText: 'n', _meta: { kind: 'add' } },
        { type: 'diff', path: '/w/gone.txt', oldText: 'g', newText: '', _meta: { kind: 'delete' } },
        { type: 'content', content: text('done') },
        { type: 'terminal', terminalId: 'term-1' },
        { type: 'chart', bars: 2 },
      ],
      locations: [{ path: '/w/a.txt', line: 3 }, { path: 'b', line: null }, { line: 1 }, 'x'],
      rawInput: { a: [1] },
      rawOutput: 'plain',
    },
    [
      {
        type: 'tool.updated',
        toolCallId: 't1',
        title: 'Edit a.txt',
        name: 'Edit',
        kind: 'edit',
        status: 'in_progress',
        content: [
          { type: 'diff', path: '/w/a.txt', before: 'a', after: 'b' },
          { type: 'diff', path: '/w/new.txt', before: null, after: 'n' },
          { type: 'diff', path: '/w/empty.txt', before: null, after: 'n' },
          { type: 'diff', path: '/w/gone.txt', before: 'g', after: null },
          { type: 'content', content: text('done') },
          { type: 'terminal', terminalId: 'term-1' },
          { type: 'unknown', label: 'chart', raw: '{"type":"chart","bars":2}' },
        ],
        locations: [{ path: '/w/a.txt', line: 3 }, { path: 'b' }],
        input: '{"a":[1]}',
        output: 'plain',
      },
    ],
  ],
  [
    'tool_call',
    { toolCallId: 't1', title: 'Bare' },
    [{ type: 'tool.updated', toolCallId: 't1', title: 'Bare', status: 'pending' }],
  ],
  [
    'tool_call_update',
    { toolCallId: 't1', status: 'completed', content: null, rawInput: null, title: null },
    [{ type: 'tool.updated', toolCallId: 't1', status: 'completed' }],
  ],
  [
    'plan',
    {
      entries: [
        { content: 'a', priority: 'high', status: 'completed' },
        { content: 'b', priority: 'urgent', status: 'maybe' },
        { priority: 'low' },
      ],
    },
    [
      {
        type: 'plan.updated',
        planId: 'plan',
        body: {
          type: 'items',
          items: [
            { content: 'a', priority: 'high', status: 'completed' },
            { content: 'b', priority: 'medium', status: 'pending' },
          ],
        },
      },
    ],
  ],
  [
    'tool_call',
    {
      toolCallId: 't',
      title: 'Write a',
      kind: 'write',
      content: [
        { path: '/a', oldText: null, newText: 'x' },
        { terminalId: 'term' },
        { content: text('y') },
      ],
    },
    [
      {
        type: 'tool.updated',
        toolCallId: 't',
        title: 'Write a',
        kind: 'edit',
        status: 'pending',
        content: [
          { type: 'diff', path: '/a', before: null, after: 'x' },
          { type: 'terminal', terminalId: 'term' },
          { type: 'content', content: text('y') },
        ],
      },
    ],
  ],
  ['current_model_update', { currentModelId: 'm' }, [{ type: 'options.updated', options: [] }]],
  ['current_mode_update', { currentModeId: 'plan' }, [{ type: 'mode.changed', current: 'plan' }]],
  [
    'config_option_update',
    { configOptions: [{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: true }] },
    [
      {
        type: 'options.updated',
        options: [{ id: 'fast', name: 'Fast', type: 'boolean', value: true }],
      },
    ],
  ],
];

test.each(updates)('%s %j', (kind, fields, heard) => {
  expect(translator().translate({ sessionUpdate: kind, ...fields })).toEqual(heard);
});

function idsOf(
  translate: UpdateTranslator,
  steps: readonly (readonly [kind: string, fields: object])[],
): string[] {
  return steps
    .flatMap(([kind, fields]) => translate.translate({ sessionUpdate: kind, ...fields }))
    .flatMap((heard) => (heard.type === 'message.appended' ? [heard.messageId] : []));
}

test('a message without an id lasts until another role speaks', () => {
  const ids = idsOf(translator(), [
    ['agent_message_chunk', { content: text('a') }],
    ['agent_message_chunk', { content: text('b') }],
    ['agent_thought_chunk', { content: text('c') }],
    ['agent_message_chunk', { content: text('d') }],
    ['usage_update', { used: 1, size: 2 }],
    ['agent_message_chunk', { content: text('e') }],
  ]);
  expect(ids).toEqual(['msg_1', 'msg_1', 'msg_2', 'msg_3', 'msg_3']);
});

test('a new tool call ends the message; an update of one does not', () => {
  const ids = idsOf(translator(), [
    ['agent_message_chunk', { content: text('a') }],
    ['tool_call', { toolCallId: 't' }],
    ['agent_message_chunk', { content: text('b') }],
    ['tool_call_update', { toolCallId: 't', status: 'completed' }],
    ['agent_message_chunk', { content: text('c') }],
  ]);
  expect(ids).toEqual(['msg_1', 'msg_2', 'msg_2']);
});

test('a new turn begins a new message', () => {
  const translate = translator();
  const say = ['agent_message_chunk', { content: text('a') }] as const;
  const before = idsOf(translate, [say]);
  translate.beginTurn();
  expect([...before, ...idsOf(translate, [say])]).toEqual(['msg_1', 'msg_2']);
});

test('a message id of the agent is used within the turn, for each role', () => {
  const ids = idsOf(translator(), [
    ['agent_thought_chunk', { content: text('a'), messageId: 'msg_1' }],
    ['agent_message_chunk', { content: text('b'), messageId: 'msg_1' }],
    ['tool_call', { toolCallId: 't' }],
    ['agent_message_chunk', { content: text('c'), messageId: 'msg_1' }],
    ['agent_message_chunk', { content: text('d'), messageId: 'x'.repeat(5_000) }],
  ]);
  const [thought, answer] = ['msg_1:thought:msg_1', 'msg_1:agent:msg_1'];
  expect(ids).toEqual([thought, answer, answer, 'msg_2']);
});

test('an id that is reused in a later turn names another message or call', () => {
  const translate = translator();
  const turn = () => [
    ...translate.translate({
      sessionUpdate: 'agent_message_chunk',
      content: text('a'),
      messageId: 'm',
    }),
    ...translate.translate({ sessionUpdate: 'tool_call', toolCallId: 'call_1' }),
    ...translate.translate({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call_1',
      status: 'completed',
    }),
  ];
  const first = turn();
  translate.beginTurn();
  expect([...first, ...turn()]).toMatchObject([
    { messageId: 'msg_1:agent:m' },
    { toolCallId: 'call_1', status: 'pending' },
    { toolCallId: 'call_1', status: 'completed' },
    { messageId: 'msg_2:agent:m' },
    { toolCallId: 'call_1#1', status: 'pending' },
    { toolCallId: 'call_1#1', status: 'completed' },
  ]);
  expect(translate.toolCallId('call_1')).toBe('call_1#1');
});

test('a call that continues in a later turn stays the same call', () => {
  const translate = translator();
  translate.translate({ sessionUpdate: 'tool_call', toolCallId: 't' });
  translate.beginTurn();
  expect(
    translate.translate({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'failed' }),
  ).toEqual([{ type: 'tool.updated', toolCallId: 't', status: 'failed' }]);
});

test('a terminal whose id is too long to keep is unknown', () => {
  const content = [{ type: 'terminal', terminalId: 'x'.repeat(100_000) }];
  const update = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'T', content };
  expect(translator().translate(update)).toMatchObject([{ content: [{ type: 'unknown' }] }]);
});

test('a late update of a tool call does not reopen it', () => {
  const translate = translator();
  translate.translate({ sessionUpdate: 'tool_call', toolCallId: 't', status: 'completed' });
  const meta = { claudeCode: { toolResponse: {} } };
  expect(
    translate.translate({ sessionUpdate: 'tool_call_update', toolCallId: 't', _meta: meta }),
  ).toEqual([]);
});

test('a subagent’s updates are marked as its own and do not change the session’s settings', () => {
  const child = translator('child');
  expect(
    child.translate({ sessionUpdate: 'agent_message_chunk', content: text('a'), messageId: 'm' }),
  ).toEqual([
    {
      type: 'message.appended',
      messageId: 'msg_1:agent:m',
      role: 'agent',
      content: text('a'),
      subagent: 'child',
    },
  ]);
  expect(child.translate({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'T' })).toEqual([
    {
      type: 'tool.updated',
      toolCallId: 'child/t',
      title: 'T',
      status: 'pending',
      subagent: 'child',
    },
  ]);
  expect(child.translate({ sessionUpdate: 'usage_update', used: 1, size: 2 })).toEqual([]);
  expect(child.translate({ sessionUpdate: 'plan', entries: [] })).toMatchObject([
    { planId: 'child/plan' },
  ]);
});

test('a marker of another mode within an answer is that, and no text', () => {
  const translator = new UpdateTranslator(countingIds(), 'session-1' as AgentSessionId);
  translator.open({ modes: { currentModeId: 'default', availableModes: [{ id: 'yolo' }] } });
  const say = (text: string) =>
    translator.translate({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  expect(say('[MODE_UPDATE] yolo')).toEqual([{ type: 'mode.changed', current: 'yolo' }]);
  expect(say('[MODE_UPDATE] other')).toMatchObject([{ type: 'message.appended' }]);
});

test('a warning before an answer is a notice, and is shown once', () => {
  const told = translator();
  const say = (words: string) =>
    told.translate({ sessionUpdate: 'agent_message_chunk', content: text(words) });
  const warning = 'Warning: Model metadata for `x` not found.\n\n';
  expect(say(warning)).toMatchObject([
    {
      type: 'notice.posted',
      severity: 'warning',
      title: 'Model metadata for `x` not found.',
    },
  ]);
  expect(say('Hello')).toMatchObject([{ type: 'message.appended' }]);
  // Within an answer it is a part of it.
  expect(say(warning)).toMatchObject([{ type: 'message.appended', content: text(warning) }]);
  told.beginTurn();
  expect(say(warning)).toEqual([]);
  expect(say('Warning: mind the gap')).toMatchObject([{ type: 'message.appended' }]);
});

test('an empty list at the end of a call clears nothing, unless the result is elsewhere', () => {
  const told = translator();
  const tool = (fields: object) =>
    told.translate({ sessionUpdate: 'tool_call_update', toolCallId: 'call', ...fields });
  const content = [{ type: 'content', content: text('printed') }];
  tool({ status: 'in_progress', content });
  expect(tool({ content: [] })).toMatchObject([{ content: [] }]);
  tool({ content });
  expect(tool({ status: 'completed', content: [] })).toEqual([
    { type: 'tool.updated', toolCallId: 'call', status: 'completed' },
  ]);
  expect(tool({ status: 'completed', content: [], rawOutput: 'all' })).toEqual([
    { type: 'tool.updated', toolCallId: 'call', status: 'completed', content: [], output: 'all' },
  ]);
});

test('a status that nobody knows is kept beside its call', () => {
  const made = translator();
  made.translate({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'T' });
  expect(
    made.translate({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'airborne' }),
  ).toMatchObject([{ type: 'unknown.received', raw: expect.stringContaining('airborne') }]);
});
