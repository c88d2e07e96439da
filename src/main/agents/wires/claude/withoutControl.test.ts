import { expect, test } from 'vitest';
import { claudeHarness, conversation, introduction } from '#test/support/claudeHarness';
import type { ClaudePeer } from '#test/support/claudePeer';
import type { WireHarness } from '#test/support/wireHarness';

/**
 * Programs that do what the page says and no more: they know no requests, and take a prompt as a
 * plain text.
 */

const init = { type: 'system', subtype: 'init', session_id: conversation, tools: [], model: 'big' };
const hook = { type: 'system', subtype: 'hook_response', hook_name: 'Start', exit_code: 0 };
const hello = [{ type: 'text' as const, text: 'Hello' }];

/** Never answers a request. */
function literal(): WireHarness<ClaudePeer> {
  const harness = claudeHarness();
  harness.peer.answer('initialize', null).answer('interrupt', null);
  return harness;
}

test('a silent program is spoken to after a while, and takes the prompt as a text', async () => {
  const harness = literal();
  const connection = await harness.connect({ silenceMilliseconds: 2 });
  expect(connection.powers.prompt).toEqual({ embeddedContext: true });
  const { agentSessionId, events } = await harness.open(connection);
  // Modes could not be set, so none are offered.
  expect(events).toEqual([]);
  const turn = connection.prompt(agentSessionId, hello);
  expect(harness.peer.last('user')).toEqual({
    type: 'user',
    message: { role: 'user', content: 'Hello' },
  });
  harness.peer.send(
    init,
    { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] } },
    { type: 'result', subtype: 'success', result: 'Hi', duration_ms: 3, session_id: conversation },
  );
  await expect(turn).resolves.toMatchObject({ reason: 'end_turn' });
  expect(harness.client.events).toMatchObject([
    { type: 'agent.attached', agentSessionId: conversation },
    { type: 'agent.described', facts: [{ name: 'Model', values: ['big'] }] },
    { type: 'message.appended', role: 'agent', content: { text: 'Hi' } },
  ]);
});

test.each([
  { first: 'system/init', message: init, id: conversation },
  { first: 'another message', message: hook, id: expect.stringMatching(/^unnamed-/) },
])('begins after $first, and keeps it for the session', async ({ message, id }) => {
  const harness = literal();
  const connecting = harness.connect();
  harness.peer.send(message);
  const session = await harness.open(await connecting);
  expect(session.agentSessionId).toEqual(id);
  expect(harness.client.problems).toEqual([]);
});

test('a login that is required before the session begins is shown in it', async () => {
  const harness = literal();
  const connecting = harness.connect();
  harness.peer.send(init, { type: 'system', subtype: 'auth_required', content: 'Run /login' });
  const { events } = await harness.open(await connecting);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'authentication.required', message: 'Run /login' }),
  );
});

test('several texts are sent as one, and anything else as blocks', async () => {
  const harness = literal();
  const connection = await harness.connect({ silenceMilliseconds: 2 });
  const { agentSessionId } = await harness.open(connection);
  const file = { type: 'link' as const, uri: 'file:///a.txt', name: 'a.txt' };
  const turn = connection.prompt(agentSessionId, [...hello, file]);
  expect(harness.peer.last('user').message).toEqual({
    role: 'user',
    content: 'Hello\n[@a.txt](file:///a.txt)',
  });
  harness.peer.send({ type: 'result', subtype: 'success' });
  await turn;
  const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };
  void connection.prompt(agentSessionId, [image]).catch(() => undefined);
  expect(harness.peer.last('user').message).toMatchObject({ content: [{ type: 'image' }] });
});

test('an introduction that comes late is used from then on', async () => {
  const harness = literal();
  const connection = await harness.connect({ silenceMilliseconds: 2 });
  const { agentSessionId } = await harness.open(connection);
  const { request_id } = harness.peer.last('control_request');
  const response = { subtype: 'success', request_id, response: introduction };
  harness.peer.send({ type: 'control_response', response });
  await Promise.resolve();
  expect(harness.client.events).toMatchObject([
    { type: 'modes.updated', current: 'default' },
    { type: 'options.updated' },
    { type: 'commands.updated' },
  ]);
  void connection.prompt(agentSessionId, hello).catch(() => undefined);
  expect(harness.peer.last('user').message).toEqual({ role: 'user', content: hello });
});

test('requests that follow the introduction are not waited for without end', async () => {
  const harness = claudeHarness();
  harness.peer
    .answer('initialize', introduction)
    .answer('get_status', null)
    .answer('get_settings', null);
  const connection = await harness.connect({ silenceMilliseconds: 2 });
  expect(connection.identity).toMatchObject({ version: '2.1.325' });
});
