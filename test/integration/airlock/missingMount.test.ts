import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  AirlockHarness,
  newSessionId,
  openChanges,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { shown, turn } from '#test/support/guardedSession';

// Shows I18 where a disk that is mounted within a project is not there.

function canMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

const AWAY =
  'A disk was mounted in the project’s folder at data, which is an empty folder now. Mount the disk and try again, or delete the empty folder if you no longer need that disk.';

/** A project with another disk at `data`, which can be taken away. */
async function start(isolation: 'isolated' | 'in-place', skip: (why: string) => void) {
  const harness = new AirlockHarness();
  const repository = await harness.repository({ 'a.txt': 'a\n' });
  const disk = harness.folder.folder('disk');
  writeFileSync(join(disk, 'kept.txt'), 'kept\n');
  writeFileSync(join(disk, 'more.txt'), 'more\n');
  const place = repository.join('data');
  mkdirSync(place);
  const mount = () => execFileSync('mount', ['--bind', disk, place], { stdio: 'ignore' });
  let isMounted = true;
  try {
    mount();
  } catch (error) {
    skip(`cannot mount: ${error}`);
  }
  const remove = () => {
    if (isMounted) execFileSync('umount', [place]);
    isMounted = false;
  };
  onTestFinished(remove);
  const back = () => {
    mount();
    isMounted = true;
  };
  await repository.git('add', '.');
  await repository.git('commit', '--quiet', '-m', 'with data');
  const sessionId = newSessionId();
  const open = () => harness.open(repository.path, { sessionId, isolation });
  return { repository, disk, place, remove, back, open, session: await open() };
}

const paths = (session: Awaited<ReturnType<typeof start>>['session']) =>
  openChanges(session).map(({ change }) => `${change.kind} ${change.path}`);

describe.skipIf(!canMount())('a disk in the project that is not there', () => {
  it('in place, does not make its files the agent’s deletions', async ({ skip }) => {
    const { session, repository, disk, remove, back, open } = await start('in-place', skip);
    await turn(session, () => {
      writeFileSync(repository.join('a.txt'), 'agent\n');
    });
    remove();
    expect(await session.scan()).toMatchObject({ ok: false, error: { message: AWAY } });
    expect(session.lookFault).toBe(AWAY);
    expect(paths(session)).toEqual(['modify a.txt']);
    await session.close();
    const again = await open();
    expect((await again.scan()).ok).toBe(false);
    back();
    value(await again.scan());
    expect(paths(again)).toEqual(['modify a.txt']);
    expect(readdirSync(disk).sort()).toEqual(['kept.txt', 'more.txt']);
  });

  it('isolated, gets nothing, and its files are not listed as deleted', async ({ skip }) => {
    const { session, repository, place, remove, back } = await start('isolated', skip);
    await turn(session, () => {
      writeFileSync(join(session.cwd, 'data', 'kept.txt'), 'agent\n');
      writeFileSync(join(session.cwd, 'data', 'new.txt'), 'agent\n');
      remove();
    });
    expect(shown(session)).toEqual([]);
    const verdicts = openChanges(session).map((view) => verdictOn(view, 'accept'));
    for (const result of await session.changes.decide(verdicts)) {
      expect(result).toMatchObject({ ok: false, error: { message: AWAY } });
    }
    expect(readdirSync(place)).toEqual([]);
    back();
    for (const result of await session.changes.decide(verdicts)) value(result);
    expect(repository.read('data/kept.txt')).toBe('agent\n');
    expect(repository.read('data/new.txt')).toBe('agent\n');
  });

  it('is not waited for once its empty folder is deleted', async ({ skip }) => {
    const { session, place, remove } = await start('in-place', skip);
    await turn(session, () => undefined);
    remove();
    expect((await session.scan()).ok).toBe(false);
    rmSync(place, { recursive: true });
    value(await session.scan());
    expect(session.lookFault).toBeNull();
  });
});
