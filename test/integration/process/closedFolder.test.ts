import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Git } from '#main/git/git';
import { testFolder } from '#test/support/testFolder';

const NOBODY = 65_534;

it.skipIf(process.platform === 'win32')(
  'git in a folder that the user may not enter is told from a git that is not installed',
  async () => {
    const folder = testFolder();
    const closed = folder.folder('closed');
    chmodSync(folder.path, 0o755);
    chmodSync(closed, 0o000);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      await expect(new Git('git', { cwd: closed }).run(['version'])).rejects.toMatchObject({
        message: `You may not open the folder ${closed}. Change its permissions and try again.`,
      });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(closed, 0o755);
    }
  },
);
