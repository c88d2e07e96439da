import { describe, expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { countingIds } from '#test/support/countingIds';
import type { Heard } from '../../heard';
import { ThreadTranslator } from './threadTranslator';

const choices = { models: [], collaborations: [] };
type Message = readonly [method: string, params: object];

function translator(subagent: string | null = null): ThreadTranslator {
  const made = new ThreadTranslator(countingIds(), choices, subagent as AgentSessionId | null);
  made.items.folder = '/work';
  return made;
}

function heard(...messages: readonly Message[]): readonly Heard[] {
  const made = translator();
  return messages.flatMap(([method, params]) => made.translate(method, params as never));
}

const started = (item: object): Message => ['item/started', { item }];
const completed = (item: object): Message => ['item/completed', { item }];
const words = (events: readonly Heard[]) =>
  events.map((event) =>
    event.type === 'message.appended' && event.content.type === 'text'
      ? `${event.role}: ${event.content.text}`
      : event.type,
  );

describe('what is said', () => {
  const piece = (delta: string): Message => ['item/agentMessage/delta', { itemId: 'm', delta }];

  test('comes in pieces, and the whole that follows is not told again', () => {
    const message = { type: 'agentMessage', id: 'm', text: 'Hello' };
    const events = heard(
      started({ ...message, text: '' }),
      piece('Hel'),
      piece('lo'),
      completed(message),
    );
    expect(words(events)).toEqual(['agent: Hel', 'agent: lo']);
  });

  test('is told whole where nothing came in pieces, and completed where one is missing', () => {
    const message = { type: 'agentMessage', id: 'm', text: 'Hello' };
    expect(words(heard(completed(message)))).toEqual(['agent: Hello']);
    expect(words(heard(piece('Hel'), completed(message)))).toEqual(['agent: Hel', 'agent: lo']);
  });

  test('thoughts come in paragraphs', () => {
    const part = (delta: string, summaryIndex: number): Message => [
      'item/reasoning/summaryTextDelta',
      { itemId: 'r', delta, summaryIndex },
    ];
    const events = heard(
      started({ type: 'reasoning', id: 'r', summary: [], content: [] }),
      ['item/reasoning/summaryPartAdded', { itemId: 'r', summaryIndex: 0 }],
      part('O', 0),
      part('ne', 0),
      part('Two', 1),
      completed({ type: 'reasoning', id: 'r', summary: ['One', 'Two'], content: [] }),
    );
    expect(words(events)).toEqual(['thought: O', 'thought: ne', 'thought: \n\nTwo']);
  });

  test('thoughts that are told raw, and whole', () => {
    const raw: Message = [
      'item/reasoning/textDelta',
      { itemId: 'r', delta: 'Hm', contentIndex: 0 },
    ];
    expect(words(heard(raw))).toEqual(['thought: Hm']);
    const item = { type: 'reasoning', id: 'r', summary: [], content: ['Hm', 'so'] };
    expect(words(heard(completed(item)))).toEqual(['thought: Hm\n\nso']);
  });

  test('by the user is ours already', () => {
    const content = [{ type: 'text', text: 'Go' }];
    expect(
      heard(started({ type: 'userMessage', id: 'u', content }), completed({ type: 'userMessage' })),
    ).toEqual([]);
  });

  test('a review is told at its end', () => {
    expect(
      words(
        heard(
          completed({ type: 'enteredReviewMode', id: 'e', review: 'x' }),
          completed({ type: 'exitedReviewMode', id: 'x', review: 'All is well' }),
        ),
      ),
    ).toEqual(['agent: All is well']);
  });
});

describe('commands', () => {
  const item = {
    type: 'commandExecution',
    id: 'c',
    command: "/bin/bash -lc 'cat a.txt'",
    cwd: '/work',
    status: 'inProgress',
    commandActions: [{ type: 'read', command: 'cat a.txt', name: 'a.txt', path: '/work/a.txt' }],
    aggregatedOutput: null,
    exitCode: null,
  };
  const print = (delta: string): Message => [
    'item/commandExecution/outputDelta',
    { itemId: 'c', delta },
  ];

  test('are terminals of the agent', () => {
    const done = { ...item, status: 'completed', aggregatedOutput: 'one\ntwo\n', exitCode: 0 };
    const content = [{ type: 'terminal', terminalId: 'c' }];
    expect(heard(started(item), print('one\n'), completed(done))).toEqual([
      {
        type: 'tool.updated',
        toolCallId: 'c',
        title: 'cat a.txt',
        kind: 'read',
        input: JSON.stringify({ command: item.command, cwd: '/work' }),
        locations: [{ path: '/work/a.txt' }],
        status: 'in_progress',
      },
      {
        type: 'terminal.started',
        terminalId: 'c',
        command: 'cat a.txt',
        args: [],
        cwd: '/work',
        owner: 'agent',
      },
      { type: 'tool.updated', toolCallId: 'c', content },
      { type: 'terminal.data', terminalId: 'c', data: 'one\n' },
      expect.objectContaining({ type: 'tool.updated', status: 'completed' }),
      { type: 'terminal.data', terminalId: 'c', data: 'two\n' },
      {
        type: 'terminal.ended',
        terminalId: 'c',
        exitCode: 0,
        signal: null,
        tail: 'one\ntwo\n',
        truncated: false,
      },
    ]);
  });

  test('that fail, and that were refused', () => {
    const failed = completed({ ...item, status: 'failed', exitCode: 1, aggregatedOutput: 'no' });
    expect(heard(failed)).toMatchObject([
      { status: 'failed' },
      { type: 'terminal.started' },
      { content: [{ type: 'terminal' }] },
      { data: 'no' },
      { exitCode: 1, tail: 'no' },
    ]);
    expect(heard(started(item), completed({ ...item, status: 'declined' }))).toMatchObject([
      { status: 'in_progress' },
      { status: 'failed' },
    ]);
  });

  test('what is typed into them', () => {
    const typed: Message = [
      'item/commandExecution/terminalInteraction',
      { itemId: 'c', processId: '1', stdin: 'yes\n' },
    ];
    expect(heard(started(item), typed).at(-1)).toEqual({
      type: 'terminal.data',
      terminalId: 'c',
      data: 'yes\n',
    });
    expect(heard(print('nobody’s'))).toEqual([]);
  });

  test.each([
    ['ls -la', [{ type: 'listFiles' }], 'ls -la', 'search'],
    ['rg x', [{ type: 'search' }], 'rg x', 'search'],
    ['a; b', [{ type: 'read' }, { type: 'unknown' }], 'a; b', 'execute'],
    ['/usr/bin/zsh -c "make"', [], 'make', 'execute'],
    ["bash -lc 'it'\\''s'", [], "'it'\\''s'", 'execute'],
    ['', [], 'Run a command', 'execute'],
  ])('%s is “%s”', (command, commandActions, title, kind) => {
    expect(heard(started({ ...item, command, commandActions }))).toMatchObject([{ title, kind }]);
  });
});

describe('edits', () => {
  const change = (path: string, kind: object, diff: string) => ({ path, kind, diff });
  const item = (...changes: object[]) => ({
    type: 'fileChange',
    id: 'f',
    changes,
    status: 'inProgress',
  });

  test('are shown as what they make of the files', () => {
    const events = heard(
      started(
        item(
          change('/work/new', { type: 'add' }, 'x\n'),
          change('/work/gone', { type: 'delete' }, 'y\n'),
          change(
            '/work/old',
            { type: 'update', move_path: '/work/moved' },
            '@@ -1 +1 @@\n-a\n+b\n',
          ),
        ),
      ),
    );
    expect(events).toEqual([
      {
        type: 'tool.updated',
        toolCallId: 'f',
        title: 'Edit new, gone, moved',
        kind: 'edit',
        status: 'in_progress',
        content: [
          { type: 'diff', path: '/work/new', before: null, after: 'x\n' },
          { type: 'diff', path: '/work/gone', before: 'y\n', after: null },
          {
            type: 'patch',
            paths: ['/work/old', '/work/moved'],
            patch: '--- /work/old\n+++ /work/moved\n@@ -1 +1 @@\n-a\n+b\n',
          },
        ],
        locations: [{ path: '/work/new' }, { path: '/work/gone' }, { path: '/work/moved' }],
      },
    ]);
  });

  test.each([
    [[change('/work/a', { type: 'add' }, '')], 'Create a', 'edit'],
    [[change('/work/a', { type: 'delete' }, '')], 'Delete a', 'delete'],
    [[change('/work/a', { type: 'update', move_path: '/work/b' }, '')], 'Move b', 'move'],
    [[change('/else/a', { type: 'update', move_path: null }, '')], 'Edit /else/a', 'edit'],
    [[], 'Edit files', 'edit'],
  ])('%o', (changes, title, kind) => {
    expect(heard(started(item(...changes)))).toMatchObject([{ title, kind }]);
  });

  test('change while they are written, and end', () => {
    const changes = [change('/work/a', { type: 'add' }, 'xy')];
    const events = heard(
      started(item(change('/work/a', { type: 'add' }, 'x'))),
      ['item/fileChange/patchUpdated', { itemId: 'f', changes }],
      ['item/fileChange/outputDelta', { itemId: 'f', delta: 'done' }],
      completed({ ...item(...changes), status: 'completed' }),
    );
    expect(events).toMatchObject([
      { content: [{ after: 'x' }] },
      { content: [{ after: 'xy' }] },
      { status: 'completed' },
    ]);
  });

  test('by other means are told at the end of the turn', () => {
    const made = translator();
    const patch = (name: string) =>
      `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b\n`;
    made.translate(
      ...(started(item(change('/work/src/a', { type: 'add' }, 'b'))) as [string, never]),
    );
    made.translate('turn/diff/updated', { diff: patch('src/a') + patch('src/b') });
    expect(made.endTurn('t')).toEqual([
      {
        type: 'tool.updated',
        toolCallId: 'changes-of-t',
        title: 'Other changes of this turn',
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'patch', paths: ['src/b'], patch: patch('src/b') }],
      },
    ]);
    expect(made.endTurn('t')).toEqual([]);
  });
});

