import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FolderWatches } from '#main/airlock/watch/folderWatches';
import { Emitter } from '#main/base/emitter';
import { FileProblems } from '#main/base/files/fileProblems';
import { RotatedFile } from '#main/base/files/rotatedFile';
import { ProcessNamespaces } from '#main/base/process/processNamespaces';
import { setUnexpectedErrorHandler } from '#main/base/unexpected';
import { openSearchDatabase } from '#main/host/store/search/searchDatabase';
import { TrustStore } from '#main/projects/trustStore';
import type { ToMain } from '#main/ptyHost/hostMessages';
import { PtyHost } from '#main/ptyHost/ptyHost';
import { SavedTerminals } from '#main/terminals/savedTerminals';
import type { TerminalId } from '#shared/ids';
import { put, scanned } from '#test/support/agentFiles';
import { decideAll, startSession } from '#test/support/airlockHarness';
import { MemoryLogger } from '#test/support/memoryLogger';
import { pidsWithMarker } from '#test/support/processes';
import { ScarceDescriptors } from '#test/support/scarceDescriptors';
import { unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';
import { agentCommands, never, shell } from '../terminals/agentCommands';
import { createLauncher, quick } from './launchedAgents';

/** A system that has namespaces, but none left. */
class NoNamespaceNow extends ProcessNamespaces {
  constructor() {
    super(new MemoryLogger());
  }

  override async open(): Promise<never> {
    throw new Error('Not now.');
  }
}

/** Bugs that were reported meanwhile. */
function bugs(): readonly unknown[] {
  const found: unknown[] = [];
  const handler = setUnexpectedErrorHandler((error) => found.push(error));
  onTestFinished(() => handler.dispose());
  return found;
}

describe.skipIf(process.platform !== 'linux')('too few file descriptors', () => {
  it('leave the app’s own small files unchanged, and are reported', async () => {
    const folder = testFolder();
    const problems = new FileProblems(new MemoryLogger());
    const trusted = folder.write(
      'trusted.json',
      JSON.stringify({ v: 1, folders: [{ folder: '/mine', hash: 'a' }] }),
    );
    const terminal = {
      kind: 'shell',
      id: 'tty_1',
      name: 'sh',
      givenName: null,
      sessionId: null,
      cwd: '/',
      command: null,
      tail: 'Done.',
    } as const;
    const saved = JSON.stringify({ version: 1, terminals: [terminal] });
    folder.write('terminals.json', saved);
    const trust = new TrustStore(trusted, problems.report);
    const terminals = new SavedTerminals(folder.join('terminals.json'), problems.report);
    const descriptors = new ScarceDescriptors();
    descriptors.exhaust();
    expect(await trust.get('/mine')).toBeUndefined();
    await expect(trust.set('/other', 'b')).rejects.toThrow(/file descriptors/);
    expect(await terminals.read()).toEqual([]);
    await expect(terminals.write([])).rejects.toThrow(/file descriptors/);
    expect((await problems.look()).map(({ message }) => message)).toEqual([
      expect.stringMatching(/file descriptors/),
      expect.stringMatching(/file descriptors/),
    ]);
    descriptors.release();
    expect(readdirSync(folder.path).sort()).toEqual(['terminals.json', 'trusted.json']);
    expect(folder.read('terminals.json')).toBe(saved);
    expect(await problems.look()).toEqual([]);
    expect(await trust.get('/mine')).toBe('a');
    await trust.set('/other', 'b');
    expect(await new TrustStore(trusted, problems.report).get('/mine')).toBe('a');
    const second = { ...terminal, id: 'tty_2' as TerminalId, sessionId: null };
    expect(await terminals.write([second])).toEqual([terminal]);
    const again = new SavedTerminals(folder.join('terminals.json'), problems.report);
    expect((await again.read()).map(({ id }) => id)).toEqual(['tty_1', 'tty_2']);
  });

  it('keep the search index where it is', async () => {
    const folder = testFolder();
    const path = folder.join('search.sqlite');
    openSearchDatabase(path).database.close();
    const descriptors = new ScarceDescriptors();
    descriptors.exhaust();
    expect(() => openSearchDatabase(path)).toThrow(/file descriptors/);
    descriptors.release();
    const opened = openSearchDatabase(path);
    opened.database.close();
    expect(opened.aside).toBeNull();
  });

  it('make a scan fail with an explanation, and the next one works', async () => {
    const found = bugs();
    const { repository, session } = await startSession();
    const descriptors = new ScarceDescriptors();
    for (const left of [0, 1, 3, 6, 10]) {
      put(session, 'a.txt', `with ${left}\n`);
      descriptors.exhaust(left);
      const look = await session.scan();
      if (!look.ok) {
        expect(look.error.code).not.toBe('internal');
        expect(`${left} ${look.error.message}`).toMatch(/file descriptors|files are open/);
      }
      descriptors.release();
      expect(await scanned(session)).toEqual(['modify a.txt']);
    }
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('with 10\n');
    expect(found).toEqual([]);
  });

  it.each([
    ['the first one', false],
    ['a later one', true],
  ])(
    'keep an agent from starting with an explanation, %s, and it starts once some are free',
    async (_, isProbed) => {
      const found = bugs();
      const namespaces = new ProcessNamespaces(new MemoryLogger());
      const test = createLauncher(quick, isProbed ? namespaces : undefined);
      const reason = await namespaces.problem();
      const usual = reason === null ? { type: 'namespace' } : { type: 'unavailable', reason };
      await test.launcher.sweep();
      const descriptors = new ScarceDescriptors();
      const request = { command: 'cat', args: [], env: {}, cwd: test.folder };
      for (const left of [0, 1, 3, 5, 6, 8, 10, 14]) {
        descriptors.exhaust(left);
        const started = await test.launcher.launch(request);
        descriptors.release();
        if (started.ok) {
          // Never silently without a namespace where there are any.
          expect(started.value.confinement).toEqual(usual);
          await started.value.close();
          started.value.dispose();
        } else {
          expect(`${left} ${started.error.message}`).toContain('no file descriptors left');
        }
        if (left === 0) expect(started.ok).toBe(false);
      }
      const started = await test.launcher.launch(request);
      expect(started.ok).toBe(true);
      if (started.ok) {
        await started.value.close();
        started.value.dispose();
      }
      expect(test.launcher.processes.size).toBe(0);
      expect(found).toEqual([]);
    },
  );

  it('fail a namespace rather than run anything without one', async () => {
    const namespaces = new ProcessNamespaces(new MemoryLogger());
    if ((await namespaces.problem()) !== null) return;
    const descriptors = new ScarceDescriptors();
    descriptors.exhaust();
    await expect(namespaces.open()).rejects.toThrow('no file descriptors left');
    await expect(new ProcessNamespaces(new MemoryLogger()).open()).rejects.toThrow('EMFILE');
    descriptors.release();
    const namespace = await namespaces.open();
    expect(namespace?.isAlive).toBe(true);
    namespace?.dispose();
  });

  it('fail a start, whatever kept the namespace from being created', async () => {
    const test = createLauncher(quick, new NoNamespaceNow());
    const request = { command: 'cat', args: [], env: {}, cwd: test.folder };
    const started = await test.launcher.launch(request);
    expect(started).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('"namespace": false'), detail: 'Not now.' },
    });
    const without = unwrap(await test.launcher.launch({ ...request, namespace: false }));
    expect(without.confinement).toEqual({ type: 'declined' });
    await without.close();
    without.dispose();
  });

  it('keep a command from running with an explanation, and it runs once some are free', async () => {
    const found = bugs();
    const { terminals } = agentCommands(testFolder().path);
    const descriptors = new ScarceDescriptors();
    for (const left of [0, 1, 3, 5, 8, 12]) {
      descriptors.exhaust(left);
      const started = await terminals.create(shell('exit 3'));
      descriptors.release();
      if (!started.ok) expect(`${left} ${started.error.message}`).toContain('no file descriptors');
      if (left === 0) expect(started.ok).toBe(false);
    }
    const started = unwrap(await terminals.create(shell('exit 3')));
    expect(unwrap(await terminals.waitForExit(started, never)).exitCode).toBe(3);
    expect(found).toEqual([]);
  });

  it('delay the app’s log, and lose no line of it', async () => {
    const path = testFolder().join('logs/app.log');
    const file = new RotatedFile(path);
    const lines = ['first'];
    file.append('first');
    await file.flush();
    const descriptors = new ScarceDescriptors();
    let written = '';
    do {
      lines.push(`line ${lines.length}`);
      descriptors.exhaust();
      file.append(lines.at(-1) ?? '');
      await file.flush();
      descriptors.release();
      written = readFileSync(path, 'utf8');
      // Whatever else runs in this process may have let a descriptor go meanwhile.
    } while (written === `${lines.join('\n')}\n`);
    expect(written).toBe(`${lines.slice(0, -1).join('\n')}\n`);
    file.append('last');
    await file.flush();
    expect(readFileSync(path, 'utf8')).toBe(`${[...lines, 'last'].join('\n')}\n`);
  });

  it('make a watcher report that it sees nothing rather than miss changes silently, and try again', async () => {
    const folder = testFolder();
    for (const name of ['a/b/c', 'd/e', 'f']) mkdirSync(folder.join(name), { recursive: true });
    const touched = new Emitter<string | null>();
    const watches = new FolderWatches(
      folder.path,
      (path) => touched.fire(path),
      async (paths) => paths,
    );
    onTestFinished(() => {
      watches.dispose();
      touched.dispose();
    });
    const descriptors = new ScarceDescriptors();
    for (const left of [0, 1, 2, 3, 4, 6]) {
      descriptors.exhaust(left);
      await watches.follow(null);
      descriptors.release();
      if (left === 0) expect(watches.fault).toContain('file descriptors');
      if (watches.fault !== null) continue;
      const seen = waitFor(touched.event, (path) => path === `a/b/c/${left}.txt`);
      writeFileSync(folder.join(`a/b/c/${left}.txt`), 'x');
      await seen;
    }
    await watches.follow(null);
    expect(watches.fault).toBeNull();
    const seen = waitFor(touched.event, (path) => path === 'd/e/last.txt');
    writeFileSync(folder.join('d/e/last.txt'), 'x');
    await seen;
  });

  // The last one: its terminals let go of their descriptors a while after they have ended.
  it('keep a terminal from opening with an explanation, and leave no program behind', async () => {
    const told = new Emitter<ToMain>();
    const host = new PtyHost((message) => told.fire(message));
    onTestFinished(() => {
      host.dispose();
      told.dispose();
    });
    const marker = `scarce-${process.pid}`;
    const open = async (name: string, file: string) => {
      const id = name as TerminalId;
      const answered = waitFor(told.event, ({ type }) => type === 'opened' || type === 'refused');
      const env = { PATH: process.env.PATH ?? '', AIRLOCK_TEST_MARKER: marker };
      const launch = { file, args: ['1000'], cwd: '/', env, columns: 80, rows: 24 };
      host.obey({ type: 'open', id, audience: 'main', ...launch });
      return answered;
    };
    const descriptors = new ScarceDescriptors();
    let opened = 0;
    for (const left of [0, 1, 2, 3, 4, 6]) {
      descriptors.exhaust(left);
      const answer = await open(`tty_${left}`, '/bin/sleep');
      descriptors.release();
      if (answer.type === 'opened') opened++;
      else
        expect(answer).toMatchObject({ message: expect.stringContaining('no file descriptors') });
      if (left === 0) expect(answer.type).toBe('refused');
    }
    const programs = () => pidsWithMarker('AIRLOCK_TEST_MARKER', marker).length;
    await expect.poll(() => programs()).toBe(opened);
    expect((await open('tty_last', '/bin/sleep')).type).toBe('opened');
  });
});
