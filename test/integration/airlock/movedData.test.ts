import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  openPaths,
  prepareSession,
  treeOf,
  value,
} from '#test/support/airlockHarness';
import { gitEnvironment } from '#test/support/gitRepository';
import { numberedText as text } from '#test/support/numberedLines';
import { testFolder } from '#test/support/testFolder';

const OWN = ['data', 'worktrees'];

function gitIn({ cwd }: SessionAirlock, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, env: { ...process.env, ...gitEnvironment } }).toString();
}

/** A session with work that was looked at, a commit, and work that was not looked at; closed. */
async function workedIn(
  prepared: Awaited<ReturnType<typeof prepareSession>>,
  isRepository: boolean,
) {
  const session = await prepared.open();
  writeFileSync(join(session.cwd, 'a.txt'), text({ 3: 'agent' }));
  if (isRepository) gitIn(session, 'commit', '--quiet', '--all', '-m', 'by the agent');
  value(await session.scan());
  writeFileSync(join(session.cwd, 'late.txt'), 'late\n');
  const files = treeOf(session.cwd);
  await session.close();
  return { files, place: session.cwd };
}

describe('a data folder in another place', () => {
  it.each([true, false])(
    'has its copies with it when it was moved (repository: %s)',
    async (isRepository) => {
      const prepared = await prepareSession({ 'a.txt': text() });
      const { harness, repository, sessionId } = prepared;
      if (!isRepository) repository.remove('.git');
      const { files, place } = await workedIn(prepared, isRepository);
      const next = new AirlockHarness(testFolder());
      for (const name of OWN) renameSync(harness.folder.join(name), next.folder.join(name));
      expect(await next.airlock.startup.reconcile([sessionId])).toMatchObject({
        missing: [],
        unregistered: [],
      });
      const session = await next.open(repository.path, { sessionId });
      expect(session.cwd).toBe(next.folder.join('worktrees', sessionId));
      expect(treeOf(session.cwd)).toEqual(files);
      expect(existsSync(place)).toBe(false);
      if (isRepository) expect(gitIn(session, 'log', '--format=%s', '-1')).toBe('by the agent\n');
      value(await session.scan());
      expect(openPaths(session)).toEqual(['a.txt', 'late.txt']);
      await decideAll(session, 'accept');
      expect(treeOf(repository.path)).toEqual(files);
      await session.close();
      for (const name of OWN) renameSync(next.folder.join(name), harness.folder.join(name));
      const back = await prepared.open();
      expect(back.cwd).toBe(place);
      if (isRepository) expect(gitIn(back, 'log', '--format=%s', '-1')).toBe('by the agent\n');
    },
  );

  it('does not work in the copies of the one that it was copied from', async () => {
    const prepared = await prepareSession({ 'a.txt': text() });
    const { harness, repository, sessionId } = prepared;
    const { files, place } = await workedIn(prepared, true);
    const next = new AirlockHarness(testFolder());
    for (const name of OWN) {
      cpSync(harness.folder.join(name), next.folder.join(name), { recursive: true });
    }
    const session = await next.open(repository.path, { sessionId });
    value(await session.scan());
    await decideAll(session, 'reject');
    expect(treeOf(place)).toEqual(files);
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe(text());
    const alternates = join(session.cwd, '.git', 'objects', 'info', 'alternates');
    expect(readFileSync(alternates, 'utf8')).toContain(next.folder.path);
  });
});

describe.skipIf(process.platform === 'win32')('the folder of the copies', () => {
  it.each<readonly [string, string, (path: string) => void]>([
    ['a file', 'There is a file where a folder should be.', (path) => writeFileSync(path, '')],
    ['a link to itself', 'It cannot be read (ELOOP).', (path) => symlinkSync(path, path)],
    [
      'a link to a disk that is not there',
      'It is a link to a folder that does not exist.',
      (path) => symlinkSync(`${path}.nowhere/copies`, path),
    ],
  ])('that is %s is named, and keeps nothing else from working', async (_, why, damage) => {
    const { harness, repository, sessionId, open } = await prepareSession();
    const first = await open();
    const inPlace = { isolation: 'in-place' as const, sessionId: newSessionId() };
    const other = await harness.open(repository.path, inPlace);
    await Promise.all([first.close(), other.close()]);
    const copies = harness.folder.join('worktrees');
    renameSync(copies, `${copies}.away`);
    damage(copies);
    await harness.airlock.startup.reconcile([sessionId, inPlace.sessionId]);
    expect(await harness.tryOpen(repository.path, { sessionId })).toMatchObject({
      ok: false,
      error: { message: `The folder of the agents’ copies cannot be used: ${copies}. ${why}` },
    });
    value(await (await harness.open(repository.path, inPlace)).scan());
    rmSync(copies);
    renameSync(`${copies}.away`, copies);
    value(await (await open()).scan());
  });
});

it('a file in the place of a session’s folder keeps no other session from being put in order', async () => {
  const { harness, sessionId, open } = await prepareSession();
  await (await open()).close();
  harness.folder.write(`data/${newSessionId()}`, 'a file');
  const names = readdirSync(harness.folder.join('data'));
  expect(names).toContain(sessionId);
  await harness.airlock.startup.unstageLeft(names);
});