describe('other tools', () => {
  const text = (words: string) => ({ type: 'content', content: { type: 'text', text: words } });

  test.each([
    [
      {
        type: 'mcpToolCall',
        server: 'git',
        tool: 'log',
        arguments: { n: 1 },
        result: { content: [{ type: 'text', text: 'x' }] },
      },
      { title: 'git: log', name: 'log', input: '{"n":1}', content: [text('x')] },
    ],
    [
      {
        type: 'mcpToolCall',
        server: 'git',
        tool: 'log',
        status: 'failed',
        error: { message: 'no' },
      },
      { status: 'failed', content: [text('no')] },
    ],
    [
      {
        type: 'mcpToolCall',
        server: 's',
        tool: 't',
        result: {
          content: [
            { type: 'image', data: 'A', mimeType: 'image/png' },
            { type: 'resource_link', uri: 'u' },
            { type: 'odd' },
          ],
        },
      },
      {
        content: [
          { content: { type: 'image' } },
          { content: { type: 'link' } },
          { content: { type: 'unknown' } },
        ],
      },
    ],
    [
      {
        type: 'dynamicToolCall',
        namespace: 'n',
        tool: 't',
        contentItems: [
          { type: 'inputText', text: 'x' },
          { type: 'inputImage', imageUrl: 'data:image/png;base64,AA' },
        ],
      },
      {
        title: 'n: t',
        content: [text('x'), { content: { type: 'image', data: 'AA', mimeType: 'image/png' } }],
      },
    ],
    [
      { type: 'functionCallOutput', name: 'f', output: 'x' },
      { title: 'f', content: [text('x')] },
    ],
    [
      { type: 'webSearch', query: 'q' },
      { title: 'Search the web “q”', kind: 'fetch' },
    ],
    [
      { type: 'webSearch', action: { type: 'openPage', url: 'https://x' } },
      { title: 'Open https://x' },
    ],
    [
      { type: 'imageView', path: '/a.png' },
      { title: 'View /a.png', kind: 'read' },
    ],
    [
      { type: 'imageGeneration', result: 'AA', revisedPrompt: 'a cat' },
      { title: 'a cat', content: [{ content: { type: 'image' } }] },
    ],
    [{ type: 'sleep', durationMs: 1500 }, { title: 'Wait 1.5 s' }],
  ])('%o', (item, fields) => {
    expect(heard(completed({ id: 'i', ...item }))).toMatchObject([{ toolCallId: 'i', ...fields }]);
  });

  test('that tell how far they are', () => {
    const progress: Message = ['item/mcpToolCall/progress', { itemId: 'i', message: 'half' }];
    expect(heard(progress)).toMatchObject([{ toolCallId: 'i', content: [text('half')] }]);
  });
});

