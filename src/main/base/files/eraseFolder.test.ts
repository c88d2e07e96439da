import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { eraseFolder } from './eraseFolder';

describe.skipIf(process.platform === 'win32')('eraseFolder', () => {
  it('removes files whose names are not valid text', async () => {
    const folder = testFolder();
    const root = folder.folder('copy');
    const below = (name: string) =>
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);
    mkdirSync(below('\xff'));
    writeFileSync(below('\xff/\xfe.txt'), 'agent\n');
    writeFileSync(below('a\xfe.txt'), 'agent\n');
    await eraseFolder(root);
    expect(existsSync(root)).toBe(false);
  });

  it('removes folders that are deeper than a path can be', async () => {
    const folder = testFolder();
    const ten = Array.from({ length: 10 }, () => 'd'.repeat(200));
    let deep = folder.folder('0', ...ten);
    writeFileSync(`${deep}/file.txt`, 'agent\n');
    // Each goes to the end of the next: no path of it is too long by itself.
    for (let round = 1; round <= 3; round++) {
      deep = folder.folder(String(round), ...ten);
      renameSync(folder.join(String(round - 1)), `${deep}/inner`);
    }
    expect(dirname(deep).length * 3).toBeGreaterThan(4_096);
    await eraseFolder(folder.join('3'));
    expect(existsSync(folder.join('3'))).toBe(false);
  });
});
