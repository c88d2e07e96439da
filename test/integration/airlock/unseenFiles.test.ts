import { existsSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STORED_FILE_BYTES } from '#main/airlock/limits';
import {
  decideAll,
  newTurnId,
  openPaths,
  prepareSession,
  value,
} from '#test/support/airlockHarness';
import { turn } from '#test/support/inPlaceSession';

async function start() {
  const files = { 'a.txt': 'a\n', '.gitignore': 'secret.txt\nout/\n' };
  const { repository, open } = await prepareSession(files, { isolation: 'in-place' });
  repository.write('secret.txt', 'mine\n');
  repository.write('out/built.txt', 'mine\n');
  return { repository, open, session: await open() };
}

describe('user files that become visible during a turn, in place', () => {
  it('are not the agent’s when it changes what git ignores', async () => {
    const { repository, session } = await start();
    const first = await turn(session, () => {
      repository.write('.gitignore', '\n');
      repository.write('out/agent.txt', 'agent\n');
    });
    expect(openPaths(session)).toEqual(['.gitignore', 'out/agent.txt']);
    value(await session.scan());
    expect(openPaths(session)).toEqual(['.gitignore', 'out/agent.txt']);
    await decideAll(session, 'reject');
    expect(repository.read('secret.txt')).toBe('mine\n');
    expect(repository.read('out/built.txt')).toBe('mine\n');
    expect(existsSync(repository.join('out/agent.txt'))).toBe(false);
    await turn(session, () => repository.write('.gitignore', ''));
    value(await session.changes.rewind(first));
    expect(repository.read('.gitignore')).toBe('secret.txt\nout/\n');
    expect(repository.read('secret.txt')).toBe('mine\n');
    expect(repository.read('out/built.txt')).toBe('mine\n');
  });

  it('are not the agent’s when it replaces them with another file', async () => {
    const { repository, session } = await start();
    await turn(session, () => {
      repository.write('out/next.tmp', 'mine\nagent\n');
      renameSync(repository.join('out/next.tmp'), repository.join('out/built.txt'));
      repository.write('.gitignore', '\n');
    });
    expect(openPaths(session)).toEqual(['.gitignore']);
    await decideAll(session, 'reject');
    expect(repository.read('out/built.txt')).toBe('mine\nagent\n');
  });

  it('are not the agent’s when the app ends during the turn', async () => {
    const { repository, session, open } = await start();
    value(await session.checkpoint(newTurnId()));
    repository.write('.gitignore', '\n');
    repository.write('agent.txt', 'agent\n');
    value(await session.scan());
    await session.close();
    const again = await open();
    value(await again.scan());
    expect(openPaths(again)).toEqual(['.gitignore', 'agent.txt']);
    await decideAll(again, 'reject');
    expect(repository.read('secret.txt')).toBe('mine\n');
    expect(repository.read('out/built.txt')).toBe('mine\n');
  });

  it('are not the agent’s when it opens a repository, or truncates a large file', async () => {
    const { repository, session } = await start();
    mkdirSync(repository.join('nested'));
    await repository.git('-C', repository.join('nested'), 'init', '--quiet');
    repository.write('nested/mine.txt', 'mine\n');
    writeFileSync(repository.join('large.bin'), '');
    truncateSync(repository.join('large.bin'), STORED_FILE_BYTES + 1);
    const first = await turn(session, () => {
      rmSync(repository.join('nested/.git'), { recursive: true });
      truncateSync(repository.join('large.bin'), 10);
      repository.write('nested/agent.txt', 'agent\n');
    });
    expect(openPaths(session)).toEqual(['nested/agent.txt']);
    await decideAll(session, 'reject');
    value(await session.changes.rewind(first));
    expect(repository.read('nested/mine.txt')).toBe('mine\n');
    expect(existsSync(repository.join('large.bin'))).toBe(true);
    expect(existsSync(repository.join('nested/agent.txt'))).toBe(false);
  });

  it('are reported when the agent has written to them as well', async () => {
    const { repository, session } = await start();
    repository.write('.gitignore', '.env\nsecret.txt\n');
    repository.write('.env', 'MINE=1\n');
    await turn(session, () => {
      repository.write('.gitignore', '\n');
      repository.write('.env', 'AGENT=1\n');
      repository.write('secret.txt', 'agent\n');
    });
    expect(openPaths(session)).toEqual(['.gitignore']);
    expect(session.changes.guarded.ignored).toMatchObject({ count: 1, paths: ['secret.txt'] });
    const ids = session.changes.guarded.changes.map(({ id }) => id);
    value(await session.changes.settleGuarded(ids, 'restore'));
    expect(repository.read('.env')).toBe('MINE=1\n');
  });
});
