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
    { code: 'agent-error', message: 'No disk' },
  ],
  [
    'one that says both',
    { code: -32602, message: 'Bad prompt', data: 'too long' },
    { code: 'invalid-request', message: 'Bad prompt', detail: 'too long' },
  ],
  [
    'one that was an object once',
    { code: -32603, message: '[object Object]', data: { details: '[object Object]', x: 1 } },
    { code: 'agent-error', message: '{"details":"[object Object]","x":1}' },
  ],
  ['a missing method', { code: -32601, message: 'no' }, { code: 'unsupported', message: 'no' }],
  ['a missing thing', { code: -32002, message: 'no' }, { code: 'not-found', message: 'no' }],
  [
    'one of its own',
    { code: 7, message: '' },
    { code: 'agent-error', message: /error 7 for session\/prompt/ },
  ],
  ['one without a code', { message: 'odd' }, { code: 'agent-error', message: 'odd' }],
  ['one that is no error', 'odd', { code: 'protocol' }],
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

test('an endless message is cut', async () => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/prompt', () => {
    throw new RpcError({ code: -32603, message: 'x'.repeat(5_000_000) });
  });
  const error = await connection.prompt(session.agentSessionId, say('go')).catch((e: Error) => e);
  expect((error as Error).message.length).toBeLessThanOrEqual(2_049);
});
