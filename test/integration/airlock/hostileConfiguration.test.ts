import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import { Git } from '#main/git/git';
import { ProjectFiles } from '#main/host/files/projectFiles';
import { put } from '#test/support/agentFiles';
import { AirlockHarness, decideAll, value } from '#test/support/airlockHarness';
import { ARMED_ATTRIBUTES, armedConfiguration, Canary, HOOKS } from '#test/support/canary';
import type { GitRepository } from '#test/support/gitRepository';
import { gitEnvironment } from '#test/support/gitRepository';

// Shows I22.

const FILES = {
  'a.txt': 'seen one\n',
  'b.dat': 'seen two\n',
  'c.md': 'seen three\n',
  'folder/d.txt': 'seen four\n',
};

async function start() {
  const harness = new AirlockHarness();
  const repository = await harness.repository(FILES);
  await repository.git('config', 'user.name', 'User');
  await repository.git('config', 'user.email', 'user@example.com');
  const canary = new Canary(harness.folder.folder('canary'));
  return { harness, repository, canary };
}

/** Git reads a file again whose time is another, and then asks its filters. */
function touch(folder: string): void {
  const time = new Date(Date.now() - 60_000);
  for (const path of Object.keys(FILES)) utimesSync(join(folder, path), time, time);
}

/** Everything that the program does with a session, in the order in which a user does it. */
async function use(harness: AirlockHarness, project: string, session: SessionAirlock) {
  const files = new ProjectFiles();
  for (const folder of [project, session.cwd]) await files.search(folder, 'a', 10);
  value(await session.scan());
  for (const [path, text] of Object.entries(FILES)) put(session, path, `${text}seen by the user\n`);
  put(session, 'new.txt', 'seen, new\n');
  value(await session.scan());
  await decideAll(session, 'accept');
  const commit = await session.changes.commitAccepted('Accepted', ['a.txt', 'b.dat', 'new.txt']);
  const branch = await session.changes.applyAsBranch(`made/${session.isolation}`, 'Accepted');
  await session.scan();
  await session.close();
  await harness.airlock.startup.reconcile([]);
  return { commit, branch };
}

const PLACES: readonly [
  string,
  (repository: GitRepository, canary: Canary) => Promise<void> | void,
][] = [
  [
    'the repository’s own configuration',
    (repository, canary) =>
      appendFileSync(repository.join('.git', 'config'), armedConfiguration(canary)),
  ],
  [
    'a file that the configuration includes',
    async (repository, canary) => {
      const included = repository.join('.git', 'more');
      writeFileSync(included, armedConfiguration(canary));
      await repository.git('config', 'include.path', included);
      await repository.git('config', 'includeIf.gitdir:/**.path', included);
    },
  ],
  [
    'hooks, and a folder of hooks that the configuration names',
    async (repository, canary) => {
      for (const hook of HOOKS) {
        canary.file(repository.join('.git', 'hooks', hook), `hook-${hook}`);
        canary.file(repository.join('.hooks', hook), `named-${hook}`);
      }
      await repository.git('config', 'core.hooksPath', '.hooks');
    },
  ],
];

it('programs in git’s configuration run under git without hardening', async () => {
  const { repository, canary } = await start();
  appendFileSync(repository.join('.git', 'config'), armedConfiguration(canary));
  writeFileSync(repository.join('.git', 'info', 'attributes'), ARMED_ATTRIBUTES);
  repository.write('a.txt', 'seen and changed\n');
  // It may fail then, since no program of those does what git expects of it.
  await repository.git('add', 'a.txt').catch(() => undefined);
  expect(canary.sightings).toEqual(expect.arrayContaining(['clean', 'fsmonitor']));
});

