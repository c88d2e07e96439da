import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import type { ToolContent } from '#shared/session/content';
import { countingIds } from '#test/support/countingIds';
import { mutationsOf } from '#test/support/mutations';
import { CONTENT_ITEMS } from '../limits';
import { DraftTranslator } from './draftTranslator';

const session = 'session-1' as AgentSessionId;
const text = (value: string) => ({ type: 'text', text: value });
const base64 = (value: string | Uint8Array) => Buffer.from(value).toString('base64');
const translator = () => new DraftTranslator(countingIds(), session);
const said = (role: string, words: string, messageId = 'msg_1') => ({
  type: 'message.appended',
  messageId,
  role,
  content: text(words),
});
const tool = (fields: object) => ({ type: 'tool.updated', toolCallId: 't', ...fields });

const updates: [name: string, update: object, heard: object[]][] = [
  ['user_message_chunk', { messageId: 'm', content: text('hi') }, [said('user', 'hi')]],
  ['agent_message_chunk', { messageId: 'm', content: text('hi') }, [said('agent', 'hi')]],
  ['agent_thought_chunk', { messageId: 'm', content: text('hm') }, [said('thought', 'hm')]],
  ['user_message', { messageId: 'm', content: [text('hi')] }, [said('user', 'hi')]],
  [
    'agent_message',
    { messageId: 'm', content: [text('a'), text('b')] },
    [said('agent', 'a'), said('agent', 'b')],
  ],
  ['agent_thought', { messageId: 'm' }, []],
  ['tool_call_update', { toolCallId: 't' }, [tool({ status: 'pending' })]],
  [
    'tool_call_update',
    {
      toolCallId: 't',
      name: 'edit',
      title: 'Edit a',
      kind: 'edit',
      status: 'paused',
      locations: [{ path: '/a', line: 3 }],
      content: [{ type: 'content', content: text('x') }, { type: 'hologram' }],
      rawInput: { a: 1 },
      rawOutput: 'done',
    },
    [
      tool({
        name: 'edit',
        title: 'Edit a',
        kind: 'edit',
        status: 'in_progress',
        locations: [{ path: '/a', line: 3 }],
        content: [
          { type: 'content', content: text('x') },
          { type: 'unknown', label: 'hologram', raw: '{"type":"hologram"}' },
        ],
        input: '{"a":1}',
        output: 'done',
      }),
    ],
  ],
  [
    'tool_call_content_chunk',
    { toolCallId: 't', content: { type: 'terminal', terminalId: 'x' } },
    [tool({ status: 'pending', content: [{ type: 'terminal', terminalId: 'x' }] })],
  ],
  [
    'terminal_update',
    {
      terminalId: 'x',
      command: 'ls',
      cwd: '/work',
      output: { data: base64('a\n') },
      exitStatus: { exitCode: 0 },
    },
    [
      {
        type: 'terminal.started',
        terminalId: 'x',
        command: 'ls',
        args: [],
        cwd: '/work',
        owner: 'agent',
      },
      { type: 'terminal.data', terminalId: 'x', data: 'a\n' },
      {
        type: 'terminal.ended',
        terminalId: 'x',
        exitCode: 0,
        signal: null,
        tail: 'a\n',
        truncated: false,
      },
    ],
  ],
  [
    'terminal_output_chunk',
    { terminalId: 'x', data: base64('a') },
    [
      {
        type: 'terminal.started',
        terminalId: 'x',
        command: '',
        args: [],
        cwd: '',
        owner: 'agent',
      },
      { type: 'terminal.data', terminalId: 'x', data: 'a' },
    ],
  ],
  [
    'config_option_update',
    { configOptions: [{ configId: 'fast', name: 'Fast', type: 'boolean', currentValue: true }] },
    [
      {
        type: 'options.updated',
        options: [{ id: 'fast', name: 'Fast', type: 'boolean', value: true }],
      },
    ],
  ],
];

test.each(updates)('%s', (sessionUpdate, update, heard) => {
  expect(translator().translate({ sessionUpdate, ...update })).toEqual(heard);
});

test('malformed updates are kept or reported, and never throw', () => {
  for (const [sessionUpdate, update] of updates) {
    for (const { value } of mutationsOf({ sessionUpdate, ...update })) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      expect(() => translator().translate(value as never)).not.toThrow();
    }
  }
});

describe('messages', () => {
  const hear = (translating: DraftTranslator, ...heard: object[]) =>
    heard.flatMap((update) => translating.translate({ ...update }));

  test('chunks of several messages may alternate', () => {
    const chunk = (messageId: string, words: string) => ({
      sessionUpdate: 'agent_message_chunk',
      messageId,
      content: text(words),
    });
    expect(hear(translator(), chunk('a', '1'), chunk('b', '2'), chunk('a', '3'))).toEqual([
      said('agent', '1', 'msg_1'),
      said('agent', '2', 'msg_2'),
      said('agent', '3', 'msg_1'),
    ]);
  });

  test('a message that is sent whole after its chunks is not repeated', () => {
    const chunk = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('One') };
    const whole = (words: string) => ({
      sessionUpdate: 'agent_message',
      messageId: 'm',
      content: [text(words)],
    });
    expect(hear(translator(), chunk, whole('One'), whole('One two'))).toEqual([
      said('agent', 'One'),
      said('agent', ' two'),
    ]);
  });

  test('a changed message is sent again', () => {
    const whole = (words: string) => ({
      sessionUpdate: 'agent_message',
      messageId: 'm',
      content: [text(words)],
    });
    expect(hear(translator(), whole('One'), whole('Two'))).toEqual([
      said('agent', 'One'),
      said('agent', 'Two', 'msg_2'),
    ]);
  });
});