describe('plans', () => {
  test('of steps', () => {
    const plan = [
      { step: 'one', status: 'completed' },
      { step: 'two', status: 'inProgress' },
      { step: 'three', status: 'pending' },
      { status: 'pending' },
    ];
    const item = { priority: 'medium' };
    expect(heard(['turn/plan/updated', { plan, explanation: null }])).toEqual([
      {
        type: 'plan.updated',
        planId: 'plan',
        body: {
          type: 'items',
          items: [
            { ...item, content: 'one', status: 'completed' },
            { ...item, content: 'two', status: 'in_progress' },
            { ...item, content: 'three', status: 'pending' },
          ],
        },
      },
    ]);
  });

  test('that are written out are told now and then, and at the end', () => {
    const made = translator();
    const piece = 'x'.repeat(50);
    let told = 0;
    for (let index = 0; index < 200; index++) {
      told += made.translate('item/plan/delta', { itemId: 'p', delta: piece }).length;
    }
    expect(told).toBeGreaterThan(2);
    // Each telling is the whole of it: all of them together stay within a few times its length.
    expect(told).toBeLessThan(20);
    expect(
      made.translate('item/completed', { item: { type: 'plan', id: 'p', text: 'All' } }),
    ).toEqual([{ type: 'plan.updated', planId: 'p', body: { type: 'markdown', text: 'All' } }]);
  });
});

