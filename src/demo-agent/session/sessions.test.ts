import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods, type SessionConfigOption } from '@agentclientprotocol/sdk/unstable';
import { describe, expect, test } from 'vitest';
import { TestClient, temporaryFolder } from '#test/demoAgent/testClient';

const { session } = methods.agent;

describe('initialize and new', () => {
  test('uses version 1 whatever is asked for', async () => {
    const client = await TestClient.start();
    const answer = await client.agent.request(methods.agent.initialize, { protocolVersion: 7 });
    expect(answer).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'airlock-agent' },
      agentCapabilities: { loadSession: true },
    });
  });

  test('announces its commands after the answer', async () => {
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(await temporaryFolder());
    await client.until(() => client.updates(sessionId).length > 0);
    expect(client.updates(sessionId)[0]).toMatchObject({
      sessionUpdate: 'available_commands_update',
    });
    expect(JSON.stringify(client.updates(sessionId)[0])).toContain(
      '"hint":"old -> new [in src/**/*.ts]"',
    );
  });

  test.each(['relative/path', '/no/such/folder/anywhere'])('refuses the folder %s', async (cwd) => {
    const client = await TestClient.start();
    await expect(client.newSession(cwd)).rejects.toMatchObject({ code: -32602 });
  });

  test('an unknown session is an error of its own', async () => {
    const client = await TestClient.start();
    await expect(client.prompt('airlock-none', 'hello')).rejects.toMatchObject({ code: -32002 });
    await expect(
      client.agent.request(session.load, {
        sessionId: '../../etc/passwd',
        cwd: '/',
        mcpServers: [],
      }),
    ).rejects.toMatchObject({ code: -32002 });
  });
});

describe('modes and options', () => {
  const byId = (options: readonly SessionConfigOption[] | null | undefined, id: string) =>
    options?.find((option) => option.id === id);

  test('report the same mode, whichever way it is set', async () => {
    const client = await TestClient.start();
    const created = await client.newSession(
      await temporaryFolder({ 'src/a.ts': '', 'docs/b.md': '' }),
    );
    const { sessionId } = created;
    expect(created.modes).toMatchObject({
      currentModeId: 'ask',
      availableModes: [{ id: 'ask' }, { id: 'auto' }, { id: 'plan' }],
    });
    expect(byId(created.configOptions, 'mode')).toMatchObject({
      category: 'mode',
      currentValue: 'ask',
    });
    expect(byId(created.configOptions, 'scope')).toMatchObject({
      options: [
        { group: 'project', options: [{ value: 'all' }] },
        { group: 'folders', options: [{ value: 'docs' }, { value: 'src' }] },
      ],
    });
    expect(byId(created.configOptions, 'explain')).toBeUndefined();

    await client.agent.request(session.setMode, { sessionId, modeId: 'plan' });
    const update = client
      .updates(sessionId)
      .findLast((each) => each.sessionUpdate === 'config_option_update');
    expect(
      update?.sessionUpdate === 'config_option_update' && byId(update.configOptions, 'mode'),
    ).toMatchObject({ currentValue: 'plan' });

    const answer = await client.agent.request(session.setConfigOption, {
      sessionId,
      configId: 'mode',
      value: 'auto',
    });
    expect(byId(answer.configOptions, 'mode')).toMatchObject({ currentValue: 'auto' });
    expect(client.updates(sessionId).at(-1)).toEqual({
      sessionUpdate: 'current_mode_update',
      currentModeId: 'auto',
    });

    await client.prompt(sessionId, '/mode ask');
    expect(client.updates(sessionId)).toContainEqual({
      sessionUpdate: 'current_mode_update',
      currentModeId: 'ask',
    });
  });

  test('a boolean option is offered only to clients that support it', async () => {
    const client = await TestClient.start({
      capabilities: { session: { configOptions: { boolean: {} } } },
    });
    const { sessionId, configOptions } = await client.newSession(
      await temporaryFolder({ 'a.txt': 'x' }),
    );
    expect(byId(configOptions, 'explain')).toMatchObject({ type: 'boolean', currentValue: true });
    await client.agent.request(session.setConfigOption, {
      sessionId,
      configId: 'explain',
      type: 'boolean',
      value: false,
    });
    await client.prompt(sessionId, 'find x');
    expect(
      client.updates(sessionId).some((update) => update.sessionUpdate === 'agent_thought_chunk'),
    ).toBe(false);
  });

  test('the scope limits where find searches', async () => {
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(
      await temporaryFolder({ 'src/a.ts': 'x', 'docs/b.md': 'x' }),
    );
    await client.agent.request(session.setConfigOption, {
      sessionId,
      configId: 'scope',
      value: 'docs',
    });
    expect(await client.ask(sessionId, 'find x')).toContain('**1 match** of `x` in 1 file');
    expect(await client.ask(sessionId, 'find x in src')).toContain('`src/a.ts:1`');
  });

  test.each([
    ['mode', 'turbo'],
    ['nothing', 'x'],
  ])('refuses %s = %s', async (configId, value) => {
    const client = await TestClient.start();
    const { sessionId } = await client.newSession(await temporaryFolder());
    await expect(
      client.agent.request(session.setConfigOption, { sessionId, configId, value }),
    ).rejects.toMatchObject({ code: -32602 });
    await expect(
      client.agent.request(session.setMode, { sessionId, modeId: 'turbo' }),
    ).rejects.toMatchObject({ code: -32602 });
  });
});

