import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConnectionError } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import { openSession } from '#test/support/acpHarness';
import { countingIds } from '#test/support/countingIds';
import { foldingFails } from '#test/support/foldingFails';
import { mutationsOf } from '#test/support/mutations';
import { propertyRuns } from '#test/support/propertyRuns';
import { framesOf, recordingsOf } from '#test/support/recordings';
import type { Heard } from '../heard';
import { isRecord } from '../json';
import { UpdateTranslator } from './translate/updateTranslator';

const sessionId = 'session-1';
const session = sessionId as AgentSessionId;
const text = (words: string) => ({ type: 'text', text: words });
const place = { cwd: '/work', additionalDirectories: [] };

/** Each kind of update with every field that we read. */
const updates: readonly object[] = [
  { sessionUpdate: 'user_message_chunk', content: text('a'), messageId: 'm' },
  {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'image', data: 'AA==', mimeType: 'image/png', uri: 'u' },
  },
  {
    sessionUpdate: 'agent_thought_chunk',
    content: { type: 'resource', resource: { uri: 'u', text: 't', mimeType: 'm' } },
  },
  {
    sessionUpdate: 'tool_call',
    toolCallId: 't',
    title: 'T',
    name: 'N',
    kind: 'edit',
    status: 'pending',
    content: [
      { type: 'content', content: { type: 'resource_link', uri: 'u', name: 'n', size: 1 } },
      { type: 'diff', path: '/p', oldText: 'a', newText: 'b', _meta: { kind: 'add' } },
      { type: 'terminal', terminalId: 'x' },
    ],
    locations: [{ path: '/p', line: 1 }],
    rawInput: { command: 'ls', cwd: '/' },
    rawOutput: { exit_code: 0 },
    _meta: {
      terminal_info: { terminal_id: 'x', cwd: '/' },
      terminal_output: { terminal_id: 'x', data: 'd' },
      terminal_output_delta: { terminal_id: 'x', data: 'd' },
      terminal_exit: { terminal_id: 'x', exit_code: 0, signal: null },
    },
  },
  { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' },
  {
    sessionUpdate: 'plan',
    entries: [{ content: 'c', priority: 'high', status: 'pending' }],
  },
  { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p', entries: [] } },
  { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content: 'c' } },
  { sessionUpdate: 'plan_removed', planId: 'p' },
  {
    sessionUpdate: 'available_commands_update',
    availableCommands: [{ name: 'n', description: 'd', input: { hint: 'h' } }],
  },
  { sessionUpdate: 'current_mode_update', currentModeId: 'm' },
  {
    sessionUpdate: 'config_option_update',
    configOptions: [
      {
        id: 'i',
        name: 'n',
        category: 'mode',
        type: 'select',
        currentValue: 'v',
        options: [{ group: 'g', name: 'G', options: [{ value: 'v', name: 'V' }] }],
      },
      { id: 'b', name: 'B', type: 'boolean', currentValue: true },
    ],
  },
  { sessionUpdate: 'session_info_update', title: 't', updatedAt: 'now' },
  { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1, currency: 'USD' } },
  { sessionUpdate: 'notice', severity: 'info', title: 't', description: 'd' },
  {
    sessionUpdate: 'compaction_update',
    compactionId: 'c',
    status: 'completed',
    summary: [text('s')],
    error: 'e',
  },
  { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text('s') },
  {
    sessionUpdate: 'subagent_update',
    sessionId: 'child',
    title: 't',
    description: 'd',
    state: { state: 'running' },
  },
  {
    sessionUpdate: 'session_message',
    messageId: 'm',
    senderSessionId: 's',
    recipientSessionId: 'r',
    content: [text('c')],
  },
  { sessionUpdate: 'session_message_chunk', messageId: 'm', content: text('c') },
];

const requests: readonly (readonly [method: string, params: object])[] = [
  [
    'session/request_permission',
    {
      sessionId,
      toolCall: { toolCallId: 't', title: 'T', content: [], locations: [], rawInput: {} },
      options: [{ optionId: 'o', name: 'O', kind: 'allow_once' }],
    },
  ],
  ['fs/read_text_file', { sessionId, path: '/p', line: 1, limit: 2 }],
  ['fs/write_text_file', { sessionId, path: '/p', content: 'c' }],
  [
    'terminal/create',
    {
      sessionId,
      command: 'c',
      args: ['a'],
      env: [{ name: 'n', value: 'v' }],
      cwd: '/',
      outputByteLimit: 1,
    },
  ],
  ['terminal/output', { sessionId, terminalId: 't' }],
  ['terminal/wait_for_exit', { sessionId, terminalId: 't' }],
  ['terminal/kill', { sessionId, terminalId: 't' }],
  ['terminal/release', { sessionId, terminalId: 't' }],
  [
    'elicitation/create',
    {
      sessionId,
      toolCallId: 't',
      mode: 'form',
      message: 'm',
      requestedSchema: {
        type: 'object',
        properties: {
          text: { type: 'string', title: 't', format: 'email', minLength: 1, default: 'd' },
          pick: { type: 'string', oneOf: [{ const: 'a', title: 'A', description: 'd' }] },
          many: { type: 'array', items: { enum: ['a'] }, default: ['a'] },
          count: { type: 'integer', minimum: 0, maximum: 1, default: 1 },
        },
        required: ['text'],
      },
    },
  ],
  [
    'elicitation/create',
    { sessionId, mode: 'url', message: 'm', url: 'https://example.com', elicitationId: 'e' },
  ],
  ['_vendor/anything', { sessionId }],
];