describe.each(PLACES)('programs that are named in %s', (_place, plant) => {
  it.each(['isolated', 'in-place'] as const)(
    'never run in a session that is %s',
    async (isolation) => {
      const { harness, repository, canary } = await start();
      await plant(repository, canary);
      writeFileSync(repository.join('.git', 'info', 'attributes'), ARMED_ATTRIBUTES);
      repository.write('untracked.txt', 'seen, untracked\n');
      touch(repository.path);
      const session = await harness.open(repository.path, { isolation });
      const { commit, branch } = await use(harness, repository.path, session);
      expect(canary.sightings).toEqual([]);
      expect([commit, branch]).toMatchObject([{ ok: true }, { ok: true }]);
      const stored = execFileSync('git', ['cat-file', 'blob', `${value(commit)}:a.txt`], {
        cwd: repository.path,
        env: { ...process.env, ...gitEnvironment },
      });
      expect(stored.toString()).toBe('seen one\nseen by the user\n');
      expect(canary.sightings).toEqual([]);
    },
  );
});

it.each(['isolated', 'in-place'] as const)(
  'filters never run on files that are as new as the index, in a session that is %s',
  async (isolation) => {
    const { harness, repository, canary } = await start();
    appendFileSync(repository.join('.git', 'config'), armedConfiguration(canary));
    writeFileSync(repository.join('.git', 'info', 'attributes'), ARMED_ATTRIBUTES);
    // Git reads those again, also when it only writes the index.
    const renew = () => utimesSync(repository.join('.git', 'index'), 1, 1);
    renew();
    const session = await harness.open(repository.path, { isolation });
    expect(canary.sightings).toEqual([]);
    renew();
    put(session, 'new.txt', 'seen, new\n');
    value(await session.scan());
    await decideAll(session, 'accept');
    renew();
    value(await session.changes.commitAccepted('Accepted'));
    expect(canary.sightings).toEqual([]);
  },
);

it('the list of files for @ stays in its folder, wherever the configuration says that the files are', async () => {
  const { harness, repository } = await start();
  harness.folder.write('elsewhere/aside.txt', 'not seen\n');
  await repository.git('config', 'core.worktree', harness.folder.join('elsewhere'));
  const found = await new ProjectFiles().search(repository.path, 'a', 10);
  expect(found.map(({ path }) => path)).toContain('a.txt');
  expect(found.map(({ path }) => path)).not.toContain('aside.txt');
});

describe('a hook that the configuration itself defines', () => {
  // Git 2.54 and newer run it; with an older one, only what git is told shows that it would not run.
  it('is turned off by its name, whatever that is, before anything is written', async () => {
    const { harness, repository } = await start();
    for (const name of ['evil', 'a.b=c d', 'Evil']) {
      await repository.git('config', `hook.${name}.event`, 'reference-transaction');
    }
    const [program, told] = [harness.folder.join('git.sh'), harness.folder.join('told')];
    writeFileSync(program, `#!/bin/sh\nenv > '${told}'\nexec git "$@"\n`, { mode: 0o755 });
    const git = new Git(program, { cwd: repository.path });
    await git.run(['update-ref', 'refs/heads/new', 'HEAD']);
    const variables = readFileSync(told, 'utf8').split('\n');
    const off = variables.filter((line) => /^GIT_CONFIG_(?:COUNT|KEY|VALUE)/.test(line)).sort();
    expect(off).toEqual([
      'GIT_CONFIG_COUNT=3',
      'GIT_CONFIG_KEY_0=hook.evil.enabled',
      'GIT_CONFIG_KEY_1=hook.a.b=c d.enabled',
      'GIT_CONFIG_KEY_2=hook.Evil.enabled',
      ...[0, 1, 2].map((index) => `GIT_CONFIG_VALUE_${index}=false`),
    ]);
  });
});

describe('a helper that fetches missing objects', () => {
  /** Loses the commit that is checked out, which a remote promises to have. */
  async function lacking() {
    const { harness, repository, canary } = await start();
    const id = await repository.head();
    appendFileSync(repository.join('.git', 'config'), armedConfiguration(canary));
    const lose = () => rmSync(repository.join('.git/objects', id.slice(0, 2), id.slice(2)));
    return { harness, repository, canary, lose };
  }

  it('would run under git without hardening', async () => {
    const { repository, canary, lose } = await lacking();
    lose();
    await repository.git('rev-parse', '--verify', 'HEAD^{commit}').catch(() => undefined);
    expect(canary.sightings).toContain('ext');
  });

  it.each(['isolated', 'in-place'] as const)(
    'never runs when a session is created or changes are committed, %s',
    async (isolation) => {
      const { harness, repository, canary, lose } = await lacking();
      const session = await harness.open(repository.path, { isolation });
      lose();
      await harness.tryOpen(repository.path, { isolation });
      put(session, 'b.dat', 'seen by the user\n');
      value(await session.scan());
      await decideAll(session, 'accept');
      await session.changes.commitAccepted('Accepted');
      await session.changes.applyAsBranch('made', 'Accepted');
      expect(canary.sightings).toEqual([]);
    },
  );
});

