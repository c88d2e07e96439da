import { describe, expect, test } from 'vitest';
import type { AgentConnection, OpenedSession } from '#main/agents/connection';
import { fail, ok } from '#shared/errors';
import type { AgentSessionId, TerminalId } from '#shared/ids';
import { mutationsOf } from '#test/support/mutations';
import { RpcError } from '#test/support/rpcPeer';
import { type RpcHarnessOptions, rpcHarness, type WireHarness } from '#test/support/wireHarness';
import { connect } from './connect';

const introduction = {
  agent_info: { name: 'my-agent', version: '1.0.0' },
  capabilities: { streaming: true, audio: false, image: true, supported_modes: ['agent', 'ask'] },
  instructions: 'I am an AI coding assistant.',
};
const place = { cwd: '/work', additionalDirectories: [] };
const text = (words: string) => [{ type: 'text' as const, text: words }];

function harness(initialize: unknown = introduction, options?: RpcHarnessOptions): WireHarness {
  const test = rpcHarness(connect, options);
  const said = { status: 'ok' };
  test.peer
    .answer('initialize', initialize)
    .answer('session/new', said)
    .answer('session/load', said);
  return test;
}

async function opened(initialize: unknown = introduction, options?: RpcHarnessOptions) {
  const test = harness(initialize, options);
  const connection = await test.connect();
  const session = await test.open(connection);
  return { ...parts(test), connection, session, id: session.agentSessionId };
}

function parts(test: WireHarness) {
  return { test, client: test.client, peer: test.peer };
}

/** Ends with the connection. */
function leaveRunning(turn: Promise<unknown>): void {
  turn.catch(() => undefined);
}

function update(id: string, type: string, data: object) {
  return { session_id: id, type, data };
}

