import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  ALL,
  DAY,
  facts,
  makeSession,
  NONE,
  one,
  placesOf,
  setUp,
  two,
  value,
} from '#test/support/trashHarness';

describe('Trash', () => {
  it('moves all of a session into the trash, lists it with its size, and restores it unchanged', async () => {
    const { folder, open, told } = setUp();
    makeSession(folder, one);
    const trash = await open();
    const id = value(await trash.discard(one, facts));
    await trash.drain();
    expect(placesOf(folder, one)).toEqual(NONE);
    expect(trash.list().entries).toMatchObject([
      { id, sessionId: one, at: Date.UTC(2026, 0, 1), ...facts, bytes: 15, problem: null },
    ]);
    expect(value(await trash.restore(id))).toBe(one);
    expect(placesOf(folder, one)).toEqual(ALL);
    expect(folder.read(`worktrees/${one}/deep/file.txt`)).toBe('xxxxxxxxxx');
    expect(trash.list().entries).toEqual([]);
    expect(readdirSync(folder.join('trash'))).toEqual([]);
    expect(told).toEqual([`follow /trash/${id}/worktree`, `follow /worktrees/${one}`]);
  });

  it.skipIf(process.platform === 'win32')(
    'measures and removes folders within each other that are deeper than a path may be long',
    async () => {
      const { folder, open } = setUp();
      makeSession(folder, one);
      makeSession(folder, two);
      const name = 'deeper'.repeat(40);
      const deeper = `for i in $(seq 20); do mkdir ${name}; cd -P ${name}; done`;
      const cwd = folder.join('worktrees', one);
      execFileSync('/bin/sh', ['-c', `${deeper}; echo x > file; chmod 500 .`], { cwd });
      const trash = await open();
      for (const id of [one, two]) value(await trash.discard(id, facts));
      await trash.drain();
      expect(trash.list().entries.map(({ bytes }) => bytes)).not.toContain(null);
      value(await trash.empty());
      await trash.drain();
      expect(trash.list().entries).toEqual([]);
      expect(readdirSync(folder.join('trash'))).toEqual([]);
    },
  );

  it('takes what was moved for moved, though the disk does not confirm it', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    const trash = await open();
    const id = value(await trash.begin(one, facts));
    const file = await openFile(folder.join('trash'));
    const handles = Object.getPrototypeOf(file) as FileHandle;
    await file.close();
    const failing = vi
      .spyOn(handles, 'sync')
      .mockRejectedValue(Object.assign(new Error('no'), { code: 'EIO' }));
    const done = await trash.carryOut(id).finally(() => failing.mockRestore());
    expect(done).toMatchObject({ ok: true });
    expect(placesOf(folder, one)).toEqual(NONE);
    expect(trash.list().entries).toMatchObject([{ id, problem: null }]);
    await trash.close();
    const again = await open();
    expect(value(await again.restore(id))).toBe(one);
    expect(placesOf(folder, one)).toEqual(ALL);
  });

  it('finishes an interrupted move at the next start, wherever it was interrupted', async () => {
    for (const moved of [
      [],
      ['session'],
      ['session', 'airlock'],
      ['session', 'airlock', 'worktree'],
    ]) {
      const { folder, open } = setUp();
      makeSession(folder, one);
      const trash = await open();
      const id = value(await trash.begin(one, facts));
      expect(placesOf(folder, one)).toEqual(ALL);
      await trash.close();
      const places: Record<string, string> = {
        session: 'sessions',
        airlock: 'airlock',
        worktree: 'worktrees',
      };
      for (const part of moved) {
        renameSync(folder.join(places[part] ?? '', one), folder.join('trash', id, part));
      }
      const again = await open();
      expect(placesOf(folder, one)).toEqual(NONE);
      expect(again.list().entries).toMatchObject([{ id, title: 'Fix it' }]);
      // The same when the item is restored.
      await again.close();
      const manifest = folder.join('trash', id, 'item.json');
      writeFileSync(manifest, JSON.stringify({ v: 1, state: 'restoring', ...facts, bytes: null }));
      for (const part of moved) {
        renameSync(folder.join('trash', id, part), folder.join(places[part] ?? '', one));
      }
      const last = await open();
      expect(placesOf(folder, one)).toEqual(ALL);
      expect(last.list().entries).toEqual([]);
    }
  });

  it('lists what cannot be finished at the start, says why, and finishes it at a later one', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    const trash = await open();
    const id = value(await trash.discard(one, facts));
    await trash.close();
    const manifest = JSON.stringify({ v: 1, state: 'restoring', ...facts, bytes: null });
    writeFileSync(folder.join('trash', id, 'item.json'), manifest);
    folder.write(`worktrees/${one}/mine.txt`, 'mine');
    const again = await open();
    expect(again.list().entries).toMatchObject([
      {
        id,
        problem: expect.stringMatching(/^It was interrupted .* The session has other files now/),
      },
    ]);
    expect(folder.read(`worktrees/${one}/mine.txt`)).toBe('mine');
    await again.close();
    rmSync(folder.join('worktrees', one), { recursive: true });
    const last = await open();
    expect(last.list().entries).toEqual([]);
    expect(placesOf(folder, one)).toEqual(ALL);
    expect(folder.read(`worktrees/${one}/deep/file.txt`)).toBe('xxxxxxxxxx');
  });

  it('keeps unknown items, says so, and deletes them only on request', async () => {
    for (const text of [null, '', '{"v":1,"sta', 'garbage', '{"v":2,"state":"pinned"}']) {
      const { folder, open, pass } = setUp();
      makeSession(folder, one);
      const first = await open();
      const id = value(await first.discard(one, facts));
      await first.close();
      const manifest = folder.join('trash', id, 'item.json');
      if (text === null) rmSync(manifest);
      else writeFileSync(manifest, text);
      pass(400 * DAY);
      const trash = await open({ keptMilliseconds: DAY, keptBytes: 1 });
      await trash.drain();
      expect(trash.list().entries).toMatchObject([{ id, sessionId: one }]);
      expect(trash.list().entries[0]?.problem).toMatch(/^Its? /);
      const restored = await trash.restore(id);
      expect(restored.ok).toBe(text?.includes('"v":2') !== true);
      expect(placesOf(folder, one)).toEqual(restored.ok ? ALL : NONE);
      value(await trash.empty());
      await trash.drain();
      expect(readdirSync(folder.join('trash'))).toEqual([]);
    }
  });

  it('does not restore what is being removed', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    const trash = await open();
    const id = value(await trash.discard(one, facts));
    const [, restored] = await Promise.all([trash.empty(), trash.restore(id)]);
    const message = 'This is no longer in the trash.';
    expect(restored).toMatchObject({ ok: false, error: { code: 'not-found', message } });
    await trash.drain();
    expect(placesOf(folder, one)).toEqual(NONE);
  });

  it('restores nothing over existing files, and no copy without its session', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    const trash = await open();
    const id = value(await trash.discard(one, facts));
    folder.write(`worktrees/${one}/mine.txt`, 'mine');
    expect(await trash.restore(id)).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(folder.read(`worktrees/${one}/mine.txt`)).toBe('mine');
    const orphan = value(await trash.discard(one, { ...facts, reason: 'orphan' }));
    expect(await trash.restore(orphan)).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(value(await trash.restore(id))).toBe(one);
    expect(folder.read(`worktrees/${one}/deep/file.txt`)).toBe('xxxxxxxxxx');
    expect(await trash.restore(id)).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await trash.discard(two, facts)).toMatchObject({ error: { code: 'not-found' } });
  });

  it.skipIf(process.platform === 'win32')(
    'goes on listing what it could restore only in part, and restores the rest when asked again',
    async () => {
      const { folder, open } = setUp();
      makeSession(folder, one);
      const trash = await open();
      const id = value(await trash.discard(one, facts));
      // Like a disk that is not there.
      rmdirSync(folder.join('sessions'));
      symlinkSync(folder.join('nowhere/sessions'), folder.join('sessions'));
      expect(await trash.restore(id)).toMatchObject({ ok: false, error: { code: 'io' } });
      expect(placesOf(folder, one)).toEqual([false, true, true]);
      expect(trash.list().entries).toMatchObject([{ id, title: 'Fix it' }]);
      expect(trash.list().entries[0]?.problem).toMatch(/^It could be restored only in part\. /);
      rmSync(folder.join('sessions'));
      folder.folder('sessions');
      expect(value(await trash.restore(id))).toBe(one);
      expect(placesOf(folder, one)).toEqual(ALL);
      expect(trash.list().entries).toEqual([]);
    },
  );

  it('leaves everything in place if the first part cannot be moved', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    const trash = await open();
    const id = value(await trash.begin(one, facts));
    rmSync(folder.join('trash', id), { recursive: true });
    expect(await trash.carryOut(id)).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(placesOf(folder, one)).toEqual(ALL);
    expect(trash.list().entries).toEqual([]);
  });

  it('lists a session that was moved only in part, and restores it without a restart', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    const trash = await open();
    const id = value(await trash.begin(one, facts));
    // Something of somebody else's is where the second part should go.
    folder.write(`trash/${id}/airlock/foreign.txt`, 'x');
    value(await trash.carryOut(id));
    await trash.drain();
    expect(placesOf(folder, one)).toEqual([false, true, false]);
    expect(trash.list().entries).toMatchObject([
      { id, title: 'Fix it', problem: expect.stringMatching(/airlock/) },
    ]);
    value(await trash.empty());
    await trash.drain();
    expect(trash.list().entries).toMatchObject([{ id }]);
    rmSync(folder.join('trash', id, 'airlock'), { recursive: true });
    expect(value(await trash.restore(id))).toBe(one);
    expect(placesOf(folder, one)).toEqual(ALL);
    expect(trash.list().entries).toEqual([]);
  });

  it('moves and deletes folders whose permissions an agent removed', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    chmodSync(folder.join('worktrees', one, 'deep'), 0o000);
    chmodSync(folder.join('worktrees', one), 0o500);
    const trash = await open();
    const id = value(await trash.discard(one, facts));
    expect(placesOf(folder, one)).toEqual(NONE);
    value(await trash.empty());
    await trash.drain();
    expect(existsSync(join(folder.path, 'trash', id))).toBe(false);
  });

  it('restores the files of a session that were found without it', async () => {
    const { folder, open, pass } = setUp();
    makeSession(folder, one);
    const first = await open();
    const id = value(await first.begin(one, facts));
    await first.close();
    // The program ended after the first move, and the manifest is damaged.
    renameSync(folder.join('sessions', one), folder.join('trash', id, 'session'));
    writeFileSync(folder.join('trash', id, 'item.json'), 'damaged');
    pass(DAY);
    const trash = await open();
    const orphan = value(await trash.discard(one, { ...facts, reason: 'orphan' }));
    expect(trash.list().entries.map((entry) => entry.id)).toEqual([orphan, id]);
    expect(value(await trash.restore(id))).toBe(one);
    expect(placesOf(folder, one)).toEqual(ALL);
    expect(trash.list().entries).toEqual([]);
  });

  it('forgets a move that ended before anything was recorded', async () => {
    const { folder, open } = setUp();
    folder.write(`trash/20260101T000000Z.${one}.00000000/.item.json.abc.tmp`, '{"v"');
    folder.write('trash/notes.txt', 'mine');
    const trash = await open();
    expect(trash.list().entries).toEqual([]);
    expect(readdirSync(folder.join('trash'))).toEqual(['notes.txt']);
  });

  it('deletes items where no session ever had a copy', async () => {
    const { folder, open } = setUp();
    folder.write(`sessions/${one}/log.ndjson`, 'log');
    const trash = await open();
    value(await trash.discard(one, facts));
    rmSync(folder.join('worktrees'), { recursive: true });
    value(await trash.empty());
    await trash.drain();
    expect(readdirSync(folder.join('trash'))).toEqual([]);
  });

  it('starts with a file in its place, and reports it when something is deleted', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    folder.write('trash', 'not a folder');
    const trash = await open();
    expect(await trash.discard(one, facts)).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(placesOf(folder, one)).toEqual(ALL);
    expect(folder.read('trash')).toBe('not a folder');
  });

  it('reports that it cannot be read, and does not appear empty', async () => {
    const { folder, open } = setUp();
    folder.write('trash', 'not a folder');
    const trash = await open();
    expect(trash.list()).toMatchObject({ entries: [], problem: expect.stringMatching(/file/) });
    rmSync(folder.join('trash'));
    expect((await open()).list()).toMatchObject({ entries: [], problem: null });
  });

  it('lists the others when one item cannot be read', async () => {
    const { folder, open, pass } = setUp();
    const first = await open();
    const ids: string[] = [];
    for (const session of [one, two]) {
      makeSession(folder, session);
      ids.push(value(await first.discard(session, facts)));
      pass(DAY);
    }
    await first.close();
    const [bad = '', good = ''] = ids;
    renameSync(folder.join('trash', bad), folder.join('away'));
    symlinkSync(bad, folder.join('trash', bad));
    const trash = await open();
    await trash.drain();
    expect(trash.list().entries).toMatchObject([
      { id: good, problem: null },
      { id: bad, problem: expect.stringMatching(/ELOOP/) },
    ]);
    expect(value(await trash.restore(good))).toBe(two);
  });

  it('restores and deletes an item that has a foreign file in its folder', async () => {
    const { folder, open } = setUp();
    for (const session of [one, two]) makeSession(folder, session);
    const first = await open();
    const id = value(await first.discard(one, facts));
    const other = value(await first.discard(two, facts));
    folder.write(`trash/${id}/.DS_Store`, 'x');
    expect(value(await first.restore(id))).toBe(one);
    expect(placesOf(folder, one)).toEqual(ALL);
    await first.close();
    const trash = await open();
    expect(trash.list().entries.map((entry) => entry.id)).toEqual([other]);
    folder.write(`trash/${other}/.DS_Store`, 'x');
    value(await trash.empty());
    await trash.drain();
    expect(trash.list().entries).toEqual([]);
    expect(readdirSync(folder.join('trash', other))).toEqual(['.DS_Store']);
  });

  it('has deleted a session whose files were moved, even if that cannot be recorded', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    const trash = await open();
    const id = value(await trash.begin(one, facts));
    const manifest = folder.join('trash', id, 'item.json');
    renameSync(manifest, `${manifest}.away`);
    mkdirSync(manifest);
    value(await trash.carryOut(id));
    expect(placesOf(folder, one)).toEqual(NONE);
    expect(trash.list().entries).toMatchObject([{ id, title: 'Fix it' }]);
    await trash.close();
    rmdirSync(manifest);
    renameSync(`${manifest}.away`, manifest);
    const again = await open();
    expect(again.list().entries).toMatchObject([{ id, title: 'Fix it', problem: null }]);
    expect(value(await again.restore(id))).toBe(one);
    expect(placesOf(folder, one)).toEqual(ALL);
  });
});
