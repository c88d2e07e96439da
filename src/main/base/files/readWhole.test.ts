import { appendFileSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { readWhole } from './readWhole';

const LONG = 3 * 1024 * 1024;

describe('readWhole', () => {
  it.each([0, 1, 5, LONG])('reads %i bytes', async (size) => {
    const text = 'a'.repeat(size);
    expect(await readAfter(text, () => undefined)).toBe(text);
  });

  it.each([4, LONG])('reads a file of %i bytes to its end that has grown since', async (size) => {
    const text = 'a'.repeat(size);
    const read = await readAfter(text, (path) => appendFileSync(path, ' and more'));
    expect(read).toBe(`${text} and more`);
  });

  it.each([4, LONG])('reads what is left of a file of %i bytes', async (size) => {
    expect(await readAfter('a'.repeat(size), (path) => truncateSync(path, 2))).toBe('aa');
  });
});

/** The file is changed after its size was asked for. */
async function readAfter(text: string, change: (path: string) => void): Promise<string> {
  const folder = testFolder();
  folder.write('file', text);
  const file = await open(folder.join('file'));
  try {
    const { size } = await file.stat();
    change(folder.join('file'));
    return (await readWhole(file, size)).toString();
  } finally {
    await file.close();
  }
}