describe('initialize', () => {
  test('says who we are, what we do and where', async () => {
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

  test('the agent is what it says it is', async () => {
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

  test('no answer is waited for past the deadline', async () => {
    const test = harness();
    test.peer.leaveOpen('initialize');
    const connecting = test.connect();
    test.abort.abort(new DOMException('late', 'TimeoutError'));
    await expect(connecting).rejects.toMatchObject({ code: 'timeout' });
  });

  test('nonsense is refused or understood, and never breaks', async () => {
    for (const { value } of mutationsOf(introduction)) {
      const outcome = await harness(value)
        .connect()
        .catch((error: unknown) => error);
      expect(outcome).toHaveProperty('name' in (outcome as object) ? 'code' : 'powers');
    }
  });
});

describe('sessions', () => {
  test('the id is ours, and the mode one that it has', async () => {
    const { peer, session } = await opened();
    expect(peer.last('session/new').params).toEqual({ session_id: 'ses_1', mode: 'agent' });
    expect(session).toEqual({
      agentSessionId: 'ses_1',
      events: [
        {
          type: 'modes.updated',
          available: [{ id: 'agent', name: 'Agent' }],
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

  test('what comes before the answer is kept for the session', async () => {
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

  test('an agent that insists on an id of its own is understood', async () => {
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

  test('loading takes the conversation up; what is repeated is not heard twice', async () => {
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

  test('a session that it does not know is not found', async () => {
    const { test, peer } = parts(harness());
    const connection = await test.connect();
    peer.answer('session/load', () => {
      throw new RpcError({ code: -32001, message: 'Resource not found' });
    });
    await expect(connection.resumeSession?.('old' as AgentSessionId, place)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('an update for nobody is reported, for a session let go of is dropped', async () => {
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
  test.each<[string, unknown, string]>([
    ['ok', { status: 'ok' }, 'end_turn'],
    ['nothing', null, 'end_turn'],
    ['cancelled', { status: 'cancelled' }, 'cancelled'],
    ['a stop reason', { stop_reason: 'max_tokens' }, 'max_tokens'],
    ['a word that is not known', { status: 'tired' }, 'end_turn'],
  ])('an answer that says %s', async (_, answer, reason) => {
    const { peer, connection, id } = await opened();
    peer.answer('session/prompt', () => answer);
    expect(await connection.prompt(id, text('Hi'))).toEqual({ reason });
    expect(peer.last('session/prompt').params).toEqual({
      session_id: id,
      content: [{ type: 'text', text: 'Hi' }],
    });
  });

  test('what is said in a turn is heard in order, unknown things included', async () => {
    const { peer, client, connection, id } = await opened();
    peer.answer('session/prompt', () => {
      peer.notify('session/update', update(id, 'agent_thought_chunk', { text: 'Hm.' }));
      peer.notify('session/update', update(id, 'agent_message_chunk', { text: 'Yes.' }));
      peer.notify('session/forecast', { session_id: id, rain: true });
      return {};
    });
    await connection.prompt(id, text('Hi'));
    expect(client.journal).toEqual(['message.appended', 'message.appended', 'unknown.received']);
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

  test('what is denied after that is denied for another reason', async () => {
    const { peer, connection, id } = await opened();
    peer.answer('authenticate', {}).answer('session/prompt', () => {
      throw new RpcError({ code: -32002, message: 'Permission denied' });
    });
    await connection.authenticate?.('token', { apiKey: 'secret' });
    await expect(connection.prompt(id, text('Hi'))).rejects.toMatchObject({ code: 'agent-error' });
  });

  test('a token there must be', async () => {
    const { connection } = await opened();
    await expect(connection.authenticate?.('token', {})).rejects.toMatchObject({
      code: 'invalid-request',
    });
  });
});

describe('requests of the agent', () => {
  async function working() {
    const all = await opened();
    leaveRunning(all.connection.prompt(all.id, text('Hi')));
    return all;
  }

  test('files are read and written', async () => {
    const { peer, client, id } = await working();
    client.onRead = async () => ok('fn main() {}');
    expect(await peer.request('fs/read_text_file', { path: '/work/main.rs' })).toMatchObject({
      result: { content: 'fn main() {}' },
    });
    const write = { path: '/work/main.rs', content: 'new' };
    expect(await peer.request('fs/write_text_file', write)).toMatchObject({
      result: { status: 'ok' },
    });
    expect(client.calls).toEqual([
      ['readTextFile', id, { path: '/work/main.rs', line: null, limit: null }],
      ['writeTextFile', id, write],
    ]);
  });

  test('terminals are run to their end', async () => {
    const { peer, client, id } = await working();
    const create = { cwd: '/work', command: 'cargo build' };
    expect(await peer.request('terminal/create', create)).toMatchObject({
      result: { terminal_id: 'terminal-1' },
    });
    const about = { terminal_id: 'terminal-1' };
    expect(await peer.request('terminal/output', about)).toMatchObject({
      result: { output: 'out', truncated: false },
    });
    expect(await peer.request('terminal/wait_for_exit', about)).toMatchObject({
      result: { exit_code: 0, signal: null },
    });
    expect(await peer.request('terminal/kill', about)).toMatchObject({ result: { status: 'ok' } });
    expect(await peer.request('terminal/release', about)).toMatchObject({
      result: { status: 'ok' },
    });
    const request = { ...create, args: [], env: [], outputByteLimit: null };
    expect(client.calls[0]).toEqual(['terminals.create', id, request]);
    expect(client.calls.slice(1).map(([name, ...rest]) => [name, ...rest])).toEqual([
      ['terminals.output', id, 'terminal-1'],
      ['terminals.waitForExit', id, 'terminal-1'],
      ['terminals.kill', id, 'terminal-1'],
      ['terminals.release', id, 'terminal-1'],
    ]);
  });

  test('the exit of a terminal comes with its output', async () => {
    const { peer, client } = await working();
    client.terminals.output = () =>
      ok({ output: 'x', truncated: true, exit: { exitCode: null, signal: 'SIGKILL' } });
    const about = { terminal_id: 'terminal-1' as TerminalId };
    expect(await peer.request('terminal/output', about)).toMatchObject({
      result: { exit_status: { exit_code: null, signal: 'SIGKILL' } },
    });
  });

  test.each([
    ['not-found', -32001],
    ['refused', -32002],
    ['conflict', -32003],
    ['unavailable', -32004],
    ['invalid-input', -32602],
    ['io', -32603],
  ] as const)('what is refused as %s has the code %i', async (code, expected) => {
    const { peer, client } = await working();
    client.onWrite = async () => fail(code, 'The user said no.', 'line 3');
    expect(await peer.request('fs/write_text_file', { path: '/p', content: '' })).toMatchObject({
      error: { code: expected, message: 'The user said no.', data: { code, details: 'line 3' } },
    });
  });

  test.each<[string, string, unknown, number]>([
    ['no params', 'fs/read_text_file', null, -32602],
    ['no path', 'fs/read_text_file', {}, -32602],
    ['half a character', 'fs/write_text_file', { path: '/p', content: '\ud800' }, -32602],
    ['a session that is not there', 'fs/read_text_file', { path: '/p', session_id: 'x' }, -32001],
    ['a method that is not there', 'fs/format_disk', {}, -32601],
  ])('%s is refused', async (_, method, params, code) => {
    const { peer } = await working();
    expect(await peer.request(method, params)).toMatchObject({ error: { code } });
  });

  test('of two sessions the one at work is meant, and nobody guesses', async () => {
    const { test, peer, client, connection, id } = await working();
    const other = await test.open(connection);
    const read = { path: '/work/a' };
    client.onRead = async () => ok('a');
    expect(await peer.request('fs/read_text_file', read)).toMatchObject({
      result: { content: 'a' },
    });
    expect(client.calls.at(-1)?.[1]).toBe(id);
    leaveRunning(connection.prompt(other.agentSessionId, text('Me too')));
    expect(await peer.request('fs/read_text_file', read)).toMatchObject({
      error: { code: -32003 },
    });
    const named = { ...read, session_id: other.agentSessionId };
    expect(await peer.request('fs/read_text_file', named)).toMatchObject({
      result: { content: 'a' },
    });
    expect(client.calls.at(-1)?.[1]).toBe(other.agentSessionId);
  });

  test('a terminal belongs to the session that made it', async () => {
    const { test, peer, client, connection, id } = await working();
    await peer.request('terminal/create', { command: 'ls' });
    const other = await test.open(connection);
    leaveRunning(connection.prompt(other.agentSessionId, text('Me too')));
    await peer.request('terminal/output', { terminal_id: 'terminal-1' });
    expect(client.calls.at(-1)).toEqual(['terminals.output', id, 'terminal-1']);
  });

  test('nonsense is refused and never breaks', async () => {
    const { peer, client, connection, id } = await working();
    const requests: readonly [string, object][] = [
      ['fs/read_text_file', { session_id: id, path: '/p' }],
      ['fs/write_text_file', { session_id: id, path: '/p', content: 'c' }],
      ['terminal/create', { session_id: id, cwd: '/p', command: 'c' }],
      ['terminal/output', { session_id: id, terminal_id: 't' }],
      ['terminal/wait_for_exit', { session_id: id, terminal_id: 't' }],
      ['terminal/kill', { session_id: id, terminal_id: 't' }],
      ['terminal/release', { session_id: id, terminal_id: 't' }],
      ['session/update', { session_id: id, type: 'plan', data: { steps: [] } }],
    ];
    for (const [method, params] of requests) {
      for (const { value } of mutationsOf(params)) {
        const answer = await peer.request(method, value);
        expect('result' in answer || 'error' in answer).toBe(true);
      }
    }
    expect(client.problems.every(({ type }) => type !== 'garbage')).toBe(true);
    await expect(stillOpens(connection)).resolves.toMatch(/^ses_/);
  });

  async function stillOpens(connection: AgentConnection): Promise<string> {
    const session: OpenedSession = await connection.newSession(place);
    return session.agentSessionId;
  }
});
