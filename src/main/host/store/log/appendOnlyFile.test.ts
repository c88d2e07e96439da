import { appendFile, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  HELD_BYTES,
  HIGH_WATER_BYTES,
  MEMORY_BYTES,
  OVERDUE_BYTES,
  UNSYNCED_BYTES,
} from '#main/host/store/limits';
import { FaultyFile } from '#test/support/faultyFile';
import { ManualTimers } from '#test/support/manualTimers';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';
import { AppendOnlyFile, type WriteFailure } from './appendOnlyFile';

// Shows I19.

async function setUp() {
  const path = testFolder().join('file');
  const disk = await FaultyFile.open(path);
  const timers = new ManualTimers();
  const file = new AppendOnlyFile(disk, path, 0, { timers });
  onTestFinished(async () => {
    disk.room = Number.POSITIVE_INFINITY;
    disk.failSync = false;
    await file.close();
  });
  const content = () => readFile(path, 'utf8');
  return { disk, timers, file, content, path };
}

describe('AppendOnlyFile', () => {
  it('writes what arrived within a frame in one call, in order', async () => {
    const { disk, timers, file, content } = await setUp();
    expect(file.append('a')).toBe(0);
    expect(file.append('é')).toBe(1);
    expect(file.append(Buffer.from('b'))).toBe(3);
    expect(file.pendingBytes).toBe(4);
    timers.advance(16);
    expect((await file.flush()).ok).toBe(true);
    expect(disk.writes).toBe(1);
    expect(disk.syncs).toBe(0);
    expect(await content()).toBe('aéb');
  });

  it.each<readonly [string, (path: string) => Promise<void>]>([
    ['cut', (path) => truncate(path)],
    ['deleted', (path) => rm(path)],
    ['replaced', (path) => rename(path, `${path}.backup`).then(() => writeFile(path, 'other'))],
    ['put a longer text into', (path) => writeFile(path, 'one and other')],
  ])(
    'says so if another program has %s the file, and writes on only at the end',
    async (_, damage) => {
      const { disk, file, path } = await setUp();
      const failures: WriteFailure[] = [];
      file.onDidFail((failure) => failures.push(failure));
      file.append('one');
      await file.sync();
      await damage(path);
      file.append('two');
      expect(await file.sync()).toMatchObject({
        ok: false,
        error: { message: 'Another program has deleted, replaced or changed the file.' },
      });
      expect(failures).toMatchObject([{ code: 'EREPLACED' }]);
      expect(disk.writes).toBe(1);
      await file.close();
      expect(disk.writes).toBeGreaterThan(1);
    },
  );

  it('does not overwrite what another program has written, also at the end', async () => {
    const { file, path, content } = await setUp();
    file.append('one\n');
    await file.sync();
    await appendFile(path, 'of another program');
    file.append('two\n');
    expect(await file.sync()).toMatchObject({ ok: false });
    expect(await file.close()).toMatchObject({ ok: true });
    expect(await content()).toBe('one\nof another program\ntwo\n');
  });

  it('writes nothing that was appended after its references were synced', async () => {
    const path = testFolder().join('file');
    const disk = await FaultyFile.open(path);
    const seen: string[] = [];
    const file: AppendOnlyFile = new AppendOnlyFile(disk, path, 0, {
      precede: async () => {
        if (seen.length < 3) file.append(`${seen.length}`);
        await setImmediate();
        seen.push(await readFile(path, 'utf8'));
      },
    });
    onTestFinished(async () => void (await file.close()));
    file.append('first ');
    while (file.pendingBytes > 0) await file.flush();
    expect(seen).toEqual(['', 'first ', 'first 0', 'first 01']);
    expect(await readFile(path, 'utf8')).toBe('first 012');
  });

  it('does not wait for the frame once a batch is full', async () => {
    const { file, content } = await setUp();
    file.append('x'.repeat(70_000));
    const { bytesRead } = await file.read(Buffer.alloc(10), 0, 10, 69_995);
    expect(bytesRead).toBe(5);
    await file.flush();
    expect(await content()).toHaveLength(70_000);
  });

  it('syncs what was appended before, with one call for all who wait', async () => {
    const { disk, file, content } = await setUp();
    file.append('one');
    const first = file.sync();
    file.append('two');
    const results = await Promise.all([first, file.sync(), file.sync()]);
    expect(results.every((result) => result.ok)).toBe(true);
    expect(disk.syncs).toBeLessThanOrEqual(2);
    expect(await content()).toBe('onetwo');
    const before = disk.syncs;
    await file.sync();
    expect(disk.syncs).toBe(before);
  });

  it('syncs by itself after a while, and when much has been written', async () => {
    const { disk, timers, file } = await setUp();
    file.append('x');
    await file.flush();
    expect(disk.syncs).toBe(0);
    timers.advance(1000);
    await file.sync();
    expect(disk.syncs).toBe(1);
    file.append(Buffer.alloc(UNSYNCED_BYTES));
    await file.flush();
    await file.sync();
    expect(disk.syncs).toBe(2);
  });

  it('reads written and pending bytes together', async () => {
    const { file } = await setUp();
    file.append('written,');
    await file.flush();
    file.append('pending,');
    file.append(Buffer.from('bytes'));
    const buffer = Buffer.alloc(30);
    const { bytesRead } = await file.read(buffer, 2, 28, 4);
    expect(buffer.toString('utf8', 2, 2 + bytesRead)).toBe('ten,pending,bytes');
    expect((await file.read(buffer, 0, 10, 1000)).bytesRead).toBe(0);
  });

  it('holds writers back above the high-water mark, until the low one', async () => {
    const { file } = await setUp();
    expect(file.drained()).toBeNull();
    file.append(Buffer.alloc(HIGH_WATER_BYTES));
    const drained = file.drained();
    expect(drained).not.toBeNull();
    await drained;
    expect(file.pendingBytes).toBeLessThan(HIGH_WATER_BYTES);
    expect(file.drained()).toBeNull();
  });

  it('syncs during constant writing, and releases what is on disk', async () => {
    const { disk, file } = await setUp();
    const { writev } = disk;
    const fed = Promise.withResolvers<number>();
    let pieces = 64;
    disk.writev = (...args) => {
      if (pieces-- > 0) file.append(Buffer.alloc(OVERDUE_BYTES / 4));
      else fed.resolve(disk.syncs);
      return writev(...args);
    };
    file.append(Buffer.alloc(OVERDUE_BYTES / 4));
    expect(await fed.promise).toBeGreaterThan(4);
    await file.sync();
    expect(file.heldBytes).toBe(0);
  });

  it('holds writers back while too much is not on disk yet', async () => {
    const { disk, file } = await setUp();
    const syncing = Promise.withResolvers<void>();
    const { datasync } = disk;
    disk.datasync = async () => {
      await syncing.promise;
      return datasync();
    };
    file.append(Buffer.alloc(HIGH_WATER_BYTES - 1));
    await file.flush();
    expect(file.drained()).toBeNull();
    file.append(Buffer.alloc(HELD_BYTES - HIGH_WATER_BYTES + 1));
    const drained = file.drained();
    expect(drained).not.toBeNull();
    syncing.resolve();
    await drained;
    expect(file.heldBytes).toBeLessThan(HELD_BYTES);
  });

  it('keeps what a full disk refuses, says so once, and writes it when there is room', async () => {
    const { disk, timers, file, content } = await setUp();
    const failures: WriteFailure[] = [];
    file.onDidFail((failure) => failures.push(failure));
    disk.room = 4;
    file.append('12345678');
    const refused = await file.sync();
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'io', message: 'The disk is full.' },
    });
    expect(failures).toMatchObject([{ code: 'ENOSPC', pendingBytes: 4 }]);
    expect(await content()).toBe('1234');

    file.append('abc');
    const attempts = disk.writes;
    timers.advance(16);
    expect(disk.writes, 'no attempt per frame while it fails').toBe(attempts);
    timers.advance(250);
    await expect.poll(() => disk.writes).toBe(attempts + 1);
    expect(failures).toHaveLength(1);
    await setImmediate();

    disk.room = Number.POSITIVE_INFINITY;
    const recovered = waitFor(file.onDidRecover);
    timers.advance(500);
    await recovered;
    expect((await file.sync()).ok).toBe(true);
    expect(await content()).toBe('12345678abc');
  });

  it('increases the delay between attempts, up to a limit', async () => {
    const { disk, timers, file } = await setUp();
    disk.room = 0;
    file.append('x');
    await file.flush();
    const attempts = disk.writes;
    for (const delay of [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      timers.advance(delay - 1);
      await setImmediate();
      const before = disk.writes;
      timers.advance(1);
      await expect.poll(() => disk.writes).toBe(before + 1);
      await setImmediate();
    }
    expect(disk.writes).toBe(attempts + 9);
  });

  it('writes again what a failed sync may have dropped', async () => {
    const { disk, file, content } = await setUp();
    file.append('safe,');
    await file.sync();
    disk.failSync = true;
    disk.dropOnFailedSync = true;
    file.append('in danger');
    expect((await file.sync()).ok).toBe(false);
    expect(await content()).toBe('safe,');
    disk.failSync = false;
    expect((await file.sync()).ok).toBe(true);
    expect(await content()).toBe('safe,in danger');
  });

  it('accepts nothing once memory is used up, and accepts again when the disk recovers', async () => {
    const { disk, file } = await setUp();
    disk.room = 0;
    file.append(Buffer.alloc(MEMORY_BYTES));
    await file.sync();
    expect(file.hasRoom).toBe(false);
    disk.room = Number.POSITIVE_INFINITY;
    await file.sync();
    expect(file.hasRoom).toBe(true);
  });

  it('reports on closing that something could not be written', async () => {
    const { disk, file } = await setUp();
    disk.room = 0;
    file.append('lost');
    expect((await file.close()).ok).toBe(false);
    expect((await file.close()).ok).toBe(true);
    const attempts = disk.writes;
    file.retry();
    await setImmediate();
    expect(disk.writes).toBe(attempts);
    expect(() => file.append('late')).toThrow('closed');
  });
});