describe('tool calls', () => {
  test('null clears a value', () => {
    const translating = translator();
    translating.translate({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'T' });
    expect(
      translating.translate({
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        title: null,
        name: null,
        kind: null,
        status: null,
        content: null,
        locations: null,
        rawInput: null,
        rawOutput: null,
      }),
    ).toEqual([
      tool({
        title: '',
        name: null,
        kind: 'other',
        status: 'pending',
        content: null,
        locations: null,
        input: null,
        output: null,
      }),
    ]);
  });

  test('all streamed content is delivered by the end, with little repetition', () => {
    const sizes = fc.array(fc.nat({ max: 3_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(sizes, (lengths) => {
        const translating = translator();
        const heard = lengths.flatMap((length) =>
          translating.translate({
            sessionUpdate: 'tool_call_content_chunk',
            toolCallId: 't',
            content: { type: 'content', content: text('x'.repeat(length)) },
          }),
        );
        const told = [...heard, ...translating.settle()].flatMap((event) =>
          event.type === 'tool.updated' && event.content ? [event.content] : [],
        );
        expect(told.at(-1)).toHaveLength(lengths.length);
        expect(translating.settle()).toEqual([]);
        const size = (content: readonly ToolContent[]) => JSON.stringify(content).length;
        const whole = size(told.at(-1) ?? []);
        const all = told.reduce((sum, content) => sum + size(content), 0);
        expect(all).toBeLessThan(6 * whole + 60 * 4_096);
      }),
    );
  });

  test('very long content is truncated', () => {
    const translating = translator();
    const content = { type: 'content', content: text('x') };
    for (let count = 0; count < CONTENT_ITEMS + 5; count++) {
      translating.translate({
        sessionUpdate: 'tool_call_content_chunk',
        toolCallId: 't',
        content,
      });
    }
    const [event] = translating.translate({
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      status: 'completed',
    });
    expect(event?.type === 'tool.updated' && event.content).toHaveLength(CONTENT_ITEMS);
  });
});

describe('terminals', () => {
  test('a character split between chunks is joined', () => {
    const translating = translator();
    const bytes = Buffer.from('é');
    const chunk = (part: Uint8Array) =>
      translating.translate({
        sessionUpdate: 'terminal_output_chunk',
        terminalId: 'x',
        data: base64(part),
      });
    expect(chunk(bytes.subarray(0, 1))).toMatchObject([{ type: 'terminal.started' }]);
    expect(chunk(bytes.subarray(1))).toMatchObject([{ data: 'é' }]);
  });

  test('a replaced output is redrawn', () => {
    const translating = translator();
    const update = (fields: object) =>
      translating.translate({ sessionUpdate: 'terminal_update', terminalId: 'x', ...fields });
    update({ output: { data: base64('old') } });
    expect(update({ output: { data: base64('new') }, exitStatus: {} })).toMatchObject([
      { type: 'terminal.data', data: '\u001bc' },
      { type: 'terminal.data', data: 'new' },
      { type: 'terminal.ended', exitCode: null, signal: null, tail: 'new' },
    ]);
  });
});

describe('questions', () => {
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];

  test('about a tool call include what is known of it', () => {
    const toolCall = { toolCallId: 't', title: 'Edit a', kind: 'edit', content: [] };
    const subject = { type: 'tool_call', toolCall };
    expect(translator().permission({ title: 'May I?', subject, options })).toEqual({
      toolCallId: 't',
      tool: { title: 'Edit a', kind: 'edit', status: 'pending' },
      title: 'May I?',
      options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }],
    });
  });

  test('about a command show it', () => {
    const subject = { type: 'command', command: 'ls', cwd: '/work' };
    const description = 'To look around';
    expect(translator().permission({ title: 'Run?', description, subject, options })).toEqual({
      toolCallId: null,
      tool: { title: 'ls', kind: 'execute', input: '{"command":"ls","cwd":"/work"}' },
      title: 'Run?',
      description,
      options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }],
    });
  });

  test('about something unknown, or nothing, can still be answered', () => {
    expect(translator().permission({ title: 'Sing?', options })).toMatchObject({ tool: {} });
    const subject = { type: 'song', key: 'C' };
    expect(translator().permission({ title: 'Sing?', subject, options })).toMatchObject({
      tool: { input: '{"type":"song","key":"C"}' },
    });
    expect(translator().permission({ title: 'Sing?', options: [] })).toMatch(/no option/);
  });
});

test('a subagent’s calls and messages are marked as its own', () => {
  const child = translator().forSubagent(session, 'child' as AgentSessionId);
  expect(child.translate({ sessionUpdate: 'tool_call_update', toolCallId: 't' })).toEqual([
    { type: 'tool.updated', toolCallId: 'child/t', status: 'pending', subagent: 'child' },
  ]);
  expect(child.translate({ sessionUpdate: 'usage_update', used: 1, size: 2 })).toEqual([]);
});

test('the answer that opens a session contains its settings and commands', () => {
  const availableCommands = [{ type: 'command', name: 'go', description: 'Goes' }];
  const option = { configId: 'fast', name: 'Fast', type: 'boolean', currentValue: false };
  expect(translator().open({ configOptions: [option], availableCommands })).toMatchObject([
    { type: 'options.updated', options: [{ id: 'fast' }] },
    { type: 'commands.updated', commands: [{ name: 'go' }] },
  ]);
  expect(translator().open({})).toEqual([]);
});