describe('subagents', () => {
  test('at work', () => {
    const item = {
      type: 'collabAgentToolCall',
      id: 'i',
      tool: 'spawnAgent',
      status: 'completed',
      receiverThreadIds: ['child'],
      prompt: 'Look around\nplease',
      agentsStates: { child: { status: 'running', message: null } },
    };
    expect(heard(completed(item))).toMatchObject([
      { toolCallId: 'i', title: 'Start a subagent: Look around', kind: 'think' },
      { type: 'subagent.updated', subagent: 'child', state: 'running', title: 'Look around' },
    ]);
    const activity = { type: 'subAgentActivity', id: 'a', agentThreadId: 'child', agentPath: 'p' };
    expect(heard(completed({ ...activity, kind: 'completed' }))).toEqual([
      { type: 'subagent.updated', subagent: 'child', state: 'completed', title: 'p' },
    ]);
  });

  test('are named in all that they do, and their settings are not the session’s', () => {
    const made = translator('child');
    const command = { type: 'commandExecution', id: 'c', command: 'ls', cwd: '/' };
    const events = [
      ...made.translate('item/agentMessage/delta', { itemId: 'm', delta: 'x' }),
      ...made.translate('item/started', { item: command }),
      ...made.translate('item/completed', { item: { ...command, exitCode: 0 } }),
      ...made.translate('turn/plan/updated', { plan: [] }),
      ...made.translate('thread/name/updated', { threadName: 'x' }),
      ...made.translate('thread/tokenUsage/updated', { tokenUsage: { modelContextWindow: 1 } }),
    ];
    expect(events).toMatchObject([
      { type: 'message.appended', subagent: 'child' },
      { toolCallId: 'child/c', subagent: 'child' },
      { toolCallId: 'child/c', subagent: 'child' },
      { type: 'terminal.started', terminalId: 'child/c' },
      { toolCallId: 'child/c', subagent: 'child', content: [{}] },
      { type: 'terminal.ended' },
      { type: 'plan.updated', planId: 'child/plan' },
    ]);
  });
});

