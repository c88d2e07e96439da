import { describe, expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import {
  harness,
  leaveRunning,
  opened,
  parts,
  place,
  text,
  update,
} from '#test/support/dialectHarness';
import { RpcError } from '#test/support/rpcPeer';

describe('sessions', () => {
  test('the app chooses the id, and the mode is one of the agent’s', async () => {
    const { peer, session } = await opened();
    expect(peer.last('session/new').params).toEqual({ session_id: 'ses_1', mode: 'agent' });
    expect(session).toEqual({
      agentSessionId: 'ses_1',
      events: [
        {
          type: 'modes.updated',
          available: [
            { id: 'agent', name: 'Agent' },
            { id: 'ask', name: 'Ask' },
          ],
          current: 'agent',
        },
        {
          type: 'notice.posted',
          noteId: 'not_2',
          severity: 'info',
          title: 'About my-agent',
          description: 'I am an AI coding assistant.',
        },
      ],
    });
    const asking = await opened({ capabilities: { supported_modes: ['ask'] } });
    expect(asking.peer.last('session/new').params).toMatchObject({ mode: 'ask' });
    const silent = await opened({});
    expect(silent.peer.last('session/new').params).toMatchObject({ mode: 'agent' });
    expect(silent.session.events).toEqual([]);
  });

  test('another mode begins the session again, as long as nothing was said in it', async () => {
    const { peer, connection, id, client } = await opened();
    await expect(connection.setMode?.(id, 'none')).rejects.toMatchObject({ code: 'unsupported' });
    expect(await connection.setMode?.(id, 'ask')).toEqual([
      { type: 'agent.attached', agentSessionId: 'ses_3', attachment: 'new' },
      { type: 'mode.changed', current: 'ask' },
    ]);
    expect(peer.last('session/new').params).toEqual({ session_id: 'ses_3', mode: 'ask' });
    peer.notify('session/update', update('ses_3', 'agent_message_chunk', { text: 'x' }));
    expect(client.events).toMatchObject([{ type: 'message.appended' }]);
    peer.leaveOpen('session/prompt');
    leaveRunning(connection.prompt(id, text('Hi')));
    expect(peer.last('session/prompt').params).toMatchObject({ session_id: 'ses_3' });
    // From now on it stays, so that there is nothing left to choose.
    expect(client.events.at(-1)).toEqual({
      type: 'modes.updated',
      available: [{ id: 'ask', name: 'Ask' }],
      current: 'ask',
    });
    connection.cancel(id);
    expect(peer.last('session/cancel').params).toEqual({ session_id: 'ses_3' });
    await expect(connection.setMode?.(id, 'agent')).rejects.toMatchObject({
      code: 'unsupported',
      message: 'In this protocol a session keeps the mode that it began with.',
    });
    connection.releaseSession(id);
    peer.notify('session/update', update('ses_3', 'agent_message_chunk', { text: 'late' }));
    expect(client.problems).toEqual([]);
  });

  test('a mode that the agent refuses leaves the session as it is', async () => {
    const { peer, connection, id } = await opened();
    peer.answer('session/new', () => {
      throw new RpcError({ code: -32004, message: 'Capability not supported' });
    });
    await expect(connection.setMode?.(id, 'ask')).rejects.toMatchObject({ code: 'unsupported' });
    peer.answer('session/prompt', {});
    await connection.prompt(id, text('Hi'));
    expect(peer.last('session/prompt').params).toMatchObject({ session_id: 'ses_1' });
  });

  test('updates before the answer are kept for the session', async () => {
    const { peer, test } = parts(harness({}));
    const connection = await test.connect();
    peer.answer('session/new', (params: { session_id: string }) => {
      peer.notify(
        'session/update',
        update(params.session_id, 'agent_message_chunk', { text: 'x' }),
      );
      return {};
    });
    const session = await connection.newSession(place);
    expect(session.events).toMatchObject([{ type: 'message.appended' }]);
  });

  test('an agent that insists on its own id is understood', async () => {
    const { peer, test, client } = parts(harness({}));
    const connection = await test.connect();
    peer.answer('session/new', { session_id: 'theirs' });
    const session = await test.open(connection);
    expect(session.agentSessionId).toBe('theirs');
    peer.notify('session/update', update('theirs', 'agent_message_chunk', { text: 'x' }));
    expect(client.events).toHaveLength(1);
  });

  test('another folder than the one it was started in is refused', async () => {
    const { connection } = await opened();
    await expect(connection.newSession({ ...place, cwd: '/other' })).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  test('loading resumes the conversation; repeated messages are not delivered twice', async () => {
    const { test, peer, client } = parts(harness());
    const connection = await test.connect();
    client.known.add('old' as AgentSessionId);
    peer.answer('session/load', () => {
      peer.notify('session/update', update('old', 'agent_message_chunk', { text: 'again' }));
      return {};
    });
    const session = await connection.resumeSession?.('old' as AgentSessionId, place);
    expect(session).toEqual({ agentSessionId: 'old', events: [] });
    expect(peer.last('session/load').params).toEqual({ session_id: 'old' });
    expect(client.events).toEqual([]);
    peer.notify('session/update', update('old', 'agent_message_chunk', { text: 'new' }));
    expect(client.events).toHaveLength(1);
  });

  test('an unknown session is reported as not found', async () => {
    const { test, peer } = parts(harness());
    const connection = await test.connect();
    peer.answer('session/load', () => {
      throw new RpcError({ code: -32001, message: 'Resource not found' });
    });
    await expect(connection.resumeSession?.('old' as AgentSessionId, place)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('an update for an unknown session is reported, for a released one dropped', async () => {
    const { peer, client, connection, id } = await opened();
    peer.notify('session/update', update('nobody', 'plan', { steps: [] }));
    peer.notify('session/update', { type: 'plan' });
    expect(client.problems).toHaveLength(2);
    connection.releaseSession(id);
    peer.notify('session/update', update(id, 'plan', { steps: [] }));
    expect(client.problems).toHaveLength(2);
    expect(client.events).toEqual([]);
  });
});

describe('turns', () => {
  test.each<[string, unknown, object]>([
    ['ok', { status: 'ok' }, { reason: 'end_turn' }],
    ['nothing', null, { reason: 'end_turn' }],
    ['cancelled', { status: 'cancelled' }, { reason: 'cancelled' }],
    ['a stop reason', { stop_reason: 'max_tokens' }, { reason: 'max_tokens' }],
    ['end_turn', { status: 'ok', stop_reason: 'end_turn' }, { reason: 'end_turn' }],
    ['an unknown status', { status: 'tired' }, { reason: 'end_turn', unknownReason: 'tired' }],
    [
      'an unknown stop reason',
      { status: 'ok', stop_reason: { of: 7 } },
      { reason: 'end_turn', unknownReason: '{"of":7}' },
    ],
  ])('an answer that says %s', async (_, answer, turn) => {
    const { peer, connection, id } = await opened();
    peer.answer('session/prompt', () => answer);
    expect(await connection.prompt(id, text('Hi'))).toEqual(turn);
    expect(peer.last('session/prompt').params).toEqual({
      session_id: id,
      content: [{ type: 'text', text: 'Hi' }],
    });
  });

  test('updates of a turn are delivered in order, unknown ones included', async () => {
    const { peer, client, connection, id } = await opened();
    peer.answer('session/prompt', () => {
      peer.notify('session/update', update(id, 'agent_thought_chunk', { text: 'Hm.' }));
      peer.notify('session/update', update(id, 'agent_message_chunk', { text: 'Yes.' }));
      peer.notify('session/forecast', { session_id: id, rain: true });
      return {};
    });
    await connection.prompt(id, text('Hi'));
    expect(client.journal.slice(1)).toEqual([
      'message.appended',
      'message.appended',
      'unknown.received',
    ]);
    peer.notify('forecast', {});
    expect(client.problems).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['says ok', { result: { status: 'ok' } }],
    ['fails', { error: { code: -32003, message: 'Invalid state' } }],
  ])('a turn that was told to stop and %s has stopped', async (_, answer) => {
    const { peer, connection, id } = await opened();
    const ended = connection.prompt(id, text('Hi'));
    connection.cancel(id);
    expect(peer.last('session/cancel')).toEqual({
      jsonrpc: '2.0',
      method: 'session/cancel',
      params: { session_id: id },
    });
    peer.send({ jsonrpc: '2.0', id: peer.last('session/prompt').id, ...answer });
    expect(await ended).toEqual({ reason: 'cancelled' });
  });

  test.each<[number, string]>([
    [-32001, 'not-found'],
    [-32003, 'invalid-request'],
    [-32004, 'unsupported'],
    [-32603, 'agent-error'],
  ])('error %i fails the turn as %s', async (code, expected) => {
    const { peer, connection, id } = await opened();
    peer.answer('session/prompt', () => {
      throw new RpcError({ code, message: 'No.' });
    });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({ code: expected });
  });

  test('the end of the process ends the turn', async () => {
    const { test, connection, id } = await opened();
    const ended = connection.prompt(id, text('Hi'));
    connection.cancel(id);
    test.channel.close('It died.');
    await expect(ended).rejects.toMatchObject({ code: 'closed', message: 'It died.' });
  });
});
