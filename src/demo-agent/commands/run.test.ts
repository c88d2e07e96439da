import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TestClient, temporaryFolder } from '#test/demoAgent/testClient';

const never = new Promise<string>(() => undefined);

describe('in a terminal of the client', () => {
  const capabilities = { terminal: true };

  test('embeds it, waits, reads and releases it', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ capabilities });
    client.terminals.script = { output: 'all good\n', exitCode: 0 };
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(sessionId, 'run npm test');
    expect(said).toContain('`npm test` succeeded. It printed:\n\n```console\nall good\n```');
    expect(client.permissions[0]?.toolCall).toMatchObject({
      kind: 'execute',
      title: 'npm test',
      rawInput: { command: 'npm test', cwd: folder },
    });
    expect(client.permissions[0]?.options[1]?.name).toBe('Always allow “npm test” in this session');
    const terminal = client.terminals.all.get('terminal-1');
    expect(terminal?.request).toMatchObject({ cwd: folder, args: ['-c', 'npm test'] });
    await client.until(() => terminal?.released === true);
    expect(client.toolCalls(sessionId)).toMatchObject([
      {
        status: 'completed',
        content: [{ type: 'terminal', terminalId: 'terminal-1' }],
        rawOutput: { exitCode: 0 },
      },
    ]);
  });

  test('reports a failure, and skips the steps after it', async () => {
    const folder = await temporaryFolder({ 'x.txt': 'boom' });
    const client = await TestClient.start({ capabilities });
    client.terminals.script = { output: 'boom\n', exitCode: 3 };
    const sessionId = await client.newSessionIn('auto', folder);
    const said = await client.ask(sessionId, 'run make then create done.txt with yes\nfind boom');
    expect(said).toContain('`make` failed with code 3.');
    expect(said).toContain('1 of 3 steps are done.');
    expect(existsSync(join(folder, 'done.txt'))).toBe(false);
  });

  test('a rejected command does not run', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ capabilities, permission: () => 'reject_once' });
    const { sessionId } = await client.newSession(folder);
    expect(await client.ask(sessionId, 'run make')).toContain(
      'You rejected it, so `make` did not run.',
    );
    expect(client.terminals.all.size).toBe(0);
  });

  test('a cancel ends it at once and releases the terminal', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ capabilities });
    const sessionId = await client.newSessionIn('auto', folder);
    const turn = client.prompt(sessionId, 'run sleep 1000');
    await client.until(() => client.toolCalls(sessionId)[0]?.status === 'in_progress');
    await client.cancel(sessionId);
    expect((await turn).stopReason).toBe('cancelled');
    expect(client.toolCalls(sessionId)[0]?.status).toBe('failed');
    await client.until(() => client.terminals.all.get('terminal-1')?.released === true);
  });
});

describe('by ourselves', () => {
  test('reports the output as text', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(folder);
    const said = await client.ask(sessionId, "run printf 'one\\ntwo\\n' && pwd");
    expect(said).toContain(`one\ntwo\n${folder}`);
    expect(client.toolCalls(sessionId)).toMatchObject([
      { status: 'completed', content: [{ type: 'content' }] },
    ]);
  });

  test('streams the output to a client that displays it', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ capabilities: { _meta: { terminal_output: true } } });
    const sessionId = await client.newSessionIn('auto', folder);
    await client.prompt(sessionId, 'run echo live; exit 4');
    const metas = client
      .updates(sessionId)
      .flatMap((update) =>
        update.sessionUpdate === 'tool_call_update' && update._meta ? [update._meta] : [],
      );
    const id = client.toolCalls(sessionId)[0]?.toolCallId;
    expect(metas).toEqual([
      { terminal_info: { terminal_id: id, cwd: folder } },
      { terminal_output: { terminal_id: id, data: 'live\n' } },
      { terminal_exit: { terminal_id: id, exit_code: 4, signal: null } },
    ]);
    expect(client.toolCalls(sessionId)).toMatchObject([
      { status: 'failed', content: [{ type: 'terminal', terminalId: id }] },
    ]);
  });

  test('a cancel ends the whole process group', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ capabilities: { _meta: { terminal_output: true } } });
    const sessionId = await client.newSessionIn('auto', folder);
    const turn = client.prompt(
      sessionId,
      'run sh -c \'trap "echo yes > ended; exit" TERM; echo started; sleep 1000 & wait\' ; true',
    );
    await client.until(() =>
      JSON.stringify(client.updates(sessionId)).includes('"terminal_output"'),
    );
    await client.cancel(sessionId);
    expect((await turn).stopReason).toBe('cancelled');
    // Written by a child of the shell that we started: the signal reached the whole group.
    await expect.poll(() => existsSync(join(folder, 'ended'))).toBe(true);
    expect(client.toolCalls(sessionId)[0]?.status).toBe('failed');
  });

  test('no output is sent after the answer, however much was printed', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ capabilities: { _meta: { terminal_output: true } } });
    const sessionId = await client.newSessionIn('auto', folder);
    const turn = client.prompt(sessionId, 'run yes');
    await client.until(() =>
      JSON.stringify(client.updates(sessionId).at(-1)).includes('terminal_output'),
    );
    await client.cancel(sessionId);
    await turn;
    const told = client.notifications.length;
    await client.agent.request('session/list', {});
    expect(client.notifications.length).toBe(told);
    expect(client.updates(sessionId).at(-1)).toMatchObject({
      sessionUpdate: 'session_info_update',
    });
  });

  test('always allows one command, not another', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ permission: () => 'allow_always' });
    const { sessionId } = await client.newSession(folder);
    await client.prompt(sessionId, 'run true');
    await client.prompt(sessionId, 'run true');
    await client.prompt(sessionId, 'run echo other');
    expect(client.permissions.map((request) => request.toolCall.title)).toEqual([
      'true',
      'echo other',
    ]);
  });

  test('a cancel while the question is open runs nothing', async () => {
    const folder = await temporaryFolder();
    const client = await TestClient.start({ permission: () => never });
    const { sessionId } = await client.newSession(folder);
    const turn = client.prompt(sessionId, 'run touch made.txt');
    await client.until(() => client.permissions.length === 1);
    await client.cancel(sessionId);
    expect((await turn).stopReason).toBe('cancelled');
    expect(existsSync(join(folder, 'made.txt'))).toBe(false);
    expect(client.toolCalls(sessionId)).toMatchObject([{ status: 'failed' }]);
  });
});