describe('what is said of the thread', () => {
  test('memory that is shortened', () => {
    const item = { type: 'contextCompaction', id: 'x' };
    expect(heard(started(item), completed(item), ['thread/compacted', {}])).toEqual([
      { type: 'compaction.updated', compactionId: 'x', status: 'in_progress' },
      { type: 'compaction.updated', compactionId: 'x', status: 'completed' },
      { type: 'compaction.updated', compactionId: 'not_1', status: 'completed' },
    ]);
  });

  test('usage', () => {
    const counts = (totalTokens: number, inputTokens: number) => ({
      totalTokens,
      inputTokens,
      cachedInputTokens: 10,
      outputTokens: totalTokens - inputTokens,
      reasoningOutputTokens: 1,
    });
    const made = translator();
    const usage = (total: object, last: object) =>
      made.translate('thread/tokenUsage/updated', {
        tokenUsage: { total, last, modelContextWindow: 1_000 },
      });
    expect(usage(counts(500, 400), counts(100, 80))).toEqual([
      { type: 'usage.updated', usage: { used: 100, size: 1_000 } },
    ]);
    expect(made.usage.turn).toMatchObject({ totalTokens: 100, inputTokens: 70, outputTokens: 20 });
    made.beginTurn();
    usage(counts(650, 500), counts(150, 100));
    expect(made.usage.turn).toMatchObject({ totalTokens: 150, inputTokens: 100, outputTokens: 50 });
    expect(translator().usage.turn).toBeNull();
  });

  test('titles and settings', () => {
    const threadSettings = {
      approvalPolicy: 'never',
      sandboxPolicy: { type: 'dangerFullAccess' },
      model: 'm',
      effort: 'high',
    };
    expect(
      heard(
        ['thread/name/updated', { threadName: 'T' }],
        ['thread/settings/updated', { threadSettings }],
      ),
    ).toMatchObject([
      { type: 'session.titled', title: 'T', by: 'agent' },
      { type: 'modes.updated', current: 'full-access' },
      { type: 'options.updated', options: [{ id: 'model', value: 'm' }] },
    ]);
  });

  test('errors that it tries to get over are one note; others end the turn', () => {
    const error = (willRetry: boolean): Message => [
      'error',
      { error: { message: 'Reconnecting', additionalDetails: 'busy' }, willRetry },
    ];
    expect(heard(error(true), error(true), error(false))).toMatchObject([
      { noteId: 'not_1', title: 'Reconnecting', description: 'busy', severity: 'warning' },
      { noteId: 'not_1' },
    ]);
  });

  test('warnings are told once', () => {
    const warning: Message = ['warning', { message: 'Careful' }];
    expect(heard(warning, warning)).toMatchObject([{ type: 'notice.posted', title: 'Careful' }]);
  });

  test.each<[string, object, string]>([
    ['guardianWarning', { message: 'g' }, 'g'],
    ['model/rerouted', { fromModel: 'a', toModel: 'b' }, 'Codex went on with b instead of a.'],
    ['modelProvider/authRecoveryStarted', { message: 'm' }, 'm'],
    ['thread/reverted', {}, 'The conversation was taken back to an earlier point.'],
    [
      'mcpServer/startupStatus/updated',
      { name: 'git', status: 'failed', error: 'e' },
      'The MCP server git did not start.',
    ],
    ['hook/completed', { run: { status: 'failed', eventName: 'stop' } }, 'The hook stop failed.'],
    [
      'hook/completed',
      { run: { status: 'blocked', eventName: 'stop' } },
      'The hook stop stopped this.',
    ],
    [
      'item/autoApprovalReview/completed',
      { review: { status: 'denied' } },
      'Codex’s own review refused an action.',
    ],
    [
      'autoApprovalReview/strictReviewRequired',
      {},
      'Codex reviews each further command of this turn.',
    ],
  ])('%s %o is a note', (method, params, title) => {
    expect(heard([method, params])).toMatchObject([{ type: 'notice.posted', title }]);
  });

  test.each([
    'thread/started',
    'thread/status/changed',
    'thread/readState/changed',
    'thread/goal/cleared',
    'thread/queue/changed',
    'thread/closed',
    'turn/started',
    'turn/completed',
    'turn/moderationMetadata',
    'serverRequest/resolved',
    'rawResponseItem/completed',
    'hook/started',
    'thread/realtime/started',
  ])('%s says nothing', (method) => {
    expect(heard([method, {}])).toEqual([]);
  });

  test('what is not known is kept', () => {
    expect(
      heard(['thread/telepathy', { x: 1 }], started({ type: 'telepathy', id: 'i' })),
    ).toMatchObject([
      { type: 'unknown.received', label: 'thread/telepathy', raw: '{"x":1}' },
      { type: 'unknown.received', label: 'item/started/telepathy' },
    ]);
  });
});
