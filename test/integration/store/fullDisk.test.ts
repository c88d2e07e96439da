import { execFileSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Effects, temporaryName } from '#main/airlock/disk/effects';
import { LedgerFile } from '#main/airlock/ledger/ledger';
import { Shadow } from '#main/airlock/tree/shadow';
import { SettingsStore } from '#main/app/settings/settings';
import { WindowStateFile } from '#main/app/window/windowState';
import { Git } from '#main/git/git';
import { saveSession } from '#main/host/sessionExport';
import { SearchIndex } from '#main/host/store/search/searchIndex';
import { SessionStore } from '#main/host/store/sessionStore';
import { type SavedTerminal, SavedTerminals } from '#main/terminals/savedTerminals';
import { Trash } from '#main/trash/trash';
import { ok } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import { apply } from '#shared/session/fold';
import { put, scanned } from '#test/support/agentFiles';
import { AirlockHarness } from '#test/support/airlockHarness';
import { GitRepository } from '#test/support/gitRepository';
import { MemoryLogger } from '#test/support/memoryLogger';
import { created, said, stamp } from '#test/support/sessionEvents';
import type { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';

const id = 'ses_fulldisk0001' as SessionId;

/** Root in a container may still not mount; the unit tests cover a disk that is made to fail. */
function smallDisk(skip: (why: string) => void, size = '1m'): TemporaryFolder {
  const folder = testFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder.path]);
  } catch (error) {
    skip(`cannot mount: ${error}`);
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder.path]));
  return folder;
}

function canMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