describe('history', () => {
  async function pastSession() {
    const home = await temporaryFolder();
    const folder = await temporaryFolder({ 'a.txt': 'foo\n' });
    const client = await TestClient.start({ home });
    const sessionId = await client.newSessionIn('auto', folder);
    await client.prompt(sessionId, 'replace foo with bar then run echo done');
    return { home, folder, sessionId };
  }

  test('load repeats the whole conversation before it answers', async () => {
    const { home, folder, sessionId } = await pastSession();
    const client = await TestClient.start({ home });
    const loaded = await client.agent.request(session.load, {
      sessionId,
      cwd: folder,
      mcpServers: [],
    });
    expect(loaded.modes?.currentModeId).toBe('auto');
    const updates = client.updates(sessionId);
    expect(updates[0]).toMatchObject({
      sessionUpdate: 'user_message_chunk',
      content: { type: 'text', text: 'replace foo with bar then run echo done' },
    });
    expect(client.toolCalls(sessionId)).toMatchObject([
      { kind: 'search', status: 'completed' },
      {
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'diff', oldText: 'foo\n', newText: 'bar\n' }],
      },
      { kind: 'execute', status: 'completed', content: [{ type: 'content' }] },
    ]);
    expect(updates.filter((update) => update.sessionUpdate === 'tool_call')).toHaveLength(3);
    expect(updates.filter((update) => update.sessionUpdate === 'plan')).toHaveLength(1);
    expect(client.said(sessionId)).toContain('All 2 steps are done.');
    expect(await client.ask(sessionId, '/explain')).toContain('- changed `a.txt`');
  });

  test('resume repeats nothing and remembers everything', async () => {
    const { home, folder, sessionId } = await pastSession();
    const client = await TestClient.start({ home });
    await client.agent.request(session.resume, { sessionId, cwd: folder });
    expect(client.updates(sessionId).map((update) => update.sessionUpdate)).toEqual([
      'available_commands_update',
    ]);
    expect(await client.ask(sessionId, '/explain')).toContain('- changed `a.txt`');
  });

  test('a damaged history is read up to the damage', async () => {
    const { home, folder, sessionId } = await pastSession();
    const path = join(home, 'sessions', `${sessionId}.jsonl`);
    await appendFile(path, '{"kind":"prompt","at":"now","messa');
    const client = await TestClient.start({ home, capabilities: { session: { notices: {} } } });
    await client.agent.request(session.load, { sessionId, cwd: folder, mcpServers: [] });
    expect(client.updates(sessionId)).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'notice', severity: 'warning' }),
    );
    await client.prompt(sessionId, 'find bar');
    await client.agent.request(session.load, { sessionId, cwd: folder, mcpServers: [] });
    expect(client.said(sessionId)).toContain('**1 match** of `bar`');
    expect(await readFile(path, 'utf8')).toContain('find bar');
  });

  test('a tool call that was cut off is reported as failed', async () => {
    const home = await temporaryFolder();
    const folder = await temporaryFolder();
    const first = await TestClient.start({
      home,
      permission: () => new Promise<string>(() => undefined),
    });
    const { sessionId } = await first.newSession(folder);
    void first.prompt(sessionId, 'create a.txt with x').catch(() => undefined);
    await first.until(() => first.permissions.length === 1);
    await expect
      .poll(async () =>
        (await readFile(join(home, 'sessions', `${sessionId}.jsonl`), 'utf8')).includes(
          'tool_call',
        ),
      )
      .toBe(true);
    const second = await TestClient.start({ home });
    await second.agent.request(session.load, { sessionId, cwd: folder, mcpServers: [] });
    expect(second.toolCalls(sessionId)).toMatchObject([
      { title: 'Create a.txt', status: 'failed' },
    ]);
  });

  test('list is filtered by folder and paged, newest first', async () => {
    const home = await temporaryFolder();
    const one = await temporaryFolder();
    const two = await temporaryFolder();
    const client = await TestClient.start({ home });
    await client.newSession(two);
    for (let at = 0; at < 60; at += 1) await client.newSession(one);
    const { sessionId: newest } = await client.newSession(one);
    await client.prompt(newest, 'find x');
    const first = await client.agent.request(session.list, { cwd: one });
    expect(first.sessions).toHaveLength(50);
    expect(first.sessions[0]).toMatchObject({ sessionId: newest, title: 'Find x', cwd: one });
    const second = await client.agent.request(session.list, {
      cwd: one,
      cursor: first.nextCursor ?? null,
    });
    expect(second.sessions).toHaveLength(11);
    expect(second.nextCursor).toBeUndefined();
    expect(
      new Set([...first.sessions, ...second.sessions].map((each) => each.sessionId)).size,
    ).toBe(61);
    expect((await client.agent.request(session.list, { cwd: two })).sessions).toHaveLength(1);
    expect((await client.agent.request(session.list, { cwd: home })).sessions).toEqual([]);
    await expect(client.agent.request(session.list, { cursor: 'nonsense' })).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('close ends the turn; delete leaves nothing and never fails', async () => {
    const home = await temporaryFolder();
    const folder = await temporaryFolder();
    const client = await TestClient.start({ home, capabilities: { terminal: true } });
    const sessionId = await client.newSessionIn('auto', folder);
    const turn = client.prompt(sessionId, 'run sleep 1000');
    await client.until(() => client.terminals.all.size === 1);
    await client.agent.request(session.close, { sessionId });
    expect((await turn).stopReason).toBe('cancelled');
    await expect(client.prompt(sessionId, 'hello')).rejects.toMatchObject({ code: -32002 });
    await client.agent.request(session.resume, { sessionId, cwd: folder });
    await client.agent.request(session.delete, { sessionId });
    expect(await readdir(join(home, 'sessions'))).toEqual([]);
    await client.agent.request(session.delete, { sessionId: 'never-there' });
  });

  test('a fork continues independently', async () => {
    const { home, folder, sessionId } = await pastSession();
    const client = await TestClient.start({ home });
    const forked = await client.agent.request(session.fork, { sessionId, cwd: folder });
    expect(forked.sessionId).not.toBe(sessionId);
    await writeFile(join(folder, 'b.txt'), 'x');
    await client.prompt(forked.sessionId, 'find x');
    expect(await client.ask(forked.sessionId, '/explain')).toContain('**2.** “find x”');
    await client.agent.request(session.resume, { sessionId, cwd: folder });
    expect(await client.ask(sessionId, '/explain')).not.toContain('find x');
  });
});
