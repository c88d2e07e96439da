import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConnectionError } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import { codexHarness, models, openCodex, thread, threadId } from '#test/support/codexHarness';
import { countingIds } from '#test/support/countingIds';
import { foldingFails } from '#test/support/foldingFails';
import { mutationsOf } from '#test/support/mutations';
import { propertyRuns } from '#test/support/propertyRuns';
import { framesOf, recordingsOf } from '#test/support/recordings';
import type { Heard } from '../heard';
import { isRecord } from '../json';
import { CodexTranslator } from './translate/codexTranslator';

const id = threadId as AgentSessionId;
const place = { cwd: '/work', additionalDirectories: [] };
const itemId = 'i';
const counts = { totalTokens: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
const item = (type: string, more: object) => ({ threadId, item: { type, id: itemId, ...more } });
const action = { type: 'read', command: 'c', name: 'n', path: '/p' };

/** Each kind of notification with every field that we read. */
const notifications: readonly (readonly [method: string, params: object])[] = [
  ['item/completed', item('agentMessage', { text: 't' })],
  ['item/completed', item('reasoning', { summary: ['s'], content: ['c'] })],
  ['item/completed', item('plan', { text: 't' })],
  [
    'item/started',
    item('commandExecution', {
      command: 'c',
      cwd: '/',
      status: 'inProgress',
      commandActions: [action],
    }),
  ],
  [
    'item/completed',
    item('commandExecution', {
      command: 'c',
      cwd: '/',
      status: 'failed',
      aggregatedOutput: 'o',
      exitCode: 1,
    }),
  ],
  [
    'item/completed',
    item('fileChange', {
      changes: [{ path: '/p', kind: { type: 'update', move_path: '/q' }, diff: 'd' }],
      status: 'completed',
    }),
  ],
  [
    'item/completed',
    item('mcpToolCall', {
      server: 's',
      tool: 't',
      arguments: {},
      result: { content: [{ type: 'text', text: 'x' }] },
      error: null,
    }),
  ],
  [
    'item/completed',
    item('dynamicToolCall', {
      namespace: 'n',
      tool: 't',
      contentItems: [{ type: 'inputImage', imageUrl: 'data:image/png;base64,A' }],
    }),
  ],
  [
    'item/completed',
    item('collabAgentToolCall', {
      tool: 'spawnAgent',
      prompt: 'p',
      receiverThreadIds: ['c'],
      agentsStates: { c: { status: 's' } },
    }),
  ],
  [
    'item/completed',
    item('subAgentActivity', { kind: 'started', agentThreadId: 'c', agentPath: 'p' }),
  ],
  ['item/completed', item('webSearch', { query: 'q', action: { type: 'openPage', url: 'u' } })],
  ['item/completed', item('imageGeneration', { result: 'r', revisedPrompt: 'p' })],
  ['item/completed', item('contextCompaction', {})],
  ['item/agentMessage/delta', { threadId, itemId, delta: 'd' }],
  ['item/reasoning/summaryTextDelta', { threadId, itemId, delta: 'd', summaryIndex: 0 }],
  ['item/plan/delta', { threadId, itemId, delta: 'd'.repeat(300) }],
  ['item/commandExecution/outputDelta', { threadId, itemId, delta: 'd' }],
  [
    'item/fileChange/patchUpdated',
    { threadId, itemId, changes: [{ path: '/p', kind: { type: 'add' }, diff: 'd' }] },
  ],
  ['item/mcpToolCall/progress', { threadId, itemId, message: 'm' }],
  ['turn/plan/updated', { threadId, plan: [{ step: 's', status: 'pending' }] }],
  ['turn/diff/updated', { threadId, diff: 'diff --git a/x b/x\n+++ b/x\n' }],
  [
    'turn/completed',
    {
      threadId,
      turn: { id: 't', status: 'failed', error: { message: 'm', codexErrorInfo: 'other' } },
    },
  ],
  ['thread/started', { threadId, thread: { id: 'child', parentThreadId: threadId } }],
  [
    'thread/tokenUsage/updated',
    { threadId, tokenUsage: { total: counts, last: counts, modelContextWindow: 1 } },
  ],
  [
    'thread/settings/updated',
    {
      threadId,
      threadSettings: {
        approvalPolicy: 'never',
        sandboxPolicy: { type: 'x' },
        model: 'm',
        effort: 'e',
        collaborationMode: { mode: 'plan' },
      },
    },
  ],
  ['thread/name/updated', { threadId, threadName: 'n' }],
  ['error', { threadId, error: { message: 'm', additionalDetails: 'd' }, willRetry: true }],
  ['warning', { threadId, message: 'm' }],
  ['hook/completed', { threadId, run: { status: 'failed', eventName: 'e', statusMessage: 'm' } }],
  ['account/login/completed', { loginId: 'l', success: true, error: null }],
  ['serverRequest/resolved', { threadId, requestId: 1 }],
];

const requests: readonly (readonly [method: string, params: object])[] = [
  [
    'item/commandExecution/requestApproval',
    {
      threadId,
      itemId,
      command: 'c',
      cwd: '/',
      reason: 'r',
      commandActions: [action],
      availableDecisions: [
        'accept',
        { acceptWithExecpolicyAmendment: { execpolicy_amendment: ['a'] } },
      ],
    },
  ],
  ['item/fileChange/requestApproval', { threadId, itemId, reason: 'r', grantRoot: '/' }],
  [
    'item/permissions/requestApproval',
    { threadId, itemId, permissions: { network: {} }, reason: 'r' },
  ],
  [
    'execCommandApproval',
    { conversationId: threadId, callId: 'c', command: ['c'], cwd: '/', parsedCmd: [action] },
  ],
  [
    'applyPatchApproval',
    {
      conversationId: threadId,
      callId: 'c',
      fileChanges: { '/p': { type: 'update', unified_diff: 'd', move_path: '/q' } },
    },
  ],
  [
    'item/tool/requestUserInput',
    {
      threadId,
      itemId,
      questions: [
        {
          id: 'q',
          header: 'h',
          question: 'q',
          isOther: true,
          options: [{ label: 'l', description: 'd' }],
        },
      ],
    },
  ],
  [
    'mcpServer/elicitation/request',
    {
      threadId,
      mode: 'form',
      serverName: 's',
      message: 'm',
      requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
    },
  ],
];

test.each(notifications)('a malformed %s %# never throws', async (method, params) => {
  const { peer, client, connection } = await openCodex();
  connection.prompt(id, []).catch(() => undefined);
  for (const { value } of mutationsOf(params)) peer.notify(method, value);
  const heard = client.events.length;
  peer.notify('thread/name/updated', { threadId, threadName: 'Still here' });
  expect(client.events.slice(heard)).toEqual([
    { type: 'session.titled', title: 'Still here', by: 'agent' },
  ]);
  expect(foldingFails(client.events)).toBeNull();
});

test.each(requests)('a malformed %s gets one answer', async (method, params) => {
  const { peer } = await openCodex();
  const answers = new Map<unknown, number>();
  const listening = peer.onMessage(({ id: answered, method: asked }) => {
    if (asked === undefined) answers.set(answered, (answers.get(answered) ?? 0) + 1);
  });
  let count = 0;
  for (const { value } of mutationsOf(params)) {
    await peer.request(method, value, `mutation-${count++}`);
  }
  listening.dispose();
  expect([...answers.values()].every((times) => times === 1)).toBe(true);
  expect(answers.size).toBe(count);
});

test.each<[string, object, (open: Awaited<ReturnType<typeof openCodex>>) => unknown]>([
  ['thread/start', thread, ({ connection }) => connection.newSession(place)],
  ['thread/fork', thread, ({ connection }) => connection.forkSession?.(id, place)],
  [
    'thread/resume',
    {
      ...thread,
      thread: { id: 't', turns: [{ items: [{ type: 'agentMessage', id: 'm', text: 't' }] }] },
    },
    ({ connection }) => connection.loadSession?.(id, place),
  ],
  [
    'thread/list',
    { data: [{ id: 't', cwd: '/', name: 'n', preview: 'p', updatedAt: 1 }], nextCursor: null },
    ({ connection }) => connection.listSessions?.(null),
  ],
  ['thread/settings/update', {}, ({ connection }) => connection.setMode?.(id, 'full-access')],
  [
    'account/login/start',
    { type: 'apiKey' },
    ({ connection }) => connection.authenticate?.('api-key', { apiKey: 'k' }),
  ],
  ['turn/steer', { turnId: 't' }, ({ connection }) => connection.steer?.(id, [])],
])('a malformed answer to %s settles the request', async (method, result, ask) => {
  const open = await openCodex();
  const { peer, connection } = open;
  peer.answer('thread/turns/list', { data: [], nextCursor: null });
  if (method === 'turn/steer') connection.prompt(id, []).catch(() => undefined);
  const answers = [
    ...[...mutationsOf(result)].map(({ value }) => ({ result: value })),
    ...[...mutationsOf({ code: -32600, message: 'm' })].map(({ value }) => ({ error: value })),
    {},
  ];
  for (const answer of answers) {
    const answering = peer.leaveOpen(method).onMessage(({ id: asked, method: name }) => {
      if (name !== method) return;
      peer.send({ id: asked, ...answer });
      // Where the answer names no thread, this does.
      peer.notify('thread/started', { thread: { id: 'late' } });
    });
    const settled = await Promise.resolve(ask(open)).catch((error: unknown) => error);
    answering.dispose();
    // Resumes the session, so that this answer does not affect the next round.
    connection.releaseSession(id);
    peer.answer('thread/resume', thread);
    await connection.resumeSession?.(id, place);
    if (method === 'turn/steer') connection.prompt(id, []).catch(() => undefined);
    if (settled instanceof Error) expect(settled).toBeInstanceOf(ConnectionError);
  }
  await setImmediate();
});

test('malformed lists of models never throw', async () => {
  for (const { value } of mutationsOf({ data: models })) {
    const { peer, connect } = codexHarness();
    peer.answer('model/list', () => value);
    const connection = await connect();
    const { events } = await connection.newSession(place);
    expect(foldingFails(events)).toBeNull();
    connection.dispose();
  }
});

test('no mutation of any recorded frame makes the translator throw', () => {
  const frames = recordingsOf('codex')
    .flatMap((name) => framesOf('codex', name))
    .filter(({ dir, msg }) => dir === 'in' && msg.method !== undefined && msg.id === undefined)
    .map(({ msg }) => ({ method: msg.method ?? '', params: msg.params ?? {} }));
  const mutation = fc.constantFrom(...frames).chain(({ method, params }) => {
    const mutated = [...mutationsOf(params)].map(({ value }) => value).filter(isRecord);
    return fc.constantFrom(...mutated).map((value) => ({ method, params: value }));
  });
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 8 }), (sequence) => {
      const choices = { models: [], collaborations: [] };
      const translator = new CodexTranslator(countingIds(), choices);
      const heard: Heard[] = sequence.flatMap(({ method, params }) =>
        translator.translate(method, params),
      );
      expect(foldingFails([...heard, ...translator.endTurn('t')])).toBeNull();
    }),
    { numRuns: propertyRuns(200) },
  );
});