describe.skipIf(!canMount())('a disk that is really full', () => {
  it('is reported, loses nothing, and continues when there is room', async ({ skip }) => {
    const folder = smallDisk(skip);
    const store = await SessionStore.open(folder.path);
    const session = await store.create(id);
    if (!session.ok) throw new Error(session.error.message);
    const { state, log } = session.value;
    const record = (text: string) => {
      const [envelope] = stamp([state.head.seq === 0 ? created() : said(text)], state.head.seq + 1);
      if (!envelope) return;
      session.value.append([envelope]);
      apply(state, envelope);
    };
    record('');
    await session.value.sync();
    writeFileSync(folder.join('ballast'), Buffer.alloc(700 * 1024));

    const failed = waitFor(log.onDidFail);
    for (let n = 0; n < 600; n++) record(`${n} ${'x'.repeat(1000)}`);
    await expect(session.value.sync()).rejects.toThrow('The disk is full.');
    expect(await failed).toMatchObject({ code: 'ENOSPC' });

    rmSync(folder.join('ballast'));
    await waitFor(log.onDidRecover);
    await session.value.sync();
    await store.dispose();
    const again = await SessionStore.open(folder.path);
    onTestFinished(() => again.dispose());
    const reopened = await again.open(id);
    if (!reopened.ok) throw new Error(reopened.error.message);
    expect(await reopened.value.wholeState()).toEqual(ok(state));
    expect(reopened.value.repair.log).toMatchObject({ damagedLines: 0, missing: 0, tornBytes: 0 });
  });

  it('is reported by an export, which leaves no partial file', async ({ skip }) => {
    const folder = smallDisk(skip);
    const store = await SessionStore.open(testFolder().path);
    onTestFinished(() => store.dispose());
    const session = await store.create(id);
    if (!session.ok) throw new Error(session.error.message);
    session.value.append(stamp([created(), said('x'.repeat(3_000_000))]));
    const path = folder.join('it');
    const { signal } = new AbortController();
    expect(await saveSession(session.value, 'ndjson', path, signal)).toMatchObject({
      ok: false,
      error: { message: 'The session was not exported. The disk is full.' },
    });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('is named as such by the review, which continues when there is room', async ({ skip }) => {
    const folder = smallDisk(skip, '8m');
    const harness = new AirlockHarness(folder);
    const repository = await GitRepository.createWith(testFolder().join('project'), {
      'a.txt': 'a\n',
      'b.txt': 'b\n',
    });
    const session = await harness.open(repository.path);
    put(session, 'a.txt', 'agent\n');
    await scanned(session);
    put(session, 'b.txt', 'agent, too\n');
    fill(folder.join('ballast'));
    const FULL = { error: { message: 'The disk is full. Free some space and try again.' } };
    expect(await session.scan()).toMatchObject(FULL);
    expect(session.changes.snapshot().lookFault).toBe(FULL.error.message);

    rmSync(folder.join('ballast'));
    expect(await scanned(session)).toEqual(['modify a.txt', 'modify b.txt']);
    expect(session.changes.snapshot().lookFault).toBeNull();
  });

  it('leaves none of the lines of a ledger whose writing failed', async ({ skip }) => {
    const disk = smallDisk(skip);
    const path = disk.join('ledger.ndjson');
    const parse = (value: unknown) => String(value);
    const { journal } = await LedgerFile.open<string>(path, parse);
    await journal.append(['before']);
    writeFileSync(disk.join('room'), Buffer.alloc(40_000));
    fill(disk.join('ballast'));
    rmSync(disk.join('room'));
    const lines = Array.from({ length: 20 }, (_, index) => `${index} ${'x'.repeat(5_000)}`);
    await expect(journal.append(lines)).rejects.toMatchObject({ code: 'ENOSPC' });
    // The program may end before the next line.
    rmSync(disk.join('ballast'));
    const now = await LedgerFile.open<string>(path, parse);
    onTestFinished(() => now.journal.close());
    expect(now.records).toEqual(['before']);
    await journal.append(['after']);
    await journal.close();
    const later = await LedgerFile.open<string>(path, parse);
    onTestFinished(() => later.journal.close());
    expect(later.records).toEqual(['before', 'after']);
  });

  it('leaves no half of a file that a crash has left half written in its own place', async ({
    skip,
  }) => {
    const disk = smallDisk(skip);
    const folder = testFolder();
    const git = new Git('git', { cwd: folder.path });
    const plan = { repository: null, settings: null, facts: null, excludes: [], leansOn: null };
    const { objects } = await Shadow.create(git, folder.join('shadow.git'), plan);
    const [before, after] = [Buffer.alloc(20_000, 'old\n'), Buffer.alloc(60_000, 'new\n')];
    const versionOf = async (bytes: Buffer) =>
      ({ blob: await objects.write(bytes), mode: '100644', bytes: bytes.length }) as const;
    const temporary = temporaryName();
    const effect = {
      place: 'project',
      path: 'a.txt',
      expected: await versionOf(before),
      next: await versionOf(after),
      temporary,
    } as const;
    // Another owner's file is not replaced but written over, after its bytes were kept.
    folder.write(`backups/${temporary}`, before.toString());
    writeFileSync(
      disk.join('a.txt'),
      Buffer.concat([after.subarray(0, 9_000), before.subarray(9_000)]),
    );
    chownSync(disk.join('a.txt'), 1234, 1234);
    fill(disk.join('ballast'));
    const roots = { project: disk.path, workspace: disk.path };
    const effects = new Effects(roots, objects, folder.join('backups'));
    const [failed] = await effects.run([effect]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'ENOSPC' } });
    expect(disk.read('a.txt')).toBe(before.toString());

    rmSync(disk.join('ballast'));
    expect(await effects.run([effect])).toMatchObject([{ status: 'fulfilled', value: 'done' }]);
    expect(disk.read('a.txt')).toBe(after.toString());
    expect(readdirSync(folder.join('backups'))).toEqual([]);
  });

  it('leaves settings, terminals and the window’s place as they were, says so, and takes them later', async ({
    skip,
  }) => {
    const disk = smallDisk(skip);
    const settings = await SettingsStore.open(disk.join('settings.json'), new MemoryLogger());
    onTestFinished(() => settings.dispose());
    const sizeTo = (value: number) =>
      settings.update([{ path: ['transcript', 'fontSize'], value }]);
    expect(await sizeTo(15)).toMatchObject({ ok: true });
    const problems: unknown[] = [];
    const terminals = new SavedTerminals(disk.join('terminals.json'), (one) => problems.push(one));
    await terminals.write([terminal('kept')]);
    const place = new WindowStateFile(disk.join('window.json'), (one) => problems.push(one));
    await place.save({ position: null, width: 1000, height: 800, maximized: false });
    const names = ['settings.json', 'terminals.json', 'window.json'];
    const before = names.map((name) => disk.read(name));
    fill(disk.join('ballast'));

    const padding = 'x'.repeat(20_000);
    expect(await sizeTo(16)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('The disk is full') },
    });
    expect(settings.value.transcript.fontSize).toBe(15);
    await expect(terminals.write([terminal(padding)])).rejects.toMatchObject({ code: 'ENOSPC' });
    const moved = { position: null, width: 900, height: 700, maximized: true };
    await expect(place.save(moved)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(names.map((name) => disk.read(name))).toEqual(before);
    expect(readdirSync(disk.path).sort()).toEqual(['ballast', ...names]);

    rmSync(disk.join('ballast'));
    expect(await sizeTo(16)).toMatchObject({ ok: true });
    await terminals.write([terminal(padding)]);
    await place.save(moved);
    expect(await terminals.read()).toMatchObject([{ tail: padding }]);
    expect(await place.read()).toEqual(moved);
    expect(problems).toEqual([]);
  });

  it('moves nothing to the trash that it cannot note, and restores what was noted', async ({
    skip,
  }) => {
    const disk = smallDisk(skip);
    const parts = ['sessions', 'airlock', 'worktrees'];
    for (const part of parts) disk.write(`${part}/${id}/file.txt`, part);
    const places = {
      session: disk.join('sessions'),
      airlock: disk.join('airlock'),
      worktree: disk.join('worktrees'),
    };
    const nothing = async () => undefined;
    const openTrash = () =>
      Trash.open({
        folder: disk.join('trash'),
        places,
        trees: { follow: nothing, forget: nothing },
        logger: new MemoryLogger(),
      });
    const facts = { reason: 'deleted', title: 'A', project: null } as const;
    const isHere = () => parts.map((part) => existsSync(disk.join(part, id, 'file.txt')));
    let trash = await openTrash();
    fill(disk.join('ballast'));
    expect(await trash.discard(id, facts)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('The disk is full') },
    });
    expect(isHere()).toEqual([true, true, true]);
    expect(trash.list().entries).toEqual([]);

    rmSync(disk.join('ballast'));
    const begun = await trash.begin(id, facts);
    if (!begun.ok) throw new Error(begun.error.message);
    fill(disk.join('ballast'));
    // It was noted before the disk was full, and takes no room.
    expect(await trash.carryOut(begun.value)).toMatchObject({ ok: true });
    expect(isHere()).toEqual([false, false, false]);
    await trash.close();
    trash = await openTrash();
    expect(trash.list().entries).toMatchObject([{ sessionId: id, title: 'A' }]);
    expect(await trash.restore(begun.value)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('The disk is full') },
    });
    expect(isHere()).toEqual([false, false, false]);

    rmSync(disk.join('ballast'));
    expect(await trash.restore(begun.value)).toMatchObject({ ok: true });
    expect(isHere()).toEqual([true, true, true]);
    await trash.close();
    expect(readdirSync(disk.join('trash'))).toEqual([]);
  });

  it('leaves the search with what it knew, says so, and lets it read on when there is room', async ({
    skip,
  }) => {
    const disk = smallDisk(skip, '4m');
    const store = await SessionStore.open(disk.path);
    onTestFinished(() => store.dispose());
    const session = await store.create(id);
    if (!session.ok) throw new Error(session.error.message);
    session.value.append(stamp([created(), said('heron')]));
    await session.value.sync();
    const search = new SearchIndex({ root: disk.path, worker: 'in-process' });
    onTestFinished(() => search.close());
    const find = (text: string) => search.search(text);
    expect(await search.refresh(id)).toEqual(ok());
    expect(await find('heron')).toMatchObject({ value: [{ sessionId: id }] });
    const words = Array.from({ length: 60_000 }, (_, n) => `w${(n * 7919).toString(36)}`).join(' ');
    session.value.append(stamp([said(` bittern ${words}`)], 3));
    await session.value.sync();
    fill(disk.join('ballast'));
    expect(await search.refresh(id)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('The disk is full') },
    });
    expect(await find('heron')).toMatchObject({ value: [{ sessionId: id }] });

    expect(search.isComplete).toBe(false);

    // Nothing but the next search has to come.
    rmSync(disk.join('ballast'));
    expect(await find('bittern')).toMatchObject({ value: [{ sessionId: id }] });
    expect(search.isComplete).toBe(true);
  });
});

function terminal(tail: string): SavedTerminal {
  const names = { name: 'sh', givenName: null, sessionId: null, command: null };
  return { kind: 'shell', id: 'trm_1', ...names, cwd: '/', tail } as unknown as SavedTerminal;
}

function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
}
