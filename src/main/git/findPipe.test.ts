import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { testFolder } from '#test/support/testFolder';
import { findPipe } from './findPipe';

const never = new AbortController().signal;
const pipe = (path: string) => execFileSync('mkfifo', [path]);

it.each(['.gitignore', 'a/b/.gitattributes', '.git/config', '.git/objects/info/alternates'])(
  'finds a pipe at %s',
  async (path) => {
    const folder = testFolder();
    folder.write(`${path}.other`, '');
    pipe(folder.join(path));
    expect(await findPipe(folder.path, never)).toBe(path);
  },
);

it('ignores files, and pipes that git does not open', async () => {
  const folder = testFolder();
  folder.write('.gitignore', '');
  folder.write('.git/objects/pack/x', '');
  pipe(folder.join('pipe'));
  pipe(folder.join('.git/objects/pack/pipe'));
  expect(await findPipe(folder.path, never)).toBeNull();
  expect(await findPipe(folder.join('gone'), never)).toBeNull();
});

it('finds one behind any number of entries, resting between them, until it is stopped', async () => {
  const folder = testFolder();
  for (let index = 0; index < 300; index++) folder.write(`${index % 10}/${index}`, '');
  folder.write('a/b/c/other', '');
  let rests = 0;
  const pace = { entries: 20, rest: async () => void rests++ };
  expect(await findPipe(folder.path, never, pace)).toBeNull();
  expect(rests).toBeGreaterThan(10);
  pipe(folder.join('a/b/c/.gitignore'));
  expect(await findPipe(folder.path, never, pace)).toBe('a/b/c/.gitignore');
  const stopping = new AbortController();
  const stops = { entries: 1, rest: async () => stopping.abort() };
  expect(await findPipe(folder.path, stopping.signal, stops)).toBeNull();
});
