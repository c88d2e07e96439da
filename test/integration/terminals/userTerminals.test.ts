import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RESTARTS } from '#main/terminals/limits';
import { LoginTerminals } from '#main/terminals/loginTerminals';
import type { PtyHostClient } from '#main/terminals/pty/ptyHostClient';
import { UserTerminals } from '#main/terminals/userTerminals';
import type { SessionId } from '#shared/ids';
import type { UserTerminal } from '#shared/terminal/terminal';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';
import { buildPtyHost, runningPtyHost } from './runningPtyHost';

const built = new TemporaryFolder();
let hostFile: string;
beforeAll(async () => {
  hostFile = await buildPtyHost(built.join('ptyHost.mjs'));
});
afterAll(() => built.dispose());

const size = { columns: 80, rows: 24 };

async function openTerminals(file: string, ptys?: PtyHostClient) {
  const { client, logger, starter } = runningPtyHost(hostFile);
  const terminals = await UserTerminals.open({
    ptys: ptys ?? client,
    file,
    logger,
    shell: () => '/bin/sh',
    environment: async () => ({ PATH: process.env.PATH ?? '', TERM: 'xterm-256color' }),
  });
  onTestFinished(() => terminals.dispose());
  return { terminals, client, starter };
}

function wish(cwd: string, run: { name: string; command: string } | null = null) {
  return { ...size, cwd, sessionId: null, run };
}

const stateOf = (terminals: UserTerminals) => terminals.list().map(({ state }) => state.type);