describe('programs that an agent configures while its session runs', () => {
  it('never run, wherever they are configured', async () => {
    const { harness, repository, canary } = await start();
    const session = await harness.open(repository.path);
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: session.cwd, env: { ...process.env, ...gitEnvironment } });
    // In the configuration that the copy shares with the project, and in the copy's own.
    git('config', 'extensions.worktreeConfig', 'true');
    const own = git('rev-parse', '--git-path', 'config.worktree').toString().trim();
    appendFileSync(own, armedConfiguration(canary));
    appendFileSync(repository.join('.git', 'config'), armedConfiguration(canary));
    put(session, '.gitattributes', ARMED_ATTRIBUTES);
    appendFileSync(repository.join('.git', 'info', 'attributes'), ARMED_ATTRIBUTES);
    for (const hook of HOOKS) canary.file(repository.join('.git', 'hooks', hook), `hook-${hook}`);
    const { commit, branch } = await use(harness, repository.path, session);
    expect(canary.sightings).toEqual([]);
    expect([commit, branch]).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('never run from a repository that the agent creates among its files', async () => {
    const { harness, repository, canary } = await start();
    const session = await harness.open(repository.path);
    const plant = (folder: string) => {
      const path = join(session.cwd, folder);
      mkdirSync(path, { recursive: true });
      const git = (...args: string[]) =>
        execFileSync('git', args, { cwd: path, env: { ...process.env, ...gitEnvironment } });
      git('init', '--quiet');
      writeFileSync(join(path, 'inner.txt'), 'seen\n');
      git('add', '--all');
      git('commit', '--quiet', '-m', 'Inner');
      appendFileSync(join(path, '.git', 'config'), armedConfiguration(canary));
      writeFileSync(join(path, '.git', 'info', 'attributes'), ARMED_ATTRIBUTES);
      for (const hook of HOOKS) canary.file(join(path, '.git', 'hooks', hook), `inner-${hook}`);
      utimesSync(join(path, 'inner.txt'), 1, 1);
    };
    plant('planted');
    // In the place of a file that was there, where git would take it for a submodule.
    execFileSync('rm', [join(session.cwd, 'c.md')]);
    plant('c.md');
    const files = new ProjectFiles();
    for (const folder of [session.cwd, join(session.cwd, 'planted')]) {
      await files.search(folder, 'a', 10);
    }
    for (let look = 0; look < 3; look++) value(await session.scan());
    await decideAll(session, 'accept');
    await session.changes.commitAccepted('Accepted');
    await harness.airlock.startup.reconcile([]);
    expect(canary.sightings).toEqual([]);
    expect(readFileSync(repository.join('a.txt'), 'utf8')).toBe('seen one\n');
  });

  it('never run from the configuration of a submodule', async () => {
    const { harness, repository, canary } = await start();
    const inner = await harness.repository({ 'inner.txt': 'seen\n' }, 'inner');
    await repository.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      'add',
      '--quiet',
      inner.path,
      'deps',
    );
    await repository.commitAll('With a submodule');
    const modules = repository.join('.git', 'modules', 'deps');
    appendFileSync(join(modules, 'config'), armedConfiguration(canary));
    writeFileSync(join(modules, 'info', 'attributes'), ARMED_ATTRIBUTES);
    utimesSync(repository.join('deps', 'inner.txt'), 1, 1);
    for (const isolation of ['isolated', 'in-place'] as const) {
      const session = await harness.open(repository.path, { isolation });
      await use(harness, repository.path, session);
    }
    expect(canary.sightings).toEqual([]);
  });
});
