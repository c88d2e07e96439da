import { readdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ALL,
  DAY,
  daysKept,
  facts,
  makeSession,
  one,
  placesOf,
  setUp,
  three,
  two,
  value,
} from '#test/support/trashHarness';

describe('items of the trash', () => {
  it('deletes the oldest first, by age and by size, but not the newest', async () => {
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

  it('keeps an item for its full time whatever the clock does', async () => {
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
      // The clock is set right again.
      pass(-jump);
      const days = await daysKept(open, pass);
      expect(days, name).toBeGreaterThanOrEqual(29);
      expect(days, name).toBeLessThanOrEqual(30);
    }
  });

  it('deletes an item in time that was trashed while the clock was ahead', async () => {
    const { folder, open, pass } = setUp();
    makeSession(folder, one);
    pass(3650 * DAY);
    const trash = await open();
    value(await trash.discard(one, facts));
    await trash.close();
    pass(-3650 * DAY);
    // The first day does not count.
    expect(await daysKept(open, pass)).toBe(31);
  });

  it('counts the age of an item of an earlier version from when it was first seen', async () => {
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

  it('counts the disk space of a file with holes, not its length', async () => {
    const { folder, open } = setUp();
    const trash = await open();
    makeSession(folder, one);
    value(await trash.discard(one, facts));
    makeSession(folder, two);
    truncateSync(folder.join('worktrees', two, 'deep', 'file.txt'), 6_000_000_000);
    value(await trash.discard(two, facts));
    await trash.drain();
    expect(
      trash
        .list()
        .entries.map(({ sessionId }) => sessionId)
        .sort(),
    ).toEqual([one, two]);
  });

  it('deletes in the order of trashing when there is too much, also if the clock went back', async () => {
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

  it('deletes by age alone what the user did not decide to delete', async () => {
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
});