describe.skipIf(process.platform === 'win32')('UserTerminals', () => {
  it('opens a login shell in the folder, and forgets it when the user exits it', async () => {
    const folder = testFolder();
    const { terminals, client } = await openTerminals(folder.join('terminals.json'));
    const terminal = unwrap(await terminals.create(wish(folder.path)));
    expect(terminal).toMatchObject({ kind: 'shell', name: 'sh', cwd: folder.path });
    expect(terminals.pidOf(terminal.id)).toBeGreaterThan(1);
    const left = waitFor(terminals.onDidChange, () => terminals.list().length === 0);
    client.input(terminal.id, 'exit 0\r');
    await left;
  });

  it('keeps an ended run, with its result and last output, and runs it again', async () => {
    const folder = testFolder();
    const { terminals } = await openTerminals(folder.join('terminals.json'));
    const run = { name: 'test', command: 'echo "2 failed"; exit 5' };
    const over = waitFor(terminals.onDidChange, () => stateOf(terminals).includes('ended'));
    const { id } = unwrap(await terminals.create(wish(folder.path, run)));
    await over;
    expect(terminals.get(id)?.state).toEqual({
      type: 'ended',
      cause: 'exit',
      at: expect.any(Number),
      exitCode: 5,
      signal: null,
    });
    expect(unwrap(terminals.tail(id))).toContain('2 failed');
    const again = waitFor(terminals.onDidChange, () => stateOf(terminals).includes('ended'));
    expect(unwrap(await terminals.restart(id, size)).state.type).toBe('running');
    await again;
  });

  it('keeps names and last output for the next run of the app', async () => {
    const folder = testFolder();
    const file = folder.join('terminals.json');
    const { terminals, client } = await openTerminals(file);
    const terminal = unwrap(await terminals.create(wish(folder.path)));
    unwrap(terminals.rename(terminal.id, 'server'));
    const seen = waitFor(client.onDidReportTail, ({ data }) => data.includes('precious'));
    client.input(terminal.id, 'echo pre""cious\r');
    await seen;
    await terminals.end();

    const { terminals: next } = await openTerminals(file);
    const [restored] = next.list() as [UserTerminal];
    expect(restored).toMatchObject({
      id: terminal.id,
      givenName: 'server',
      cwd: folder.path,
      state: { type: 'ended', cause: 'restart' },
    });
    expect(unwrap(next.tail(restored.id))).toContain('precious');
    expect(unwrap(await next.restart(restored.id, size)).state.type).toBe('running');
  });

  it('end anyway if their last output cannot be written', async () => {
    const folder = testFolder();
    const { terminals } = await openTerminals(folder.join('data/terminals.json'));
    unwrap(await terminals.create(wish(folder.path)));
    rmSync(folder.join('data'), { recursive: true, force: true });
    await expect(terminals.end()).resolves.toBeUndefined();
  });

  it('starts empty when the file is damaged', async () => {
    const folder = testFolder();
    const file = folder.write('terminals.json', '{"version":1,"terminals":[{"kind":"shell"}]}');
    const { terminals } = await openTerminals(file);
    expect(terminals.list()).toEqual([]);
  });

  it('restarts shells in their folders when the pty host is killed', async () => {
    const folder = testFolder();
    const { terminals, client, starter } = await openTerminals(folder.join('terminals.json'));
    const places = ['a', 'b\nc'].map((name) => folder.folder(name));
    const shells: UserTerminal[] = [];
    for (const place of places) shells.push(unwrap(await terminals.create(wish(place))));
    const [first, second] = shells as [UserTerminal, UserTerminal];
    unwrap(terminals.rename(second.id, 'server'));
    const seen = waitFor(client.onDidReportTail, ({ data }) => data.includes('precious'));
    client.input(first.id, 'echo pre""cious\r');
    await seen;
    for (let crash = 0; crash < 2; crash++) {
      const pids = shells.map(({ id }) => terminals.pidOf(id));
      const back = waitFor(terminals.onDidChange, () =>
        shells.every(({ id }, index) => {
          const pid = terminals.pidOf(id);
          return pid !== undefined && pid !== pids[index];
        }),
      );
      starter.current.kill('SIGKILL');
      await back;
      await terminals.returned();
      expect(terminals.list()).toMatchObject([
        { id: first.id, state: { type: 'running' } },
        { id: second.id, givenName: 'server', state: { type: 'running' } },
      ]);
      for (const { id, cwd } of shells) {
        const file = `answer${crash}`;
        const typed = waitFor(client.onDidReportTail, (tail) => tail.data.includes(`done${crash}`));
        client.input(id, `pwd > ${file}; echo do""ne${crash}\r`);
        await typed;
        expect(readFileSync(join(cwd, file), 'utf8')).toBe(`${cwd}\n`);
      }
      expect(unwrap(terminals.tail(first.id))).toContain('precious');
    }
    expect(starter.children).toHaveLength(3);
  });

  it('does not rerun a command that was lost with the pty host', async () => {
    const folder = testFolder();
    const { terminals, client, starter } = await openTerminals(folder.join('terminals.json'));
    const run = { name: 'server', command: 'echo ran | tee -a runs; exec sleep 1000' };
    const ran = waitFor(client.onDidReportTail, ({ data }) => data.includes('ran'));
    unwrap(await terminals.create(wish(folder.path, run)));
    await ran;
    const lost = waitFor(terminals.onDidChange, () => stateOf(terminals).includes('ended'));
    starter.current.kill('SIGKILL');
    await lost;
    await terminals.returned();
    expect(terminals.list()[0]?.state).toMatchObject({ type: 'ended', cause: 'lost' });
    expect(readFileSync(folder.join('runs'), 'utf8')).toBe('ran\n');
  });

  it('leaves a shell ended when its folder is gone, or when the pty host dies too often', async () => {
    const folder = testFolder();
    const { terminals, starter } = await openTerminals(folder.join('terminals.json'));
    const gone = unwrap(await terminals.create(wish(folder.folder('gone'))));
    const stays = unwrap(await terminals.create(wish(folder.path)));
    rmSync(gone.cwd, { recursive: true });
    for (let crash = 0; crash <= RESTARTS; crash++) {
      const before = terminals.pidOf(stays.id);
      const settled = waitFor(
        terminals.onDidChange,
        () =>
          terminals.get(stays.id)?.state.type === 'ended' || terminals.pidOf(stays.id) !== before,
      );
      starter.current.kill('SIGKILL');
      await settled;
      await terminals.returned();
    }
    expect(starter.children).toHaveLength(RESTARTS + 1);
    for (const { id } of [gone, stays]) {
      expect(terminals.get(id)?.state).toMatchObject({ type: 'ended', cause: 'lost' });
    }
  });

  it('keeps a shell closed that is closed while it restarts', async () => {
    const folder = testFolder();
    const { terminals, client, starter } = await openTerminals(folder.join('terminals.json'));
    const { id } = unwrap(await terminals.create(wish(folder.path)));
    const lost = waitFor(client.onDidEnd);
    starter.current.kill('SIGKILL');
    await lost;
    unwrap(terminals.close(id));
    await terminals.returned();
    expect(terminals.list()).toEqual([]);
  });

  it('closes those of a deleted session', async () => {
    const folder = testFolder();
    const { terminals } = await openTerminals(folder.join('terminals.json'));
    const sessionId = 'ses_gone00001' as SessionId;
    unwrap(await terminals.create({ ...wish(folder.path), sessionId }));
    const stays = unwrap(await terminals.create(wish(folder.path)));
    terminals.closeThoseOf(sessionId);
    expect(terminals.list().map(({ id }) => id)).toEqual([stays.id]);
  });

  it('reports that the folder is missing, and that the shell is not a program', async () => {
    const folder = testFolder();
    const { terminals } = await openTerminals(folder.join('terminals.json'));
    expect(await terminals.create(wish(folder.join('none')))).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
  });

  it('restarts the agent after a successful login, and not after a failed one', async () => {
    const folder = testFolder();
    const { terminals } = await openTerminals(folder.join('terminals.json'));
    const restarted: SessionId[] = [];
    const logins = new LoginTerminals(terminals, async (sessionId) => {
      restarted.push(sessionId);
    });
    onTestFinished(() => logins.dispose());
    const login = (script: string) => ({
      label: 'Log in',
      command: '/bin/sh',
      args: ['-c', script],
      env: { SECRET: "it's so" },
      cwd: folder.path,
    });
    const works = 'ses_works0001' as SessionId;
    const fails = 'ses_fails0001' as SessionId;
    const over = waitFor(
      terminals.onDidChange,
      () => terminals.list().length === 1 && stateOf(terminals)[0] === 'ended',
    );
    unwrap(await logins.open(fails, login('exit 1'), size));
    unwrap(await logins.open(works, login('test "$SECRET" = "it\'s so"'), size));
    await over;
    expect(restarted).toEqual([works]);
    expect(terminals.list()).toMatchObject([{ kind: 'run', name: 'Log in', sessionId: fails }]);
  });
});
