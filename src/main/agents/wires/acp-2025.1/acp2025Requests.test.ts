import { describe, expect, test } from 'vitest';
import type { AgentConnection, OpenedSession } from '#main/agents/connection';
import { fail, ok } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import { leaveRunning, opened, place, text, update } from '#test/support/dialectHarness';
import { mutationsOf } from '#test/support/mutations';

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
    expect(client.calls.slice(1)).toEqual([
      // So that the row in the transcript ends with the command.
      ['terminals.waitForExit', id, 'terminal-1'],
      ['terminals.output', id, 'terminal-1'],
      ['terminals.waitForExit', id, 'terminal-1'],
      ['terminals.kill', id, 'terminal-1'],
      ['terminals.release', id, 'terminal-1'],
    ]);
  });

  test('a command has a row in the transcript, with its terminal and its end', async () => {
    const { peer, client } = await working();
    await peer.request('terminal/create', { cwd: '/work', command: 'cargo build' });
    const toolCallId = 'terminal terminal-1';
    expect(client.events.slice(1)).toEqual([
      {
        type: 'tool.updated',
        toolCallId,
        title: 'cargo build',
        name: 'terminal',
        kind: 'execute',
        status: 'in_progress',
        content: [{ type: 'terminal', terminalId: 'terminal-1' }],
      },
      { type: 'tool.updated', toolCallId, status: 'completed' },
    ]);
  });

  test('a command that a tool call announced is shown in that call, and stays there', async () => {
    const { peer, client, id } = await working();
    const call = { id: 'tool_1', name: 'bash', arguments: { command: 'cargo build' } };
    peer.notify('session/update', update(id, 'tool_call', call));
    await peer.request('terminal/create', { cwd: '/work', command: 'cargo build' });
    const result = { id: 'tool_1', status: 'completed', result: { content: 'Built.' } };
    peer.notify('session/update', update(id, 'tool_call_update', result));
    const content = [{ type: 'terminal', terminalId: 'terminal-1' }];
    expect(client.events.slice(2)).toMatchObject([
      { toolCallId: 'tool_1', content },
      { toolCallId: 'tool_1', status: 'completed', content: [...content, { type: 'content' }] },
    ]);
  });

  test('the exit of a terminal is reported with its output', async () => {
    const { peer, client } = await working();
    client.onOutput = () =>
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
    ['a lone surrogate', 'fs/write_text_file', { path: '/p', content: '\ud800' }, -32602],
    ['an unknown session', 'fs/read_text_file', { path: '/p', session_id: 'x' }, -32001],
    ['an unknown method', 'fs/format_disk', {}, -32601],
  ])('%s is refused', async (_, method, params, code) => {
    const { peer } = await working();
    expect(await peer.request(method, params)).toMatchObject({ error: { code } });
  });

  test('a request without a session goes to the working one of two, else it is refused', async () => {
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

  test('malformed requests are refused and never throw', async () => {
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
