import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AirlockHarness, newSessionId, startSession, value } from '#test/support/airlockHarness';

describe('what would be lost with a copy', () => {
  it('counts commits that were left again, and content that is only staged', async () => {
    const { repository, session } = await startSession();
    const git = (...args: string[]) => repository.git('-C', session.cwd, ...args);
    expect(value(await session.losses())).toMatchObject({ commits: 0, staged: 0 });
    writeFileSync(join(session.cwd, 'committed.txt'), 'committed\n');
    await git('add', '.');
    await git('commit', '--quiet', '-m', 'Only here');
    await git('checkout', '--quiet', '--detach', 'HEAD~1');
    for (const name of ['staged.txt', 'kept.txt']) {
      writeFileSync(join(session.cwd, name), 'staged\n');
      await git('add', name);
    }
    rmSync(join(session.cwd, 'staged.txt'));
    expect(value(await session.losses())).toMatchObject({ commits: 1, staged: 1 });
    await git('branch', 'kept', 'HEAD@{1}');
    expect(value(await session.losses())).toMatchObject({ commits: 0, staged: 1 });
  });
});

it('names what is missing when the store of a session’s changes is away', async () => {
  const harness = new AirlockHarness();
  const repository = await harness.repository();
  const sessionId = newSessionId();
  const session = await harness.open(repository.path, { sessionId });
  await session.close();
  const store = harness.folder.join('data', sessionId, 'shadow.git');
  renameSync(store, `${store}.away`);
  const opened = await harness.tryOpen(repository.path, { sessionId });
  expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
  if (!opened.ok) expect(opened.error.message).toContain(store);
});
