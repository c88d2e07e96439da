import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  ALL,
  facts,
  makeSession,
  NONE,
  one,
  placesOf,
  setUp,
  two,
  value,
} from '#test/support/trashHarness';

it('keeps a copy that is on another disk there, restores it from there, and removes it', async ({
  skip,
}) => {
  const { folder, open } = setUp();
  const other = folderOnAnotherDisk(folder.path);
  if (other === null) return skip('There is no other disk to write to.');
  symlinkSync(other, folder.join('worktrees'));
  makeSession(folder, one);
  makeSession(folder, two);
  const trash = await open();
  const id = value(await trash.discard(one, facts));
  value(await trash.discard(two, facts));
  expect(placesOf(folder, one)).toEqual(NONE);
  expect(readdirSync(folder.join('trash', id)).sort()).toEqual(['airlock', 'item.json', 'session']);
  await trash.drain();
  expect(trash.list().entries.map(({ bytes, problem }) => [bytes, problem])).toEqual([
    [15, null],
    [15, null],
  ]);
  await trash.close();
  const again = await open();
  expect(value(await again.restore(id))).toBe(one);
  expect(placesOf(folder, one)).toEqual(ALL);
  expect(folder.read(`worktrees/${one}/deep/file.txt`)).toBe('xxxxxxxxxx');
  value(await again.empty());
  await again.drain();
  expect(readdirSync(other)).toEqual([one]);
});

function folderOnAnotherDisk(path: string): string | null {
  const { dev } = statSync(path);
  const place = ['/dev/shm', '/var/tmp', homedir()].find((one) => isWritable(one, dev));
  if (place === undefined) return null;
  const folder = mkdtempSync(join(place, 'airlock-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isWritable(place: string, dev: number): boolean {
  try {
    accessSync(place, constants.W_OK);
    return statSync(place).dev !== dev;
  } catch {
    // There is no such folder, or it is not ours.
    return false;
  }
}
