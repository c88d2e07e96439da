import { expect, test } from 'vitest';
import { mutationsOf } from '#test/support/mutations';
import { detectedWires, possibleAfter, signOf, surelyFrom } from './signs';
import type { DetectedWire } from './wireTable';

const answer = (result: unknown) => ({ jsonrpc: '2.0', id: 0, result });
const refusal = (error: unknown) => ({ jsonrpc: '2.0', id: 0, error });

/** First messages as agents send them after they were asked to initialize as ACP agents. */
const firstMessages: readonly [what: string, message: object, wire: DetectedWire | null][] = [
  ['ACP', answer({ protocolVersion: 1, agentCapabilities: {} }), 'acp'],
  ['ACP of another version', answer({ protocolVersion: 2 }), 'acp'],
  [
    'an early ACP update',
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'available_commands_update' } },
    },
    'acp',
  ],
  ['crow', answer({ protocol_version: 1, agent_capabilities: {}, agent_info: {} }), 'crow'],
  ['crow without capabilities', answer({ protocol_version: 1 }), 'crow'],
  [
    'a crow update',
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update: { '@type': 'plan_update' } },
    },
    'crow',
  ],
  [
    '2025.1',
    answer({ agent_info: { name: 'a' }, capabilities: { streaming: true } }),
    'acp-2025.1',
  ],
  ['2025.1 that says so', answer({ protocol_version: '2025.1' }), 'acp-2025.1'],
  [
    'a 2025.1 refusal',
    refusal({ code: -32602, message: 'working_directory is required' }),
    'acp-2025.1',
  ],
  [
    'a 2025.1 update',
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { session_id: 's', type: 'plan', data: { steps: [] } },
    },
    'acp-2025.1',
  ],
  ['some refusal of JSON-RPC', refusal({ code: -32602, message: 'Invalid params' }), null],
  ['an empty answer of JSON-RPC', answer({}), null],
  ['a notification of JSON-RPC', { jsonrpc: '2.0', method: 'hello' }, null],
  [
    'codex',
    { id: 0, result: { userAgent: 'x/0.166.0', codexHome: '/h', platformOs: 'linux' } },
    'codex',
  ],
  [
    'a codex notification',
    { method: 'remoteControl/status/changed', params: {}, emittedAtMs: 1 },
    'codex',
  ],
  [
    'a codex refusal',
    {
      id: 1,
      error: { code: -32600, message: 'Invalid request: unknown variant `getThreads`, expected' },
    },
    'codex',
  ],
  [
    'claude',
    { type: 'control_response', response: { subtype: 'success', request_id: '1' } },
    'claude',
  ],
  ['a claude system message', { type: 'system', subtype: 'init', session_id: 's' }, 'claude'],
  [
    'the draft',
    { id: 0, error: { code: -32601, message: "Method not found - 'initialize'" } },
    'threads',
  ],
  ['a list of threads', { id: 0, result: { threads: [] } }, 'threads'],
  ['the draft with the roles reversed', { id: 0, method: 'getThreads', params: null }, 'threads'],
  ['an answer without a version', { id: 0, error: { code: 1, message: 'No' } }, null],
  ['a line of a log', { level: 'info', msg: 'started', id: 'x' }, null],
  ['a line of a log with a type', { type: 'system', msg: 'started' }, null],
  ['a line of a log about a request', { method: 'GET', url: '/' }, null],
];

test.each(firstMessages)('%s', (_, message, wire) => {
  expect(surelyFrom(message)).toBe(wire);
});

test('a certain sign of one wire is never possible on another that answers alike', () => {
  for (const [, message, wire] of firstMessages) {
    if (wire !== null) expect(possibleAfter([message])).toContain(wire);
  }
  expect(possibleAfter([refusal({ code: -32602, message: 'Invalid params' })])).toEqual([
    'acp',
    'crow',
    'acp-2025.1',
  ]);
  expect(possibleAfter([{ id: 0, error: { code: 1, message: 'No' } }])).toEqual([
    'codex',
    'threads',
  ]);
});

test('malformed messages never make detection throw', () => {
  for (const [, message] of firstMessages) {
    for (const { value } of mutationsOf(message)) {
      for (const wire of detectedWires)
        expect(['yes', 'maybe', 'no']).toContain(signOf(wire, value));
      surelyFrom(value);
    }
  }
});
