import { execFileSync } from 'node:child_process';
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

  it.runIf(process.platform !== 'win32')('removes what is deeper than a path may be long', () => {
    const folder = new TemporaryFolder();
    const go = `n=${'deep'.repeat(50)}; for i in $(seq 30); do mkdir $n && cd -P $n || exit; done; echo > file`;
    execFileSync('sh', ['-c', go], { cwd: folder.path });
    folder.dispose();
    expect(existsSync(folder.path)).toBe(false);
  });
});
