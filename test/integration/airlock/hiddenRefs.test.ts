import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AirlockHarness, newSessionId, openChanges, value } from '#test/support/airlockHarness';
import { GitRepository } from '#test/support/gitRepository';
import { writtenByEarlierVersion } from '#test/support/linkedSession';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

it.each(['isolated', 'in-place'] as const)(
  'a mirror push publishes nothing of a session, %s, and git gc keeps it',
  async (isolation) => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const remote = harness.folder.join('remote.git');
    await repository.git('init', '--quiet', '--bare', remote);
    repository.write('a.txt', 'uncommitted\n');
    const sessionId = newSessionId();
    const first = await harness.open(repository.path, { sessionId, isolation });
    await first.drain();
    await first.close();
    // As an earlier version left it.
    writtenByEarlierVersion(harness.folder.join('data', sessionId));
    await repository.git('update-ref', `refs/airlock/${sessionId}/base`, 'HEAD');
    const session = await harness.open(repository.path, { sessionId, isolation });
    await session.drain();
    await repository.git('push', '--quiet', '--mirror', remote);
    expect(await repository.git('ls-remote', remote)).not.toContain('airlock');
    expect(await repository.git('for-each-ref', 'refs/airlock')).toBe('');
    await repository.git('reflog', 'expire', '--expire=now', '--all');
    await repository.git('gc', '--quiet', '--prune=now');
    writeFileSync(join(session.cwd, 'a.txt'), 'agent\n');
    value(await session.scan());
    if (isolation === 'isolated') expect(openChanges(session)).toHaveLength(1);
  },
);

it.each(['isolated', 'in-place'] as const)(
  'a start removes the refs of earlier versions, also of an unopened session, %s',
  async (isolation) => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    repository.write('a.txt', 'uncommitted\n');
    const sessionId = newSessionId();
    const first = await harness.open(repository.path, { sessionId, isolation });
    await first.drain();
    await first.close();
    writtenByEarlierVersion(harness.folder.join('data', sessionId));
    // As an earlier version left it: objects that only its ref keeps, and a store that leans on them.
    const store = harness.folder.join('data', sessionId, 'shadow.git', 'objects');
    const file = harness.folder.write('kept.txt', 'only by the ref\n');
    const blob = await repository.git('hash-object', '-w', file);
    const other = newSessionId();
    await repository.git('update-ref', `refs/airlock/${sessionId}/base`, blob);
    await repository.git('update-ref', `refs/airlock/${other}/base`, 'HEAD');
    await repository.git('pack-refs', '--all');
    writeFileSync(join(store, 'info', 'alternates'), `${repository.join('.git/objects')}\n`);
    await harness.airlock.startup.retireOldRefs(
      [sessionId, 'no-session'],
      new AbortController().signal,
    );
    // Another folder of data may know that one.
    const left = await repository.git('for-each-ref', '--format=%(refname)', 'refs/airlock');
    expect(left).toBe(`refs/airlock/${other}/base`);
    await repository.git('gc', '--quiet', '--prune=now');
    expect(existsSync(join(store, 'info', 'alternates'))).toBe(false);
    expect(existsSync(join(store, blob.slice(0, 2), blob.slice(2)))).toBe(true);
    const session = await harness.open(repository.path, { sessionId, isolation });
    expect(openChanges(session)).toEqual([]);
  },
);

it('a deleted copy is restored after git has collected its commit', async () => {
  const harness = new AirlockHarness();
  const repository = await harness.repository();
  repository.write('a.txt', 'uncommitted\n');
  const sessionId = newSessionId();
  const first = await harness.open(repository.path, { sessionId });
  await first.drain();
  const { cwd } = first;
  await first.close();
  rmSync(cwd, { recursive: true });
  await repository.git('worktree', 'prune', '--expire=now');
  await repository.git('reflog', 'expire', '--expire=now', '--all');
  await repository.git('gc', '--quiet', '--prune=now');
  const again = await harness.open(repository.path, { sessionId });
  expect(readFileSync(join(again.cwd, 'a.txt'), 'utf8')).toBe('uncommitted\n');
  value(await again.scan());
  expect(openChanges(again)).toEqual([]);
});

it('the app removes old refs when it starts', async () => {
  const folder = testFolder();
  const repository = await GitRepository.createWith(folder.join('project'), { 'a.txt': 'a\n' });
  const { command, args, env } = scriptedAgent(folder, { turns: [[{ say: 'Hi' }]] });
  const agents = { scripted: { command, args, env, wire: 'acp' as const } };
  const launch = () => TestEngine.start(folder.join('data'), agents, { workplaces: undefined });
  const first = await launch();
  const { id } = await first.create('scripted', repository.path, 'Go', 'isolated');
  await first.stop();
  writtenByEarlierVersion(folder.join('data', 'airlock', id));
  await repository.git('update-ref', `refs/airlock/${id}/base`, 'HEAD');
  const second = await launch();
  await second.engine.tidied;
  await second.stop();
  expect(await repository.git('for-each-ref', 'refs/airlock')).toBe('');
});
