import { describe, expect, test } from 'vitest';
import { harness, introduction, opened, parts, place, text } from '#test/support/dialectHarness';
import { expectTakenOrRefused } from '#test/support/oddIntroductions';
import { RpcError } from '#test/support/rpcPeer';

describe('initialize', () => {
  test('sends the app’s name, its capabilities and the folder', async () => {
    const { peer } = await opened();
    expect(peer.last('initialize')).toEqual({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocol_version: '2025.1',
        client_info: { name: 'airlock', version: '0.0.0-test' },
        capabilities: {
          text_files: true,
          terminal: true,
          embedded_context: true,
          audio: true,
          image: true,
          experimental: {},
        },
        working_directory: '/work',
        mcp_servers: [],
      },
    });
  });

  test('services that are withheld are not offered', async () => {
    const services = { fileSystem: false, terminal: false };
    const { peer } = await opened(introduction, { services });
    expect(peer.last('initialize').params).toMatchObject({
      capabilities: { text_files: false, terminal: false },
    });
    expect(await peer.request('fs/read_text_file', { path: '/work/a' })).toMatchObject({
      error: { code: -32601 },
    });
  });

  test('the agent’s name and capabilities are read', async () => {
    const { connection } = await opened();
    expect(connection).toMatchObject({
      wire: 'acp-2025.1',
      protocolVersion: '2025.1',
      identity: { name: 'my-agent', version: '1.0.0' },
      powers: { resume: true, prompt: { image: true, embeddedContext: true } },
      authenticationMethods: [{ id: 'token', how: { type: 'api-key' } }],
    });
  });

  test.each([
    ['2025.3', true],
    ['2026.1', false],
    [1, false],
  ])('version %s is understood: %s', async (protocol_version, isUnderstood) => {
    const connecting = harness({ ...introduction, protocol_version }).connect();
    if (isUnderstood) expect((await connecting).protocolVersion).toBe(protocol_version);
    else await expect(connecting).rejects.toMatchObject({ code: 'unsupported' });
  });

  test('an answer is not awaited past the deadline', async () => {
    const test = harness();
    test.peer.leaveOpen('initialize');
    const connecting = test.connect();
    test.abort.abort(new DOMException('late', 'TimeoutError'));
    await expect(connecting).rejects.toMatchObject({ code: 'timeout' });
  });

  test('malformed answers are refused or understood, and never throw', async () => {
    await expectTakenOrRefused(introduction, (value) => harness(value).connect());
  });
});

describe('authentication', () => {
  test('a session that is denied asks for the token, and then opens', async () => {
    const { test, peer } = parts(harness());
    const connection = await test.connect();
    let isIn = false;
    peer
      .answer('session/new', () => {
        if (isIn) return {};
        throw new RpcError({ code: -32002, message: 'Permission denied' });
      })
      .answer('authenticate', () => {
        isIn = true;
        return {};
      });
    await expect(connection.newSession(place)).rejects.toMatchObject({
      code: 'authentication-required',
    });
    await connection.authenticate?.('token', { apiKey: 'secret' });
    expect(peer.last('authenticate').params).toEqual({ type: 'token', token: 'secret' });
    expect((await connection.newSession(place)).agentSessionId).toBe('ses_2');
  });

  test('a denial after login is an ordinary error', async () => {
    const { peer, connection, id } = await opened();
    peer.answer('authenticate', {}).answer('session/prompt', () => {
      throw new RpcError({ code: -32002, message: 'Permission denied' });
    });
    await connection.authenticate?.('token', { apiKey: 'secret' });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({ code: 'agent-error' });
  });

  test('a prompt that is denied fails with its words, and no login is asked for', async () => {
    const { peer, connection, id } = await opened();
    peer.answer('session/prompt', () => {
      throw new RpcError({ code: -32002, message: 'Permission denied' });
    });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({
      code: 'agent-error',
      message: 'Permission denied',
    });
    peer.answer('session/prompt', {});
    await expect(connection.prompt(id, text('Hi'))).resolves.toEqual({ reason: 'end_turn' });
    peer.answer('session/prompt', () => {
      throw new RpcError({ code: -32000, message: 'Authentication required' });
    });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({
      code: 'authentication-required',
    });
  });

  test('an empty token is refused', async () => {
    const { connection } = await opened();
    await expect(connection.authenticate?.('token', {})).rejects.toMatchObject({
      code: 'invalid-request',
    });
  });
});
