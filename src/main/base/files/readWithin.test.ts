import { appendFileSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { readWithin } from './readWithin';

const MOST = 3 * 1024 * 1024;

it.each([0, 1, 5, MOST])('reads %i bytes', async (size) => {
  const text = 'a'.repeat(size);
  expect(await readAfter(text, () => undefined)).toBe(text);
});

it('reads a file that has grown since to its end, as far as it may', async () => {
  const read = await readAfter('text', (path) => appendFileSync(path, ' and more, '.repeat(20)));
  expect(read).toBe(`text${' and more, '.repeat(20)}`);
  expect(await readAfter('text', (path) => truncateSync(path, MOST))).toHaveLength(MOST);
});

it('does not read one that has grown too large since', async () => {
  const grow = (path: string) => truncateSync(path, 2 ** 32);
  expect(await readAfter('text', grow)).toBeNull();
  expect(await readAfter('a'.repeat(MOST), grow)).toBeNull();
});

it('reads the rest of a file that was cut in the meantime', async () => {
  expect(await readAfter('a'.repeat(MOST), (path) => truncateSync(path, 2))).toBe('aa');
});

/** The file is changed after its size was asked for. */
async function readAfter(text: string, change: (path: string) => void): Promise<string | null> {
  const folder = testFolder();
  folder.write('file', text);
  const file = await open(folder.join('file'));
  try {
    const { size } = await file.stat();
    change(folder.join('file'));
    return (await readWithin(file, size, MOST))?.toString() ?? null;
  } finally {
    await file.close();
  }
}
