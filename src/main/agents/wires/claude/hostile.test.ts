import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConnectionError } from '#main/agents/connection';
import { claudeHarness, introduction, openClaude } from '#test/support/claudeHarness';
import { countingIds } from '#test/support/countingIds';
import { foldingFails } from '#test/support/foldingFails';
import { mutationsOf } from '#test/support/mutations';
import { propertyRuns } from '#test/support/propertyRuns';
import { framesOf, recordingsOf } from '#test/support/recordings';
import type { Heard } from '../heard';
import { isRecord } from '../json';
import { MessageTranslator } from './translate/messageTranslator';

const text = { type: 'text', text: 'x' };
const usage = { input_tokens: 1, output_tokens: 1, cache_read_input_tokens: 1 };
const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] };

/** Each kind of message with every field that we read. */
const messages: readonly (readonly [name: string, message: object])[] = [
  [
    'init',
    {
      type: 'system',
      subtype: 'init',
      cwd: '/',
      session_id: 's',
      permissionMode: 'plan',
      model: 'm',
    },
  ],
  ['status', { type: 'system', subtype: 'status', status: 'compacting', permissionMode: 'plan' }],
  [
    'retry',
    {
      type: 'system',
      subtype: 'api_retry',
      attempt: 1,
      max_retries: 2,
      retry_delay_ms: 3,
      error_status: 4,
    },
  ],
  ['hook', { type: 'system', subtype: 'hook_response', hook_name: 'h', exit_code: 1, stderr: 'e' }],
  [
    'task',
    {
      type: 'system',
      subtype: 'task_started',
      task_id: 't',
      tool_use_id: 'c',
      description: 'd',
      subagent_type: 's',
    },
  ],
  [
    'commands',
    {
      type: 'system',
      subtype: 'commands_changed',
      commands: [{ name: 'c', description: 'd', argumentHint: 'h' }],
    },
  ],
  ['login', { type: 'system', subtype: 'auth_required', content: 'c' }],
  ['limit', { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 1 } }],
  ['lifecycle', { type: 'command_lifecycle', command_uuid: 'u', state: 'started' }],
  ['progress', { type: 'tool_progress', tool_use_id: 'c' }],
  [
    'start',
    {
      type: 'stream_event',
      event: { type: 'message_start', message: { id: 'm' } },
      parent_tool_use_id: 'p',
    },
  ],
  [
    'block',
    {
      type: 'stream_event',
      event: {
        type: 'content_block_start',
        content_block: { type: 'tool_use', id: 'c', name: 'n' },
      },
    },
  ],
  [
    'delta',
    {
      type: 'stream_event',
      event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 't' } },
    },
  ],
  ['usage', { type: 'stream_event', event: { type: 'message_delta', usage } }],
  [
    'words',
    {
      type: 'assistant',
      message: { id: 'm', model: 'm', usage, content: [text, { type: 'thinking', thinking: 't' }] },
      parent_tool_use_id: 'p',
    },
  ],
  ['error', { type: 'assistant', message: { content: [text] }, error: 'overloaded' }],
  [
    'image',
    {
      type: 'assistant',
      message: {
        content: [{ type: 'image', source: { type: 'base64', media_type: 'i', data: 'd' } }],
      },
    },
  ],
  [
    'todo',
    {
      type: 'assistant',
      message: {
        content: [
          {
            type: 'tool_use',
            id: 'c',
            name: 'TodoWrite',
            input: { todos: [{ content: 'c', status: 's' }] },
          },
        ],
      },
    },
  ],
  [
    'edit',
    {
      type: 'assistant',
      message: {
        content: [{ type: 'tool_use', id: 'c', name: 'Edit', input: { file_path: '/p' } }],
      },
    },
  ],
  [
    'bash',
    {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'c' } }] },
    },
  ],
  [
    'edited',
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 'c', content: [text] }] },
      tool_use_result: {
        filePath: '/p',
        originalFile: 'a',
        oldString: 'a',
        newString: 'b',
        structuredPatch: [hunk],
      },
    },
  ],
  [
    'ran',
    {
      type: 'user',
      message: {
        content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x', is_error: true }],
      },
      tool_use_result: { stdout: 'o', stderr: 'e' },
      tool_result_meta: [{ id: 'c', non_execution_kind: 'k' }],
    },
  ],
  [
    'result',
    {
      type: 'result',
      subtype: 'success',
      is_error: true,
      result: 'r',
      errors: ['e'],
      usage,
      modelUsage: { m: { contextWindow: 1 } },
      total_cost_usd: 1,
      origin: { kind: 'human' },
      user_message_uuids: ['u'],
    },
  ],
];

