import { truncateSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { readStable } from './stableFile';

type Read = (
  this: FileHandle,
  bytes: Buffer,
  offset: number,
  length: number,
  position: number,
) => Promise<{ bytesRead: number; buffer: Buffer }>;

async function fileHandle(path: string): Promise<FileHandle> {
  const file = await open(path);
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}

/** A file, and what another program does to it each time after some of it was read. */
async function disturbed(disturb: (path: string, round: number) => void) {
  const folder = testFolder();
  folder.write('a.txt', 'old text\n');
  const handle = await fileHandle(folder.join('a.txt'));
  const read: Read = handle.read;
  let round = 0;
  // One byte at a time, so that what is done to the file happens in the middle.
  const slowly: Read = async function (bytes, offset, _, position) {
    const result = await read.call(this, bytes, offset, 1, position);
    if (offset === 3) disturb(folder.join('a.txt'), round++);
    return result;
  };
  const spy = vi.spyOn(handle, 'read').mockImplementation(slowly as FileHandle['read']);
  onTestFinished(() => spy.mockRestore());
  return readStable(folder.path, 'a.txt');
}

it('reads a file again that was written to meanwhile, and never half of it', async () => {
  const reading = await disturbed((path, round) => {
    if (round === 0) writeFileSync(path, 'new text\n');
  });
  expect(reading).toMatchObject({ mode: '100644', bytes: Buffer.from('new text\n') });
});

it('reports a file that changes during every attempt', async () => {
  const reading = await disturbed((path, round) => writeFileSync(path, `text ${round}..\n`));
  expect(reading).toBe('unsettled');
});

it('reads the rest of a file that is truncated meanwhile', async () => {
  const reading = await disturbed((path) => truncateSync(path, 2));
  expect(reading).toMatchObject({ bytes: Buffer.from('ol') });
});
