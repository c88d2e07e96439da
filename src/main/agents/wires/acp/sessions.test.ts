import { expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { openSession } from '#test/support/acpHarness';
import { chunk, place } from '#test/support/acpMessages';
import { countingIds } from '#test/support/countingIds';
import { RecordingClient } from '#test/support/recordingClient';
import { HELD_UPDATES } from '../limits';
import { EARLY_SESSIONS } from '../rpc/limits';
import { Sessions } from './sessions';

const id = (text: string) => text as AgentSessionId;
const usage = (sessionId: string, used: number) => ({
  sessionId,
  update: { sessionUpdate: 'usage_update', used, size: 1_000_000 },
});

function sessions() {
  const client = new RecordingClient();
  return { client, sessions: new Sessions(client, countingIds()) };
}

test('updates for a session to come are kept up to a limit', async () => {
  const { client, sessions: known } = sessions();
  await known.expecting(async () => {
    for (let used = 0; used < HELD_UPDATES + 5; used++) known.receive(usage('new', used));
    for (let other = 0; other < EARLY_SESSIONS; other++) known.receive(usage(`${other}`, 1));
    expect(known.admit(id('new')).takeOpening()).toHaveLength(HELD_UPDATES);
  });
  const told = client.problems.map((problem) => 'message' in problem && problem.message);
  expect(told).toHaveLength(EARLY_SESSIONS);
  expect(told.at(-1)).toMatch(/^6 updates came before/);
});

test('what nobody takes up is kept up to a limit, and told once', () => {
  const { client, sessions: known } = sessions();
  const session = known.admit(id('new'));
  for (let used = 0; used < HELD_UPDATES + 5; used++) known.receive(usage('new', used));
  expect(client.problems).toHaveLength(1);
  client.known.add(id('new'));
  session.flush();
  expect(client.events).toHaveLength(HELD_UPDATES);
});

test('a session that the client closed is told of once', () => {
  const { client, sessions: known } = sessions();
  known.admit(id('new'));
  client.known.add(id('new'));
  known.receive(usage('new', 1));
  client.known.clear();
  known.receive(usage('new', 2));
  known.receive(usage('new', 3));
  expect(client.events).toHaveLength(1);
  expect(client.problems).toHaveLength(1);
});

test('an id that was released can be opened again', () => {
  const { client, sessions: known } = sessions();
  known.admit(id('s'));
  client.known.add(id('s'));
  known.release(id('s'));
  known.receive(usage('s', 1));
  known.admit(id('s'));
  known.receive(usage('s', 2));
  expect(client.events).toMatchObject([{ usage: { used: 2 } }]);
});

test('a session that was released is heard no more', async () => {
  const { peer, client, connection, session } = await openSession();
  connection.releaseSession(session.agentSessionId);
  peer.update('session-1', chunk('ghost'));
  expect(client.events).toEqual([]);
  expect(client.problems).toEqual([]);
});

test('a subagent speaks in the session that it works for', async () => {
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
