import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TreeScanner } from '#main/airlock/find/treeScanner';
import { findRepository } from '#main/airlock/tree/repository';
import { Shadow } from '#main/airlock/tree/shadow';
import { adoptUserIndex } from '#main/airlock/tree/userIndex';
import { UserSettings } from '#main/airlock/tree/userSettings';
import { Git } from '#main/git/git';
import { GitRepository } from '#test/support/gitRepository';
import { testFolder } from '#test/support/testFolder';

const FILES = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'sub/c.txt': 'c\n' };
const LIMITS = { files: 1_000, bytes: 1_000_000 };

interface Shape {
  /** The project, if it is a folder of the repository. */
  readonly below?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** The files that are read, of those that are there. */
  readonly read: readonly string[];
  make?(repository: GitRepository): unknown;
}

const shapes: Readonly<Record<string, Shape>> = {
  'nothing changed': { read: [] },
  'a changed, a new and a deleted file': {
    read: ['a.txt', 'new.txt'],
    make(repository) {
      repository.write('a.txt', 'mine\n');
      repository.write('new.txt', 'new\n');
      repository.remove('b.txt');
    },
  },
  'changed files that git was told to ignore, seen from a folder of the project': {
    below: 'sub',
    read: ['a.txt', 'sub/c.txt'],
    async make(repository) {
      await repository.git('update-index', '--skip-worktree', 'a.txt');
      await repository.git('update-index', '--assume-unchanged', 'sub/c.txt');
      repository.write('a.txt', 'mine\n');
      repository.write('sub/c.txt', 'mine\n');
    },
  },
  'such a file that is converted, too': {
    files: { ...FILES, '.gitattributes': 'b.txt text\n' },
    read: ['b.txt'],
    async make(repository) {
      await repository.git('update-index', '--skip-worktree', 'b.txt');
      repository.write('b.txt', 'mine\r\n');
    },
  },
  'a merge that was left open': {
    read: ['a.txt'],
    async make(repository) {
      await repository.git('checkout', '--quiet', '-b', 'side');
      repository.write('a.txt', 'side\n');
      await repository.commitAll('Side');
      await repository.git('checkout', '--quiet', 'main');
      repository.write('a.txt', 'main\n');
      await repository.commitAll('Main');
      await repository.git('merge', 'side').catch(() => undefined);
      expect(await repository.git('ls-files', '--unmerged')).not.toBe('');
    },
  },
  'a repository within it': {
    read: [],
    async make(repository) {
      const head = await repository.head();
      await repository.git('update-index', '--add', '--cacheinfo', `160000,${head},inner`);
      mkdirSync(repository.join('inner'));
    },
  },
  'a split index, of which a part is elsewhere': {
    read: ['a.txt', 'b.txt', 'sub/c.txt'],
    make: (repository) => repository.git('update-index', '--split-index'),
  },
  'converted line endings everywhere': {
    read: ['a.txt', 'b.txt', 'sub/c.txt'],
    make: (repository) => repository.git('config', 'core.autocrlf', 'true'),
  },
  'no index': {
    read: ['a.txt', 'b.txt', 'sub/c.txt'],
    make: (repository) => rmSync(repository.join('.git/index')),
  },
};

async function start(shape: Omit<Shape, 'read'>) {
  const folder = testFolder();
  const { files = FILES, below = '', make } = shape;
  const repository = await GitRepository.createWith(folder.join('project'), files);
  await make?.(repository);
  const user = new Git('git', { cwd: repository.join(below) });
  const found = await findRepository(user, user.cwd);
  if (found === null) throw new Error('There is no repository.');
  const settings = await UserSettings.read(user, found.root);
  const plan = { repository: found, settings, facts: null, excludes: [], leansOn: found.objects };
  const scannerAt = async (name: string) =>
    new TreeScanner(await Shadow.create(user, folder.join(name), plan), found.root);
  const adopt = async () => {
    const scanner = await scannerAt('adopting.git');
    await adoptUserIndex(user, scanner, found, settings);
    return scanner;
  };
  return { repository, scannerAt, adopt };
}

it.each(Object.entries(shapes))('the user’s index spares reading files: %s', async (_, shape) => {
  const { repository, adopt, scannerAt } = await start(shape);
  const scanner = await adopt();
  await scanner.absorbAll(LIMITS);
  const reading = await scannerAt('reading.git');
  await reading.absorbAll(LIMITS);
  expect(await scanner.tree()).toBe(await reading.tree());
  const bytes = shape.read.map((path) => repository.read(path).length);
  expect(scanner.takenBytes).toBe(bytes.reduce((sum, length) => sum + length, 0));
});

it('the user’s index is used for folders that are not checked out', async () => {
  const { repository, adopt } = await start({
    make: (made) => made.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'none'),
  });
  expect(repository.join('sub/c.txt')).not.toSatisfy(existsSync);
  const scanner = await adopt();
  await scanner.absorbAll(LIMITS);
  expect(await scanner.tree()).toBe(await repository.git('rev-parse', 'HEAD^{tree}'));
  expect(scanner.takenBytes).toBe(0);
});

it('the user’s index that is damaged is said to be so', async () => {
  const { adopt } = await start({
    make: (repository) => writeFileSync(repository.join('.git/index'), 'DIRC and nothing else'),
  });
  await expect(adopt()).rejects.toThrow(/git ls-files failed/);
});

it.runIf(process.platform !== 'win32')('no pipe in its place is waited for', async () => {
  const { adopt } = await start({
    make(repository) {
      rmSync(repository.join('.git/index'));
      execFileSync('mkfifo', [repository.join('.git/index')]);
    },
  });
  await expect(adopt()).rejects.toThrow(/\.git\/index is not a file/);
});
