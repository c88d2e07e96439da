import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TemporaryFolder } from './temporaryFolder';

describe('TemporaryFolder', () => {
  it('creates what is requested and leaves nothing', () => {
    const folder = new TemporaryFolder();
    expect(folder.write('deep/a.txt', 'a')).toBe(folder.join('deep', 'a.txt'));
    expect(folder.read('deep/a.txt')).toBe('a');
    expect(existsSync(folder.folder('b', 'c'))).toBe(true);
    folder.dispose();
    folder.dispose();
    expect(existsSync(folder.path)).toBe(false);
  });
});
