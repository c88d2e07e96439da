import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openCodex, threadId } from '#test/support/codexHarness';

const change = { path: '/work/a', kind: { type: 'add' }, diff: 'x' };
const item = { type: 'fileChange', id: 'f', changes: [change], status: 'inProgress' };
const approve = 'item/fileChange/requestApproval';

test('an edit is asked with the diff that was sent before the question', async () => {
  const { peer, client } = await openCodex();
  peer.notify('item/started', { threadId, item });
  const answer = await peer.request(approve, { threadId, turnId: 't', itemId: 'f', reason: null });
  expect(answer).toMatchObject({ id: 0, result: { decision: 'accept' } });
  expect(answer).not.toHaveProperty('jsonrpc');
  expect(client.calls.at(-1)).toMatchObject([
    'askPermission',
    threadId,
    {
      toolCallId: 'f',
      title: 'Create a',
      tool: { content: [{ type: 'diff', path: '/work/a', before: null, after: 'x' }] },
    },
  ]);
});

test('a question that Codex withdraws is cancelled, and not answered', async () => {
  const { peer, client } = await openCodex();
  let signal: AbortSignal | undefined;
  client.onPermission = (_, given) => {
    signal = given;
    return new Promise((resolve) => {
      given.addEventListener('abort', () => resolve({ type: 'cancelled' }));
    });
  };
  peer.send({ id: 7, method: approve, params: { threadId, itemId: 'f' } });
  await setImmediate();
  peer.notify('serverRequest/resolved', { threadId, requestId: 7 });
  await setImmediate();
  expect(signal?.aborted).toBe(true);
  expect(peer.received.filter(({ id, method }) => id === 7 && method === undefined)).toEqual([]);
});

test.each([
  ['execCommandApproval', { conversationId: threadId, callId: 'c', command: ['ls'] }, 'approved'],
  ['applyPatchApproval', { conversationId: threadId, callId: 'c', fileChanges: {} }, 'approved'],
  ['item/commandExecution/requestApproval', { threadId, itemId: 'c', command: 'ls' }, 'accept'],
])('%s', async (method, params, decision) => {
  const { peer } = await openCodex();
  expect(await peer.request(method, params)).toMatchObject({ result: { decision } });
});

test('questions to the user are shown as a form', async () => {
  const { peer, client } = await openCodex();
  client.onElicit = async () => ({ type: 'accepted', values: { q: 'A' } });
  const questions = [{ id: 'q', question: 'Which?', options: [{ label: 'A' }] }];
  expect(
    await peer.request('item/tool/requestUserInput', { threadId, itemId: 'i', questions }),
  ).toMatchObject({ result: { answers: { q: { answers: ['A'] } } } });
  expect(client.calls.at(-1)).toMatchObject(['elicit', threadId, { toolCallId: 'i' }]);
  const schema = { type: 'object', properties: { q: { type: 'string' } } };
  const form = { threadId, serverName: 's', mode: 'form', message: 'm', requestedSchema: schema };
  expect(await peer.request('mcpServer/elicitation/request', form)).toMatchObject({
    result: { action: 'accept', content: { q: 'A' } },
  });
});

test.each([
  ['item/tool/requestUserInput', { threadId, questions: [] }, -32602],
  ['mcpServer/elicitation/request', { threadId, mode: 'form' }, -32602],
  [approve, { threadId: 'other' }, -32602],
  [approve, null, -32602],
  ['item/tool/call', { threadId }, -32601],
  ['attestation/generate', {}, -32601],
  ['account/chatgptAuthTokens/refresh', {}, -32601],
])('%s %o is refused', async (method, params, code) => {
  const { peer } = await openCodex();
  expect(await peer.request(method, params)).toMatchObject({ error: { code } });
});
