import { expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import { acpHarness, openSession } from '#test/support/acpHarness';
import { chunk, place, say, sessionPowers } from '#test/support/acpMessages';
import { RpcError } from '#test/support/rpcPeer';

const id = (text: string) => text as AgentSessionId;

test('a new session comes with its modes and options', async () => {
  const { peer, session } = await openSession(
    {},
    { modes: { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] } },
  );
  expect(peer.last('session/new').params).toEqual({ cwd: '/work', mcpServers: [] });
  expect(session).toEqual({
    agentSessionId: 'session-1',
    events: [{ type: 'modes.updated', available: [{ id: 'a', name: 'A' }], current: 'a' }],
  });
});

test('more folders are sent only to an agent that supports them', async () => {
  const { peer, connection } = await openSession(sessionPowers('additionalDirectories'));
  await connection.newSession(place);
  expect(peer.last('session/new').params).toEqual({
    cwd: '/work',
    mcpServers: [],
    additionalDirectories: ['/more'],
  });
});

test('updates sent before or right after the answer come last in the new session’s events', async () => {
  const { peer, client, connect } = acpHarness();
  peer.answer('initialize', { protocolVersion: 1 });
  const connection = await connect();
  const asked = peer.next('session/new');
  const opening = connection.newSession(place);
  const { id: requestId } = await asked;
  const update = (fields: object) => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: fields },
  });
  peer.send(
    update({ sessionUpdate: 'available_commands_update', availableCommands: [] }),
    {
      jsonrpc: '2.0',
      id: requestId,
      result: {
        sessionId: 's',
        configOptions: [
          { id: 'mode', category: 'mode', type: 'select', currentValue: 'a', options: [] },
        ],
      },
    },
    update({ sessionUpdate: 'current_mode_update', currentModeId: 'b' }),
  );
  const { events } = await opening;
  const option = { id: 'mode', name: 'mode', category: 'mode', type: 'select', groups: [] };
  expect(events).toEqual([
    { type: 'options.updated', options: [{ ...option, value: 'a' }] },
    { type: 'commands.updated', commands: [] },
    { type: 'options.updated', options: [{ ...option, value: 'b' }] },
  ]);
  client.known.add(id('s'));
  peer.update('s', chunk('hello'));
  expect(client.events).toMatchObject([{ type: 'message.appended' }]);
  expect(client.problems).toEqual([]);
});

test('updates that arrive before the caller uses the session are kept until it does', async () => {
  const { peer, client, connection, session } = await openSession();
  client.known.clear();
  peer.update('session-1', chunk('early'));
  client.known.add(session.agentSessionId);
  peer.answer('session/prompt', { stopReason: 'end_turn' });
  await connection.prompt(session.agentSessionId, say('go'));
  expect(client.events).toMatchObject([{ content: { text: 'early' } }]);
});

test('an answer without a session is a protocol error', async () => {
  const { peer, connection } = await openSession();
  peer.answer('session/new', { sessionId: 7 });
  await expect(connection.newSession(place)).rejects.toMatchObject({
    code: 'protocol',
    message: 'The agent’s answer to session/new is not valid.',
  });
});

test('a session that opens after the caller gave up is closed again', async () => {
  const { peer, connection, client } = await openSession(sessionPowers('close'));
  const asked = peer.leaveOpen('session/new').next('session/new');
  const abort = new AbortController();
  const opening = connection.newSession(place, abort.signal);
  const { id: requestId } = await asked;
  abort.abort();
  await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  const closed = peer.next('session/close');
  peer.send({ jsonrpc: '2.0', id: requestId, result: { sessionId: 'late' } });
  expect((await closed).params).toEqual({ sessionId: 'late' });
  expect(client.problems).toEqual([]);
});

test('loading delivers the history before it settles', async () => {
  const { peer, client, connection } = await openSession({
    agentCapabilities: { loadSession: true },
  });
  client.known.add(id('old'));
  peer.answer('session/load', () => {
    peer.update('old', {
      sessionUpdate: 'user_message_chunk',
      content: { type: 'text', text: 'hi' },
    });
    peer.update('old', chunk('hello'));
    return null;
  });
  const opened = await connection.loadSession?.(id('old'), place);
  expect(peer.last('session/load').params).toMatchObject({ sessionId: 'old', cwd: '/work' });
  expect(opened).toEqual({ agentSessionId: 'old', events: [] });
  expect(client.events).toMatchObject([{ role: 'user' }, { role: 'agent' }]);
});

test('a session that cannot be loaded is released again', async () => {
  const { peer, client, connection } = await openSession({
    agentCapabilities: { loadSession: true },
  });
  peer.answer('session/load', () => {
    throw new RpcError({
      code: -32603,
      message: 'Internal error',
      data: { details: 'No previous sessions found for this project.' },
    });
  });
  await expect(connection.loadSession?.(id('old'), place)).rejects.toMatchObject({
    code: 'agent-error',
    message: 'No previous sessions found for this project.',
  });
  client.known.add(id('old'));
  peer.update('old', chunk('ghost'));
  expect(client.events).toEqual([]);
});

test('sessions are resumed and forked', async () => {
  const { peer, connection } = await openSession(sessionPowers('resume', 'fork'));
  peer.answer('session/resume', { modes: null });
  peer.answer('session/fork', { sessionId: 'twin' });
  await expect(connection.resumeSession?.(id('old'), place)).resolves.toEqual({
    agentSessionId: 'old',
    events: [],
  });
  await expect(connection.forkSession?.(id('old'), place)).resolves.toEqual({
    agentSessionId: 'twin',
    events: [],
  });
  expect(peer.last('session/fork').params).toEqual({
    sessionId: 'old',
    cwd: '/work',
    mcpServers: [],
  });
});

test('closing and deleting a session that the agent no longer has is not a failure', async () => {
  const { peer, connection } = await openSession(sessionPowers('close', 'delete'));
  const gone = () => {
    throw new RpcError({ code: -32002, message: 'Resource not found' });
  };
  peer.answer('session/close', gone).answer('session/delete', gone);
  await connection.closeSession?.(id('session-1'));
  await connection.deleteSession?.(id('session-1'));
});
