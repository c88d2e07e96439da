import { describe, expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { countingIds } from '#test/support/countingIds';
import { mutationsOf } from '#test/support/mutations';
import { isRecord } from '../../json';
import { DraftTranslator } from '../v2/translate/draftTranslator';
import { UpdateTranslator } from './updateTranslator';

const session = 'session-1' as AgentSessionId;
const text = (value: string) => ({ type: 'text', text: value });

/** Updates that mean the same in both versions. */
const updates: [name: string, update: object, heard: object[]][] = [
  [
    'plan_update',
    { plan: { type: 'markdown', planId: 'p', content: '# Plan' } },
    [{ type: 'plan.updated', planId: 'p', body: { type: 'markdown', text: '# Plan' } }],
  ],
  [
    'plan_update',
    { plan: { type: 'file', planId: 'p', uri: 'file:///plan.md' } },
    [{ type: 'plan.updated', planId: 'p', body: { type: 'file', uri: 'file:///plan.md' } }],
  ],
  [
    'plan_update',
    { plan: { type: 'items', planId: 'p', entries: [] } },
    [{ type: 'plan.updated', planId: 'p', body: { type: 'items', items: [] } }],
  ],
  ['plan_removed', { planId: 'p' }, [{ type: 'plan.removed', planId: 'p' }]],
  [
    'available_commands_update',
    {
      availableCommands: [
        { name: 'web', description: 'Search', input: { hint: 'query' } },
        { name: 'clear', description: 'Start anew', input: null },
        { name: 'bare' },
        { description: 'nameless' },
      ],
    },
    [
      {
        type: 'commands.updated',
        commands: [
          { name: 'web', description: 'Search', hint: 'query' },
          { name: 'clear', description: 'Start anew' },
          { name: 'bare', description: '' },
        ],
      },
    ],
  ],
  [
    'available_commands_update',
    {
      availableCommands: [
        {
          type: 'command',
          name: 'go',
          description: 'Goes',
          input: { type: 'text', hint: 'where' },
        },
      ],
    },
    [
      {
        type: 'commands.updated',
        commands: [{ name: 'go', description: 'Goes', hint: 'where' }],
      },
    ],
  ],
  [
    'session_info_update',
    { title: 'A title', updatedAt: 'now' },
    [{ type: 'session.titled', title: 'A title', by: 'agent' }],
  ],
  ['session_info_update', { title: null }, []],
  ['session_info_update', { _meta: { codex: { threadStatus: {} } } }, []],
  [
    'usage_update',
    { used: 10, size: 100, cost: { amount: 0.5, currency: 'USD' } },
    [
      {
        type: 'usage.updated',
        usage: { used: 10, size: 100, cost: { amount: 0.5, currency: 'USD' } },
      },
    ],
  ],
  [
    'usage_update',
    { used: 10, size: 100, cost: null },
    [{ type: 'usage.updated', usage: { used: 10, size: 100 } }],
  ],
  [
    'notice',
    { severity: 'warning', title: 'Slow', description: 'The model is busy.' },
    [
      {
        type: 'notice.posted',
        noteId: 'not_1',
        severity: 'warning',
        title: 'Slow',
        description: 'The model is busy.',
      },
    ],
  ],
  [
    'notice',
    { severity: 'dire', title: 'New' },
    [{ type: 'notice.posted', noteId: 'not_1', severity: 'info', title: 'New' }],
  ],
  [
    'compaction_update',
    { compactionId: 'c', status: 'completed', summary: [text('a'), text('b')], error: null },
    [
      {
        type: 'compaction.updated',
        compactionId: 'c',
        status: 'completed',
        summary: 'ab',
        error: null,
      },
    ],
  ],
  [
    'compaction_update',
    { compactionId: 'c', status: 'cancelled', summary: null },
    [
      {
        type: 'compaction.updated',
        compactionId: 'c',
        status: 'failed',
        error: 'Cancelled',
        summary: null,
      },
    ],
  ],
  [
    'compaction_summary_chunk',
    { compactionId: 'c', content: text('more') },
    [{ type: 'compaction.updated', compactionId: 'c', summaryAppended: 'more' }],
  ],
  [
    'subagent_update',
    { sessionId: 'child', title: 'Searcher', description: null, state: { state: 'running' } },
    [
      {
        type: 'subagent.updated',
        subagent: 'child',
        title: 'Searcher',
        description: null,
        state: 'running',
      },
    ],
  ],
  [
    'session_message',
    {
      messageId: 'm',
      senderSessionId: 'session-1',
      recipientSessionId: 'child',
      content: [text('go')],
    },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'user',
        content: text('go'),
        subagent: 'child',
      },
    ],
  ],
  [
    'session_message_chunk',
    { messageId: 'm', content: text('went') },
    [
      {
        type: 'message.appended',
        messageId: 'msg_1',
        role: 'agent',
        content: text('went'),
      },
    ],
  ],
  [
    'from_the_future',
    { payload: 1 },
    [
      {
        type: 'unknown.received',
        noteId: 'not_1',
        label: 'from_the_future',
        raw: '{"sessionUpdate":"from_the_future","payload":1}',
      },
    ],
  ],
];

describe.each([
  ['version 1', UpdateTranslator],
  ['version 2', DraftTranslator],
])('%s', (_, Translator) => {
  const create = (subagent: string | null) =>
    new Translator(countingIds(), session, subagent as AgentSessionId | null);

  test.each(updates)('%s %j', (kind, fields, heard) => {
    expect(create(null).translate({ sessionUpdate: kind, ...fields })).toEqual(heard);
  });

  test('malformed updates are kept or reported, and never throw', () => {
    for (const [sessionUpdate, update] of updates) {
      for (const { value } of mutationsOf({ sessionUpdate, ...update })) {
        if (isRecord(value)) expect(() => create(null).translate(value)).not.toThrow();
      }
    }
  });

  test('updates about a subagent as a whole do not change the session', () => {
    const usage = { sessionUpdate: 'usage_update', used: 1, size: 2 };
    expect(create('child').translate(usage)).toEqual([]);
    const removed = { sessionUpdate: 'plan_removed', planId: 'p' };
    expect(create('child').translate(removed)).toMatchObject([{ planId: 'child/p' }]);
  });

  test('a continued message between sessions is appended, a changed one is a new message', () => {
    const translate = create(null);
    const say = (words: string) =>
      translate.translate({
        sessionUpdate: 'session_message',
        messageId: 'm',
        senderSessionId: 'child',
        content: [text(words)],
      });
    expect(say('one')).toMatchObject([{ messageId: 'msg_1', content: text('one') }]);
    expect(say('one two')).toMatchObject([{ messageId: 'msg_1', content: text(' two') }]);
    expect(say('one two')).toEqual([]);
    expect(say('three')).toMatchObject([{ messageId: 'msg_2', content: text('three') }]);
  });
});
