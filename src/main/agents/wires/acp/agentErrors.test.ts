import { expect, test } from 'vitest';
import { openSession } from '#test/support/acpHarness';
import { say } from '#test/support/acpMessages';
import { RpcError } from '#test/support/rpcPeer';

test.each<[string, unknown, object]>([
  [
    'a plain one',
    { code: -32603, message: 'It broke' },
    { code: 'agent-error', message: 'It broke' },
  ],
  [
    'one whose cause is in its data',
    { code: -32603, message: 'Internal error', data: { details: 'No disk' } },
    { code: 'agent-error', message: 'No disk', detail: 'Internal error (error -32603)' },
  ],
  [
    'one with more than the cause in its data',
    { code: -32603, message: 'Internal error', data: { details: 'No disk', disk: '/dev/x' } },
    {
      code: 'agent-error',
      message: 'No disk',
      detail: 'Internal error (error -32603)\n{\n  "details": "No disk",\n  "disk": "/dev/x"\n}',
    },
  ],
  [
    'one whose data holds no text',
    { code: -32602, message: 'Invalid params', data: { errors: ['prompt: field required'] } },
    {
      code: 'invalid-request',
      message: 'Invalid params (error -32602)',
      detail: '{\n  "errors": [\n    "prompt: field required"\n  ]\n}',
    },
  ],
  [
    'one that says both',
    { code: -32602, message: 'Bad prompt', data: 'too long' },
    { code: 'invalid-request', message: 'Bad prompt', detail: 'too long' },
  ],
  [
    'one that was converted from an object',
    { code: -32603, message: '[object Object]', data: { details: '[object Object]', x: 1 } },
    {
      code: 'agent-error',
      message: 'The agent reported error -32603 for session/prompt.',
      detail: '{\n  "details": "[object Object]",\n  "x": 1\n}',
    },
  ],
  ['a missing method', { code: -32601, message: 'no' }, { code: 'unsupported', message: 'no' }],
  ['a missing resource', { code: -32002, message: 'no' }, { code: 'not-found', message: 'no' }],
  [
    'one with a code of the agent’s own',
    { code: 7, message: '' },
    { code: 'agent-error', message: /error 7 for session\/prompt/ },
  ],
  ['one without a code', { message: 'odd' }, { code: 'agent-error', message: 'odd' }],
  ['one that is not an error object', 'odd', { code: 'protocol' }],
])('an error from the agent: %s', async (_, error, expected) => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/prompt', () => {
    throw new RpcError(error);
  });
  const { message, ...rest } = expected as { message?: string | RegExp };
  await expect(connection.prompt(session.agentSessionId, say('go'))).rejects.toMatchObject({
    ...rest,
    ...(message === undefined
      ? {}
      : { message: message instanceof RegExp ? expect.stringMatching(message) : message }),
  });
});

test('a very long message is truncated', async () => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/prompt', () => {
    throw new RpcError({ code: -32603, message: 'x'.repeat(5_000_000) });
  });
  const error = await connection.prompt(session.agentSessionId, say('go')).catch((e: Error) => e);
  expect((error as Error).message.length).toBeLessThanOrEqual(2_049);
});
