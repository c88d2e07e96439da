import { expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { openSession } from '#test/support/acpHarness';
import { chunk, place, say, sessionPowers } from '#test/support/acpMessages';
import { HELD_UPDATES } from '../limits';
import { EARLY_SESSIONS } from '../rpc/limits';

const id = (text: string) => text as AgentSessionId;
const usage = (used: number) => ({ sessionUpdate: 'usage_update', used, size: 1_000_000 });

test('updates for a session that is being opened are kept up to a limit', async () => {
  const { peer, client, connection } = await openSession();
  const asked = peer.leaveOpen('session/new').next('session/new');
  const opening = connection.newSession(place);
  const { id: requestId } = await asked;
  for (let used = 0; used < HELD_UPDATES + 5; used++) peer.update('new', usage(used));
  for (let other = 0; other < EARLY_SESSIONS; other++) peer.update(`${other}`, usage(1));
  peer.send({ jsonrpc: '2.0', id: requestId, result: { sessionId: 'new' } });
  expect((await opening).events).toHaveLength(HELD_UPDATES);
  const told = client.problems.map((problem) => 'message' in problem && problem.message);
  expect(told).toHaveLength(EARLY_SESSIONS);
  expect(told.at(-1)).toMatch(/^6 updates were dropped/);
});

test('updates for a session that never opens are kept up to a limit, and reported once', async () => {
  const { peer, client, connection, session } = await openSession();
  client.known.clear();
  for (let used = 0; used < HELD_UPDATES + 5; used++) peer.update('session-1', usage(used));
  expect(client.problems).toEqual([]);
  client.known.add(session.agentSessionId);
  peer.answer('session/prompt', { stopReason: 'end_turn' });
  await connection.prompt(session.agentSessionId, say('go'));
  await connection.prompt(session.agentSessionId, say('go'));
  expect(client.events).toHaveLength(HELD_UPDATES);
  expect(client.problems).toEqual([
    {
      type: 'unexpected',
      message: '5 updates were dropped: they arrived before the session began.',
    },
  ]);
});

test('a session that the client closed is reported once', async () => {
  const { peer, client } = await openSession();
  peer.update('session-1', usage(1));
  client.known.clear();
  peer.update('session-1', usage(2));
  peer.update('session-1', usage(3));
  expect(client.events).toHaveLength(1);
  expect(client.problems).toHaveLength(1);
});

test('an id that was released can be opened again', async () => {
  const { peer, client, connection, session } = await openSession(sessionPowers('resume'));
  connection.releaseSession(session.agentSessionId);
  peer.update('session-1', usage(1));
  peer.answer('session/resume', {});
  await connection.resumeSession?.(id('session-1'), place);
  peer.update('session-1', usage(2));
  expect(client.events).toMatchObject([{ usage: { used: 2 } }]);
});

test('a released session gets no more updates', async () => {
  const { peer, client, connection, session } = await openSession();
  connection.releaseSession(session.agentSessionId);
  peer.update('session-1', chunk('ghost'));
  expect(client.events).toEqual([]);
  expect(client.problems).toEqual([]);
});

test('a subagent’s updates appear in the session that it works for', async () => {
  const { peer, client, connection, session } = await openSession();
  peer.update('session-1', { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'C' });
  peer.update('child', { sessionUpdate: 'subagent_update', sessionId: 'grandchild' });
  peer.update('grandchild', chunk('hi'));
  expect(client.events).toMatchObject([
    { type: 'subagent.updated', subagent: 'child' },
    { type: 'subagent.updated', subagent: 'grandchild' },
    { type: 'message.appended', subagent: 'grandchild' },
  ]);
  connection.releaseSession(session.agentSessionId);
  peer.update('child', chunk('ghost'));
  expect(client.events).toHaveLength(3);
});

test('no session can claim another as its subagent', async () => {
  const { peer, client, connection } = await openSession();
  peer.answer('session/new', { sessionId: 'session-2' });
  const second = await connection.newSession(place);
  client.known.add(second.agentSessionId);
  peer.update('session-1', { sessionUpdate: 'subagent_update', sessionId: 'session-2' });
  peer.update('session-2', chunk('mine'));
  expect(client.events.at(-1)).not.toHaveProperty('subagent');
});
