import { describe, expect, test } from 'vitest';
import { completed, heard, type Message, started, translator } from '#test/support/codexMessages';

describe('messages about the thread', () => {
  test('a compaction is shown', () => {
    const item = { type: 'contextCompaction', id: 'x' };
    expect(heard(started(item), completed(item), ['thread/compacted', {}])).toEqual([
      { type: 'compaction.updated', compactionId: 'x', status: 'in_progress' },
      { type: 'compaction.updated', compactionId: 'x', status: 'completed' },
      { type: 'compaction.updated', compactionId: 'not_1', status: 'completed' },
    ]);
  });

  test('usage is reported', () => {
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

  test('titles and settings are updated', () => {
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

  test('errors that Codex retries are one note; others end the turn', () => {
    const error = (willRetry: boolean): Message => [
      'error',
      { error: { message: 'Reconnecting', additionalDetails: 'busy' }, willRetry },
    ];
    expect(heard(error(true), error(true), error(false))).toMatchObject([
      { noteId: 'not_1', title: 'Reconnecting', description: 'busy', severity: 'warning' },
      { noteId: 'not_1' },
    ]);
  });

  test('repeated warnings are shown once', () => {
    const warning: Message = ['warning', { message: 'Careful' }];
    expect(heard(warning, warning)).toMatchObject([{ type: 'notice.posted', title: 'Careful' }]);
  });

  test.each<[string, object, string]>([
    ['guardianWarning', { message: 'g' }, 'g'],
    ['model/rerouted', { fromModel: 'a', toModel: 'b' }, 'Codex continued with b instead of a.'],
    ['modelProvider/authRecoveryStarted', { message: 'm' }, 'm'],
    ['thread/reverted', {}, 'The conversation was rolled back to an earlier point.'],
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
      'Codex’s own review rejected an action.',
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
  ])('%s is ignored', (method) => {
    expect(heard([method, {}])).toEqual([]);
  });

  test('unknown messages are kept', () => {
    expect(
      heard(['thread/telepathy', { x: 1 }], started({ type: 'telepathy', id: 'i' })),
    ).toMatchObject([
      { type: 'unknown.received', label: 'thread/telepathy', raw: '{"x":1}' },
      { type: 'unknown.received', label: 'item/started/telepathy' },
    ]);
  });
});

describe('items without an id', () => {
  test('are shown as unknown, but for text', () => {
    const delta: Message = ['item/agentMessage/delta', { delta: 'Hello' }];
    expect(heard(delta)).toMatchObject([
      { type: 'message.appended', content: { type: 'text', text: 'Hello' } },
    ]);
    expect(heard(started({ type: 'commandExecution', command: 'ls' }))).toMatchObject([
      { type: 'unknown.received', label: 'item/started/commandExecution' },
    ]);
  });

  test('and text that is none are reported', () => {
    expect(heard(['item/agentMessage/delta', { itemId: 'x', delta: 7 }])).toEqual([
      { type: 'invalid', method: 'item/agentMessage/delta', message: 'delta must be a string' },
    ]);
  });
});
