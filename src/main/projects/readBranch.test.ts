import { afterEach, beforeEach, expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { readBranch } from './readBranch';

let folder: TemporaryFolder;

beforeEach(() => {
  folder = new TemporaryFolder();
});
afterEach(() => folder.dispose());

it('finds the branch, from a folder below as well', async () => {
  folder.write('.git/HEAD', 'ref: refs/heads/feature/cart\n');
  expect(await readBranch(folder.path)).toBe('feature/cart');
  expect(await readBranch(folder.folder('src', 'deep'))).toBe('feature/cart');
});

it('names the commit where there is no branch', async () => {
  folder.write('.git/HEAD', `${'0123abcd'.repeat(5)}\n`);
  expect(await readBranch(folder.path)).toBe('0123abcd');
});

it('follows the file of a linked worktree', async () => {
  folder.write('main/.git/worktrees/side/HEAD', 'ref: refs/heads/side\n');
  folder.write('side/.git', 'gitdir: ../main/.git/worktrees/side\n');
  expect(await readBranch(folder.join('side'))).toBe('side');
});

it('is null for what makes no sense', async () => {
  folder.write('.git/HEAD', 'nonsense');
  expect(await readBranch(folder.path)).toBeNull();
});
