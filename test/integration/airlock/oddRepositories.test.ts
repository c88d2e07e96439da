import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AirlockHarness, decideAll, openChanges } from '#test/support/airlockHarness';
import { folderPrint } from '#test/support/folderPrint';
import type { GitRepository } from '#test/support/gitRepository';
import { turn } from '#test/support/guardedSession';

const FILES = { 'a.txt': 'one\n', 'sub/b.txt': 'two\n' };
const isRoot = process.getuid?.() === 0;

interface Shape {
  /** What is said if no session can be made; otherwise one works. */
  readonly refused?: RegExp;
  /** The project, if it is a folder of the repository. */
  readonly below?: string;
  make(repository: GitRepository, harness: AirlockHarness): Promise<void> | void;
}

const shapes: Readonly<Record<string, Shape>> = {
  'a .git file that points elsewhere': {
    make({ path }, { folder }) {
      renameSync(join(path, '.git'), folder.join('elsewhere.git'));
      writeFileSync(join(path, '.git'), `gitdir: ${folder.join('elsewhere.git')}\n`);
    },
  },
  'a .git file that points nowhere': {
    refused: /cannot use the repository of .*not a git repository: (?:\/nowhere|\(null\))/,
    make({ path }) {
      rmSync(join(path, '.git'), { recursive: true });
      writeFileSync(join(path, '.git'), 'gitdir: /nowhere/at/all\n');
    },
  },
  'a .git file that is none': {
    refused: /cannot use the repository of .*invalid gitfile format/,
    make({ path }) {
      rmSync(join(path, '.git'), { recursive: true });
      writeFileSync(join(path, '.git'), 'hello\n');
    },
  },
  'an empty .git folder': {
    make({ path }) {
      rmSync(join(path, '.git'), { recursive: true });
      mkdirSync(join(path, '.git'));
    },
  },
  'no HEAD': { make: ({ path }) => rmSync(join(path, '.git', 'HEAD')) },
  'a HEAD that is garbage': {
    make: ({ path }) => writeFileSync(join(path, '.git', 'HEAD'), '\0\0garbage\n'),
  },
  'a HEAD on a commit that is not there': {
    make: ({ path }) => writeFileSync(join(path, '.git', 'HEAD'), `${'1'.repeat(40)}\n`),
  },
  'fifty thousand packed refs': {
    async make(repository) {
      const head = await repository.head();
      await repository.git('pack-refs', '--all');
      const lines = Array.from({ length: 50_000 }, (_, n) => `${head} refs/tags/zz${n}\n`).sort();
      appendFileSync(join(repository.path, '.git', 'packed-refs'), lines.join(''));
    },
  },
  'packed refs that are garbage': {
    refused: /cannot use the repository of .*packed-refs/,
    make: ({ path }) => writeFileSync(join(path, '.git', 'packed-refs'), 'not a ref\n\0'),
  },
  'alternates in a circle': {
    make({ path }, { folder }) {
      const other = folder.join('other-objects');
      mkdirSync(join(other, 'info'), { recursive: true });
      const own = join(path, '.git', 'objects');
      mkdirSync(join(own, 'info'), { recursive: true });
      writeFileSync(join(other, 'info', 'alternates'), `${own}\n`);
      writeFileSync(join(own, 'info', 'alternates'), `${other}\n`);
    },
  },
  'an index that is cut in half': {
    refused: /cannot use the repository of .*index/,
    make({ path }) {
      const file = join(path, '.git', 'index');
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    },
  },
  'no index': { make: ({ path }) => rmSync(join(path, '.git', 'index')) },
  'an index.lock that the user’s git left': {
    make: ({ path }) => writeFileSync(join(path, '.git', 'index.lock'), ''),
  },
  'a configuration that cannot be parsed': {
    refused: /cannot use the repository of .*bad config line 1/,
    make: ({ path }) => writeFileSync(join(path, '.git', 'config'), '[core\nnonsense\n'),
  },
  'a format of the future': {
    refused: /cannot use the repository of .*99/,
    async make(repository) {
      await repository.git('config', 'core.repositoryFormatVersion', '99');
    },
  },
  // Git would read a device for ever, into its memory.
  'attributes that are a pipe elsewhere': {
    refused: /is not a file, but git’s core\.attributesFile names it/,
    async make(repository, { folder }) {
      execFileSync('mkfifo', [folder.join('attributes')]);
      await repository.git('config', 'core.attributesFile', folder.join('attributes'));
    },
  },
  'attributes that are a pipe, named from the root of the repository around the project': {
    refused: /is not a file, but git’s core\.attributesFile names it/,
    below: 'sub',
    async make(repository, { folder }) {
      execFileSync('mkfifo', [folder.join('attributes')]);
      await repository.git('config', 'core.attributesFile', '../attributes');
    },
  },
  'a submodule whose git folder is missing': {
    async make(repository, { folder }) {
      const origin = folder.join('origin');
      await repository.git('clone', '--quiet', repository.path, origin);
      await repository.git(
        ...['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin, 'module'],
      );
      await repository.commitAll('Module');
      rmSync(join(repository.path, '.git', 'modules'), { recursive: true });
    },
  },
  'a submodule whose folder is missing': {
    async make(repository) {
      const head = await repository.git('rev-parse', 'HEAD');
      await repository.git('update-index', '--add', '--cacheinfo', `160000,${head},gone/module`);
    },
  },
  'a submodule with a file in its place': {
    async make(repository) {
      const head = await repository.git('rev-parse', 'HEAD');
      await repository.git('update-index', '--add', '--cacheinfo', `160000,${head},module`);
      writeFileSync(join(repository.path, 'module'), 'a file\n');
    },
  },
  'a worktree whose repository forgot it': {
    refused: /cannot use the repository of .*not a git repository/,
    async make(repository, { folder }) {
      const linked = folder.join('linked');
      await repository.git('worktree', 'add', '--quiet', '--detach', linked);
      rmSync(join(repository.path, '.git', 'worktrees'), { recursive: true });
      rmSync(repository.path, { recursive: true });
      renameSync(linked, repository.path);
    },
  },
  ...(isRoot && {
    'files that belong to another user': {
      refused: /belongs to another user.*safe\.directory/,
      make({ path }) {
        chownSync(path, 65534, 65534);
        chownSync(join(path, '.git'), 65534, 65534);
      },
    },
  }),
};

it.each(Object.entries(shapes))('%s', async (_, { make, refused, below = '' }) => {
  const harness = new AirlockHarness();
  const repository = await harness.repository(FILES);
  await make(repository, harness);
  const before = folderPrint(repository.path);
  if (refused) {
    for (const isolation of ['isolated', 'in-place'] as const) {
      const opened = await harness.tryOpen(repository.join(below), { isolation });
      expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
      if (!opened.ok) expect(opened.error.message).toMatch(refused);
    }
    expect(folderPrint(repository.path)).toEqual(before);
    return;
  }
  const session = await harness.open(repository.path);
  await turn(session, () => writeFileSync(join(session.cwd, 'a.txt'), 'agent\n'));
  expect(folderPrint(repository.path)).toEqual(before);
  expect(openChanges(session).map(({ change }) => change.path)).toEqual(['a.txt']);
  await decideAll(session, 'accept');
  expect(repository.read('a.txt')).toBe('agent\n');
});