const configOption = { id: 'o', name: 'O', type: 'boolean', currentValue: true };
const opened = {
  sessionId: 'another',
  modes: { currentModeId: 'm', availableModes: [{ id: 'm', name: 'M', description: 'd' }] },
  models: { currentModelId: 'm', availableModels: [{ modelId: 'm', name: 'M' }] },
  configOptions: [configOption],
};

test.each(updates)('a malformed $sessionUpdate never throws', async (update) => {
  const { peer, client } = await openSession();
  for (const { value } of mutationsOf({ sessionId, update })) {
    peer.notify('session/update', value);
  }
  const heard = client.events.length;
  peer.update(sessionId, { sessionUpdate: 'usage_update', used: 1, size: 2 });
  expect(client.events.slice(heard)).toEqual([
    { type: 'usage.updated', usage: { used: 1, size: 2 } },
  ]);
  expect(foldingFails(client.events)).toBeNull();
});

test.each(requests)('a malformed %s gets one answer', async (method, params) => {
  const { peer, connection } = await openSession();
  const answers = new Map<unknown, number>();
  const listening = peer.onMessage(({ id, method: asked }) => {
    if (asked === undefined) answers.set(id, (answers.get(id) ?? 0) + 1);
  });
  let count = 0;
  for (const { value } of mutationsOf(params)) {
    await peer.request(method, value, `mutation-${count++}`);
  }
  listening.dispose();
  expect([...answers.values()].every((times) => times === 1)).toBe(true);
  expect(answers.size).toBe(count);
  peer.answer('session/prompt', { stopReason: 'end_turn' });
  await expect(connection.prompt(session, [])).resolves.toEqual({ reason: 'end_turn' });
});

test.each<[string, object, (open: Awaited<ReturnType<typeof openSession>>) => unknown]>([
  ['session/new', opened, ({ connection }) => connection.newSession(place)],
  ['session/fork', opened, ({ connection }) => connection.forkSession?.(session, place)],
  ['session/load', opened, ({ connection }) => connection.loadSession?.(session, place)],
  ['session/resume', opened, ({ connection }) => connection.resumeSession?.(session, place)],
  [
    'session/list',
    { sessions: [{ sessionId: 's', cwd: '/', title: 't', updatedAt: 'u' }], nextCursor: null },
    ({ connection }) => connection.listSessions?.(null),
  ],
  [
    'session/prompt',
    { stopReason: 'end_turn', usage: { totalTokens: 1, inputTokens: 1, outputTokens: 1 } },
    ({ connection }) => connection.prompt(session, []),
  ],
  [
    'session/set_config_option',
    { configOptions: [configOption] },
    ({ connection }) => connection.setOption?.(session, 'o', true),
  ],
  ['session/set_mode', {}, ({ connection }) => connection.setMode?.(session, 'm')],
  ['session/set_title', { title: 't' }, ({ connection }) => connection.setTitle?.(session, 't')],
  ['session/close', {}, ({ connection }) => connection.closeSession?.(session)],
  [
    '_session/steering',
    { outcome: 'injected' },
    ({ connection }) => connection.steer?.(session, []),
  ],
  ['authenticate', {}, ({ connection }) => connection.authenticate?.('m', {})],
  ['logout', {}, ({ connection }) => connection.logout?.()],
])('a malformed answer to %s settles the request', async (method, result, ask) => {
  const markers = ['resume', 'fork', 'list', 'close', 'title'].map((name) => [name, {}]);
  const open = await openSession({
    agentCapabilities: {
      loadSession: true,
      sessionCapabilities: Object.fromEntries(markers),
      auth: { logout: {} },
    },
    _meta: { steering: { supported: true } },
  });
  const { peer } = open;
  const answers = [
    ...[...mutationsOf(result)].map(({ value }) => ({ result: value })),
    ...[...mutationsOf({ code: -32603, message: 'm', data: { details: 'd' } })].map(
      ({ value }) => ({
        error: value,
      }),
    ),
    {},
    { result: {}, error: {} },
  ];
  for (const answer of answers) {
    const answering = peer.leaveOpen(method).onMessage(({ id, method: asked }) => {
      if (asked === method) peer.send({ jsonrpc: '2.0', id, ...answer });
    });
    const settled = await Promise.resolve(ask(open)).catch((error: unknown) => error);
    answering.dispose();
    if (!(settled instanceof Error)) continue;
    expect(settled).toBeInstanceOf(ConnectionError);
    expect(settled.message).not.toMatch(/\[object Object\]|undefined/);
  }
  await setImmediate();
});

test('no mutation of any recorded frame makes the translator throw', () => {
  const frames = recordingsOf('acp')
    .flatMap((name) => framesOf('acp', name))
    .filter(({ dir, msg }) => dir === 'in' && msg.method !== undefined)
    .map(({ msg }) => msg.params ?? {});
  const mutation = fc.constantFrom(...frames).chain((params) => {
    const mutated = [...mutationsOf(params)].map(({ value }) => value);
    return fc.oneof(
      fc.constantFrom(...mutated),
      fc.json().map((json) => JSON.parse(json)),
    );
  });
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 8 }), (sequence) => {
      const translator = new UpdateTranslator(countingIds(), session);
      const heard: Heard[] = [];
      for (const params of sequence) {
        const update = isRecord(params) ? params.update : params;
        heard.push(...translator.translate(update));
        if (isRecord(params)) translator.permission(params);
      }
      expect(foldingFails(heard)).toBeNull();
    }),
    { numRuns: propertyRuns(300) },
  );
});
