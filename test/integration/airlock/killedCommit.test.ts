import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AirlockHarness, decideAll, newSessionId, value } from '#test/support/airlockHarness';
import { testFolder } from '#test/support/testFolder';

const STAGED_BEFORE = [' M a.txt', 'A  staged.txt', '?? made.txt'];
const STAGED_BY_US = ['M  a.txt', 'M  hidden.txt', 'A  made.txt', 'A  staged.txt'];

/** A commit of which nothing more happens once the index has been written, as after a kill. */
async function killWithinCommit() {
  const folder = testFolder();
  const program = folder.join('git');
  const dead = folder.join('dead');
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const script = [
    '#!/bin/sh',
    `case " $* " in *" update-ref -m commit:"*) : > "${dead}" ;; esac`,
    `[ -e "${dead}" ] && exit 128`,
    `exec "${real}" "$@"`,
  ];
  writeFileSync(program, `${script.join('\n')}\n`);
  chmodSync(program, 0o755);
  const harness = new AirlockHarness(folder, { git: program });
  const repository = await harness.repository({ 'a.txt': 'a\n', 'hidden.txt': 'hidden\n' });
  await repository.git('config', 'user.name', 'User');
  await repository.git('config', 'user.email', 'user@example.com');
  repository.write('staged.txt', 'staged\n');
  await repository.stage('staged.txt');
  await repository.git('update-index', '--skip-worktree', 'hidden.txt');
  const sessionId = newSessionId();
  const session = await harness.open(repository.path, { sessionId });
  writeFileSync(join(session.cwd, 'a.txt'), 'agent\n');
  writeFileSync(join(session.cwd, 'made.txt'), 'made\n');
  writeFileSync(join(session.cwd, 'hidden.txt'), 'agent\n');
  value(await session.scan());
  await decideAll(session, 'accept');
  const before = await repository.head();
  expect((await session.changes.commitAccepted('Agent work')).ok).toBe(false);
  await session.close();
  expect(await repository.head()).toBe(before);
  const { airlock, ...next } = new AirlockHarness(folder);
  const reopen = () => new AirlockHarness(folder).open(repository.path, { sessionId });
  return { ...next, airlock, sessionId, repository, reopen, before };
}

const status = async (repository: { status(): Promise<readonly string[]> }) =>
  [...(await repository.status())].sort();

describe.skipIf(process.platform === 'win32')(
  'a commit of accepted work that a kill cut short',
  () => {
    it('leaves nothing staged after the next start', async () => {
      const { airlock, sessionId, repository, before } = await killWithinCommit();
      expect(await status(repository)).toEqual([...STAGED_BY_US].sort());
      await airlock.startup.unstageLeft([sessionId]);
      expect(await status(repository)).toEqual([...STAGED_BEFORE].sort());
      expect(await repository.head()).toBe(before);
      expect(await repository.git('ls-files', '-v', 'hidden.txt')).toBe('S hidden.txt');
      await repository.stage('a.txt');
      await airlock.startup.unstageLeft([sessionId]);
      expect(await status(repository)).toContain('M  a.txt');
    });

    it('can be made again', async () => {
      const { repository, reopen } = await killWithinCommit();
      const session = await reopen();
      const commit = value(await session.changes.commitAccepted('Agent work'));
      expect(await repository.head()).toBe(commit);
      expect(await status(repository)).toEqual(['A  staged.txt']);
    });

    it('is left alone where the user has staged something else since, or has committed it', async () => {
      const first = await killWithinCommit();
      first.repository.write('a.txt', 'agent\nmine\n');
      await first.repository.stage('a.txt');
      await first.airlock.startup.unstageLeft([first.sessionId]);
      expect(await status(first.repository)).toEqual(['?? made.txt', 'A  staged.txt', 'M  a.txt']);

      const second = await killWithinCommit();
      await second.repository.git('commit', '--quiet', '-m', 'mine');
      await second.airlock.startup.unstageLeft([second.sessionId]);
      expect(await status(second.repository)).toEqual([]);
    });
  },
);
