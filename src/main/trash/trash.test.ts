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
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryLogger } from '#main/base/memoryLogger';
import type { Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';
import { Trash, type TrashOptions, type TreePlace } from './trash';

const one = 'ses_trash000001' as SessionId;
const two = 'ses_trash000002' as SessionId;
const three = 'ses_trash000003' as SessionId;
const facts = { reason: 'deleted', title: 'Fix it', project: '/project' } as const;
const DAY = 24 * 60 * 60 * 1000;

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function setUp() {
  const folder = testFolder();
  const told: string[] = [];
  const note = (what: string) => async (place: TreePlace) => {
    told.push(`${what} ${place.workRoot.replace(folder.path, '')}`);
  };
  let now = Date.UTC(2026, 0, 1);
  const open = async (limits?: TrashOptions['limits']) => {
    const trash = await Trash.open({
      folder: folder.join('trash'),
      places: {
        session: folder.folder('sessions'),
        airlock: folder.folder('airlock'),
        worktree: folder.folder('worktrees'),
      },
      trees: { follow: note('follow'), forget: note('forget') },
      logger: new MemoryLogger(),
      clock: () => now,
      ...(limits && { limits }),
    });
    onTestFinished(() => trash.close());
    return trash;
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { folder, open, told, pass };
}

function makeSession(folder: TemporaryFolder, id: SessionId, bytes = 10): void {
  folder.write(`sessions/${id}/log.ndjson`, 'log');
  folder.write(`airlock/${id}/airlock.json`, '{}');
  folder.write(`worktrees/${id}/deep/file.txt`, 'x'.repeat(bytes));
}

function placesOf(folder: TemporaryFolder, id: SessionId): readonly boolean[] {
  return ['sessions', 'airlock', 'worktrees'].map((place) => existsSync(folder.join(place, id)));
}

/** Starts once a day until the trash is empty, and gives which day that was. */
async function daysKept(
  open: () => Promise<Trash>,
  pass: (milliseconds: number) => void,
): Promise<number> {
  for (let days = 0; days < 100; days++) {
    pass(DAY);
    const trash = await open();
    await trash.drain();
    const isEmpty = trash.list().entries.length === 0;
    await trash.close();
    if (isEmpty) return days + 1;
  }
  throw new Error('It is never removed.');
}

const ALL = [true, true, true];
const NONE = [false, false, false];

describe('Trash', () => {
  it('takes all of a session, lists it with its size, and brings it back as it was', async () => {
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

  it('finishes at the next start what was begun, wherever it was cut off', async () => {
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
      // And the same on the way back.
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

  it('removes the oldest first, by age and by size, but not the newest', async () => {
    const { folder, open, told, pass } = setUp();
    const trash = await open({ keptMilliseconds: 30 * DAY, keptBytes: 100 });
    makeSession(folder, one, 60);
    value(await trash.discard(one, facts));
    pass(DAY);
    makeSession(folder, two, 500);
    const id = value(await trash.discard(two, facts));
    await trash.drain();
    expect(trash.list().entries.map(({ sessionId }) => sessionId)).toEqual([two]);
    expect(readdirSync(folder.join('trash'))).toEqual([id]);
    expect(told.filter((words) => words.startsWith('forget'))).toHaveLength(1);
    await trash.close();
    expect(await daysKept(open, pass)).toBe(30);
    expect(readdirSync(folder.join('trash'))).toEqual([]);
  });

  it('keeps an item for its time whatever the clock does', async () => {
    const jumps = { 'ten years ahead': 3650 * DAY, 'ten years back': -3650 * DAY };
    for (const [name, jump] of Object.entries(jumps)) {
      const { folder, open, pass } = setUp();
      makeSession(folder, one);
      const trash = await open();
      value(await trash.discard(one, facts));
      await trash.close();
      pass(jump);
      const wrong = await open();
      await wrong.drain();
      expect(wrong.list().entries, name).toHaveLength(1);
      await wrong.close();
      // It is set right again.
      pass(-jump);
      const days = await daysKept(open, pass);
      expect(days, name).toBeGreaterThanOrEqual(29);
      expect(days, name).toBeLessThanOrEqual(30);
    }
  });

  it('removes an item in its time that was deleted while the clock was ahead', async () => {
    const { folder, open, pass } = setUp();
    makeSession(folder, one);
    pass(3650 * DAY);
    const trash = await open();
    value(await trash.discard(one, facts));
    await trash.close();
    pass(-3650 * DAY);
    // On the first of them nothing is counted.
    expect(await daysKept(open, pass)).toBe(31);
  });

  it('counts the time of an item of an earlier version from when it was first seen', async () => {
    const { folder, open, pass } = setUp();
    makeSession(folder, one);
    const trash = await open();
    const id = value(await trash.discard(one, facts));
    await trash.close();
    const manifest = { v: 1, state: 'kept', ...facts, bytes: 10 };
    writeFileSync(folder.join('trash', id, 'item.json'), JSON.stringify(manifest));
    pass(400 * DAY);
    expect(await daysKept(open, pass)).toBe(31);
  });

  it('removes what is too much by what was deleted first, also if the clock went back', async () => {
    const { folder, open, pass } = setUp();
    const trash = await open({ keptMilliseconds: 30 * DAY, keptBytes: 100 });
    makeSession(folder, one, 60);
    value(await trash.discard(one, facts));
    pass(-DAY);
    makeSession(folder, two, 60);
    value(await trash.discard(two, facts));
    await trash.drain();
    expect(trash.list().entries.map(({ sessionId }) => sessionId)).toEqual([two]);
  });

  it('reads a description again that could not be read at the start', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    const first = await open();
    const id = value(await first.discard(one, facts));
    await first.close();
    const manifest = folder.join('trash', id, 'item.json');
    renameSync(manifest, folder.join('away.json'));
    symlinkSync(folder.join('not-mounted'), manifest);
    const trash = await open({ keptMilliseconds: 0, keptBytes: 0 });
    await trash.drain();
    expect(trash.list().entries).toMatchObject([{ id, problem: expect.stringMatching(/link/) }]);
    expect(await trash.restore(id)).toMatchObject({ ok: false, error: { code: 'io' } });
    renameSync(folder.join('away.json'), manifest);
    expect(value(await trash.restore(id))).toBe(one);
    expect(placesOf(folder, one)).toEqual(ALL);
  });

  it('removes what nobody decided to delete by its age alone', async () => {
    const { folder, open, pass } = setUp();
    const trash = await open({ keptMilliseconds: 30 * DAY, keptBytes: 100 });
    const orphan = { reason: 'orphan', title: null, project: null } as const;
    for (const id of [one, two]) {
      makeSession(folder, id, 500);
      value(await trash.discard(id, orphan));
      pass(DAY);
    }
    makeSession(folder, three, 60);
    value(await trash.discard(three, facts));
    await trash.drain();
    expect(trash.list().entries.map(({ sessionId }) => sessionId)).toEqual([three, two, one]);
    await trash.close();
    expect(await daysKept(open, pass)).toBeGreaterThan(27);
  });

  it('keeps what it does not understand, says so, and removes it only when asked to', async () => {
    for (const text of ['', '{"v":1,"sta', 'garbage', '{"v":2,"state":"pinned"}']) {
      const { folder, open, pass } = setUp();
      makeSession(folder, one);
      const first = await open();
      const id = value(await first.discard(one, facts));
      await first.close();
      writeFileSync(folder.join('trash', id, 'item.json'), text);
      pass(400 * DAY);
      const trash = await open({ keptMilliseconds: DAY, keptBytes: 1 });
      await trash.drain();
      expect(trash.list().entries).toMatchObject([{ id, sessionId: one }]);
      expect(trash.list().entries[0]?.problem).toMatch(/^It /);
      const restored = await trash.restore(id);
      expect(restored.ok).toBe(!text.includes('"v":2'));
      expect(placesOf(folder, one)).toEqual(restored.ok ? ALL : NONE);
      value(await trash.empty());
      await trash.drain();
      expect(readdirSync(folder.join('trash'))).toEqual([]);
    }
  });

  it('restores nothing over what is there, and no copy without its session', async () => {
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

  it('leaves everything where it was if the first part cannot be moved', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    const trash = await open();
    const id = value(await trash.begin(one, facts));
    rmSync(folder.join('trash', id), { recursive: true });
    expect(await trash.carryOut(id)).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(placesOf(folder, one)).toEqual(ALL);
    expect(trash.list().entries).toEqual([]);
  });

  it('takes and removes folders that an agent closed to their owner', async () => {
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

  it('brings back the files of a session that were found without it', async () => {
    const { folder, open, pass } = setUp();
    makeSession(folder, one);
    const first = await open();
    const id = value(await first.begin(one, facts));
    await first.close();
    // The program ends after the first move, and the description is damaged.
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

  it('forgets what ended before anything was written down', async () => {
    const { folder, open } = setUp();
    folder.write(`trash/20260101T000000Z.${one}.00000000/.item.json.abc.tmp`, '{"v"');
    folder.write('trash/notes.txt', 'mine');
    const trash = await open();
    expect(trash.list().entries).toEqual([]);
    expect(readdirSync(folder.join('trash'))).toEqual(['notes.txt']);
  });

  it('removes items where no session ever had a copy', async () => {
    const { folder, open } = setUp();
    folder.write(`sessions/${one}/log.ndjson`, 'log');
    const trash = await open();
    value(await trash.discard(one, facts));
    rmSync(folder.join('worktrees'), { recursive: true });
    value(await trash.empty());
    await trash.drain();
    expect(readdirSync(folder.join('trash'))).toEqual([]);
  });

  it('starts with a file in its place, and says so when something is to be deleted', async () => {
    const { folder, open } = setUp();
    makeSession(folder, one);
    folder.write('trash', 'not a folder');
    const trash = await open();
    expect(await trash.discard(one, facts)).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(placesOf(folder, one)).toEqual(ALL);
    expect(folder.read('trash')).toBe('not a folder');
  });

  it('says that it cannot be read, which is not the same as empty', async () => {
    const { folder, open } = setUp();
    folder.write('trash', 'not a folder');
    const trash = await open();
    expect(trash.list()).toMatchObject({ entries: [], problem: expect.stringMatching(/file/) });
    rmSync(folder.join('trash'));
    expect((await open()).list()).toMatchObject({ entries: [], problem: null });
  });

  it('lists the others when one item cannot be looked into', async () => {
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

  it('restores and removes an item that has a file of somebody else in its folder', async () => {
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

  it('has deleted a session whose files are moved, also if that cannot be written down', async () => {
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
