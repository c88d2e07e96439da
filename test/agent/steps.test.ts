import { describe, expect, it } from 'vitest';
import { shareAgent } from './runningAgent';
import type { Json, JsonObject, Step } from './step';

interface Row {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The updates that the client must get, in order; `CWD` stands for the session's folder. */
  readonly updates: readonly JsonObject[];
}

const text = (content: string) => ({ type: 'text', text: content });
const chunk = (content: string) => ({
  sessionUpdate: 'agent_message_chunk',
  content: text(content),
});

const told: readonly Row[] = [
  { name: 'say', steps: [{ say: 'Hi.' }], updates: [chunk('Hi.')] },
  {
    name: 'say in chunks, between characters',
    steps: [{ say: { text: 'ab🙂cd', chunks: 3, messageId: 'm' } }],
    updates: ['ab', '🙂c', 'd'].map((piece) => ({ ...chunk(piece), messageId: 'm' })),
  },
  {
    name: 'think',
    steps: [{ think: 'Hm.' }],
    updates: [{ sessionUpdate: 'agent_thought_chunk', content: text('Hm.') }],
  },
  {
    name: 'user',
    steps: [{ user: 'Before.' }],
    updates: [{ sessionUpdate: 'user_message_chunk', content: text('Before.') }],
  },
  { name: 'echo', steps: [{ echo: true }], updates: [chunk('echo')] },
  {
    name: 'tool',
    steps: [{ tool: { id: 't', title: 'Tool', kind: 'read', content: 'Text' } }],
    updates: [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 't',
        title: 'Tool',
        kind: 'read',
        content: [{ type: 'content', content: text('Text') }],
      },
    ],
  },
  {
    name: 'toolUpdate',
    steps: [{ toolUpdate: { id: 't', status: 'failed', rawOutput: { a: 1 } } }],
    updates: [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        status: 'failed',
        rawOutput: { a: 1 },
      },
    ],
  },
  {
    name: 'diff',
    steps: [{ diff: { path: 'a.txt', before: null, after: 'new' } }],
    updates: [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'diff-a.txt',
        title: 'Edit a.txt',
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'diff', path: 'CWD/a.txt', oldText: null, newText: 'new' }],
        locations: [{ path: 'CWD/a.txt' }],
      },
    ],
  },
  {
    name: 'plan',
    steps: [{ plan: ['One', { content: 'Two', priority: 'high', status: 'completed' }] }],
    updates: [
      {
        sessionUpdate: 'plan',
        entries: [
          { content: 'One', priority: 'medium', status: 'pending' },
          { content: 'Two', priority: 'high', status: 'completed' },
        ],
      },
    ],
  },
  {
    name: 'planUpdate and planRemoved',
    steps: [{ planUpdate: { type: 'markdown', planId: 'p', content: '1.' } }, { planRemoved: 'p' }],
    updates: [
      { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content: '1.' } },
      { sessionUpdate: 'plan_removed', planId: 'p' },
    ],
  },
  {
    name: 'commands',
    steps: [{ commands: [{ name: 'help', description: 'Helps' }] }],
    updates: [
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'help', description: 'Helps' }],
      },
    ],
  },
  {
    name: 'mode',
    steps: [{ mode: 'code' }],
    updates: [{ sessionUpdate: 'current_mode_update', currentModeId: 'code' }],
  },
  {
    name: 'options',
    steps: [{ options: [{ id: 'o' }] }],
    updates: [{ sessionUpdate: 'config_option_update', configOptions: [{ id: 'o' }] }],
  },
  {
    name: 'usage',
    steps: [{ usage: { used: 1, size: 2 } }],
    updates: [{ sessionUpdate: 'usage_update', used: 1, size: 2 }],
  },
  {
    name: 'title',
    steps: [{ title: 'A title' }],
    updates: [{ sessionUpdate: 'session_info_update', title: 'A title' }],
  },
  {
    name: 'notice',
    steps: [{ notice: { severity: 'info', title: 'Mind' } }],
    updates: [{ sessionUpdate: 'notice', severity: 'info', title: 'Mind' }],
  },
  {
    name: 'compaction',
    steps: [{ compaction: { id: 'c', status: 'completed', summary: 'All', append: ' more' } }],
    updates: [
      {
        sessionUpdate: 'compaction_update',
        compactionId: 'c',
        status: 'completed',
        summary: [text('All')],
      },
      { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text(' more') },
    ],
  },
  {
    name: 'subagent',
    steps: [{ subagent: { sessionId: 'helper', title: 'Helper' } }],
    updates: [{ sessionUpdate: 'subagent_update', sessionId: 'helper', title: 'Helper' }],
  },
  { name: 'update', steps: [{ update: { any: [1] } }], updates: [{ any: [1] }] },
  {
    name: 'repeat',
    steps: [
      {
        repeat: {
          over: ['a', 2],
          steps: [{ repeat: { times: 2, steps: [{ say: '{{item}}{{index}} ' }] } }],
        },
      },
    ],
    updates: ['a0 ', 'a1 ', '20 ', '21 '].map(chunk),
  },
  {
    name: 'parallel',
    steps: [{ parallel: [[{ say: 'a' }], [{ say: 'b' }]] }, { say: 'c' }],
    updates: ['a', 'b', 'c'].map(chunk),
  },
  {
    name: 'once',
    steps: [1, 2].map(() => ({
      once: { gate: 'once', steps: [{ say: 'first' }], otherwise: [{ say: 'then' }] },
    })),
    updates: ['first', 'then'].map(chunk),
  },
  { name: 'pause', steps: [{ pause: 1 }, { say: 'later' }], updates: [chunk('later')] },
  { name: 'stop', steps: [{ say: 'a' }, { stop: true }, { say: 'b' }], updates: [chunk('a')] },
  {
    name: 'variables',
    steps: [{ say: '{{prompt}} {{cwd}} {{unknown}} {{repeat ab 3}}' }],
    updates: [chunk('variables CWD {{unknown}} ababab')],
  },
  {
    name: 'shell',
    steps: [
      { shell: 'printf made > made.txt; cat made.txt; exit 3' },
      { say: '{{output}} {{exitCode}}' },
    ],
    updates: [chunk('made 3')],
  },
  {
    name: 'flood',
    steps: [{ flood: { count: 4, kinds: ['say', 'unknown'], bytes: 4 } }],
    updates: [0, 1, 2, 3].map((index) =>
      index % 2 === 0 ? chunk('word') : { sessionUpdate: 'from_the_future', index, text: 'word' },
    ),
  },
];

describe('a step that tells the client something', () => {
  const agent = shareAgent({
    turns: told.map(({ name, steps }) => ({ when: `^${name}$`, steps })),
  });

  it.each(told)('$name', async ({ name, updates }) => {
    const { client, cwd } = agent();
    const sessionId = await agent().newSession();
    expect(await agent().turn(sessionId, name)).toEqual({ stopReason: 'end_turn' });
    const expected = JSON.parse(JSON.stringify(updates).replaceAll('CWD', cwd)) as Json;
    expect(client.updates(sessionId)).toEqual(expected);
  });

  it('is written to the journal before it is played', () => {
    const names = agent()
      .journal.of('step')
      .map(({ name }) => name);
    const start = names.indexOf('once');
    expect(names.slice(start, start + 4)).toEqual(['once', 'say', 'once', 'say']);
    expect(agent().journal.of('broken')).toEqual([]);
  });
});