const requests: readonly (readonly [name: string, request: object])[] = [
  [
    'an edit',
    {
      subtype: 'can_use_tool',
      tool_name: 'Edit',
      tool_use_id: 'c',
      input: { file_path: '/p', old_string: 'a', new_string: 'b' },
      description: 'd',
      permission_suggestions: [
        {
          type: 'addRules',
          rules: [{ toolName: 't', ruleContent: 'r' }],
          behavior: 'allow',
          destination: 'session',
        },
      ],
    },
  ],
  [
    'a question',
    {
      subtype: 'can_use_tool',
      tool_name: 'AskUserQuestion',
      tool_use_id: 'c',
      input: {
        questions: [
          {
            question: 'q',
            header: 'h',
            multiSelect: true,
            options: [{ label: 'l', description: 'd' }],
          },
        ],
      },
    },
  ],
  [
    'a form',
    {
      subtype: 'elicitation',
      mcp_server_name: 's',
      message: 'm',
      requested_schema: { type: 'object', properties: { a: { type: 'string' } } },
    },
  ],
];

test.each(messages)('a malformed %s never throws', async (_, message) => {
  const { peer, client, connection, session } = await openClaude();
  connection.prompt(session.agentSessionId, []).catch(() => undefined);
  for (const { value } of mutationsOf(message)) if (isRecord(value)) peer.send(value);
  const heard = client.events.length;
  peer.send({ type: 'system', subtype: 'session_title_changed', title: 'Still here' });
  expect(client.events.slice(heard)).toEqual([
    { type: 'session.titled', title: 'Still here', by: 'agent' },
  ]);
  expect(foldingFails(client.events)).toBeNull();
});

test.each(requests)('a malformed %s gets one answer', async (_, request) => {
  const { peer } = await openClaude();
  const answers = new Map<unknown, number>();
  const listening = peer.onMessage(({ type, response }) => {
    if (type !== 'control_response') return;
    answers.set(response?.request_id, (answers.get(response?.request_id) ?? 0) + 1);
  });
  let count = 0;
  for (const { value } of mutationsOf(request)) {
    if (isRecord(value)) await peer.request(value, `mutation-${count++}`);
  }
  listening.dispose();
  expect([...answers.values()].every((times) => times === 1)).toBe(true);
  expect(answers.size).toBe(count);
});

test('a malformed introduction is accepted, or is an error with the reason', async () => {
  for (const { value } of mutationsOf(introduction)) {
    const { peer, connect } = claudeHarness();
    peer.answer('initialize', null).answer('get_status', {}).answer('get_settings', {});
    const connecting = connect();
    const { request_id } = peer.last('control_request');
    peer.send({
      type: 'control_response',
      response: { subtype: 'success', request_id, response: value },
    });
    const connection = await connecting;
    await connection.newSession({ cwd: '/', additionalDirectories: [] });
    connection.dispose();
  }
  await setImmediate();
});

test('a malformed answer settles the request', async () => {
  const { peer, connection, session } = await openClaude();
  peer.answer('set_permission_mode', null);
  const answer = { subtype: 'success', request_id: 'id', response: { mode: 'plan' } };
  for (const { name, value } of mutationsOf(answer)) {
    // Without its id nobody knows whose answer it is.
    if (!isRecord(value) || name.startsWith('request_id') || name.startsWith('all')) continue;
    const setting = connection.setMode?.(session.agentSessionId, 'plan');
    const { request_id } = peer.last('control_request');
    peer.send({ type: 'control_response', response: { ...value, request_id } });
    const settled = await Promise.resolve(setting).catch((error: unknown) => error);
    if (settled instanceof Error) expect(settled).toBeInstanceOf(ConnectionError);
  }
});

test('no mutation of any recorded frame makes the translator throw', () => {
  const frames = recordingsOf('claude')
    .flatMap((name) => framesOf('claude', name))
    .filter(({ dir, msg }) => dir === 'in' && !msg.type.startsWith('control_'))
    .map(({ msg }) => msg);
  const mutation = fc.constantFrom(...frames).chain((frame) => {
    const mutated = [...mutationsOf(frame)].map(({ value }) => value).filter(isRecord);
    return fc.constantFrom(...mutated);
  });
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 8 }), (sequence) => {
      const translator = new MessageTranslator(countingIds());
      const heard: Heard[] = sequence.flatMap((message) => translator.translate(message));
      expect(foldingFails(heard)).toBeNull();
    }),
    { numRuns: propertyRuns(200) },
  );
});
