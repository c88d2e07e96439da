import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { findPipe } from './findPipe';

const pipe = (path: string) => execFileSync('mkfifo', [path]);

it.each(['.gitignore', 'a/b/.gitattributes', '.git/config', '.git/objects/info/alternates'])(
  'finds a pipe at %s',
  async (path) => {
    const folder = testFolder();
    folder.write(`${path}.other`, '');
    pipe(folder.join(path));
    expect(await findPipe(folder.path)).toBe(path);
  },
);

it('ignores files, and pipes that git does not open', async () => {
  const folder = testFolder();
  folder.write('.gitignore', '');
  folder.write('.git/objects/pack/x', '');
  pipe(folder.join('pipe'));
  pipe(folder.join('.git/objects/pack/pipe'));
  expect(await findPipe(folder.path)).toBeNull();
  expect(await findPipe(folder.join('gone'))).toBeNull();
});
