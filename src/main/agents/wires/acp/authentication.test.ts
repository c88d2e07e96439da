import { expect, test } from 'vitest';
import { openSession } from '#test/support/acpHarness';
import { say } from '#test/support/acpMessages';
import { RpcError } from '#test/support/rpcPeer';

test('logging in and out', async () => {
  const { peer, connection } = await openSession({
    authMethods: [
      { id: 'key', name: 'Key', _meta: { 'api-key': { provider: 'openai' } } },
      { id: 'web', name: 'Web' },
      { id: 'tui', name: 'Terminal', type: 'terminal' },
    ],
    agentCapabilities: { auth: { logout: {} } },
  });
  peer.answer('authenticate', {}).answer('logout', {});
  await connection.authenticate?.('key', { apiKey: 'sk-1' });
  expect(peer.last('authenticate').params).toEqual({
    methodId: 'key',
    _meta: { 'api-key': { apiKey: 'sk-1' } },
  });
  await connection.authenticate?.('web', {});
  expect(peer.last('authenticate').params).toEqual({ methodId: 'web' });
  await expect(connection.authenticate?.('tui', {})).rejects.toMatchObject({ code: 'unsupported' });
  await connection.logout?.();
});

test('any call can report that a login is needed, with the ways to log in', async () => {
  const { peer, connection, session } = await openSession();
  peer.answer('session/prompt', () => {
    throw new RpcError({
      code: -32000,
      message: 'Authentication required',
      data: { authMethods: [{ id: 'openai', name: 'OpenAI' }] },
    });
  });
  await expect(connection.prompt(session.agentSessionId, say('go'))).rejects.toMatchObject({
    code: 'authentication-required',
    message: 'Authentication required',
  });
  expect(connection.authenticationMethods).toMatchObject([{ id: 'openai' }]);
});
