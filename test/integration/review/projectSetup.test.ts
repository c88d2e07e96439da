import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SetupWish } from '#main/host/hostOptions';
import type { SetupEnd } from '#main/host/session/liveSession';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

// Shows I14.

async function start() {
  const folder = testFolder();
  const repository = await GitRepository.createWith(folder.join('project'), {
    '.gitignore': '.env\n',
    '.airlock.json': JSON.stringify({ carry: ['.env'], setup: 'make ready' }),
    'a.txt': 'a\n',
  });
  repository.write('.env', 'KEY=1\n');
  const agent = scriptedAgent(folder, { turns: [[{ echo: true }]] });
  const wishes: SetupWish[] = [];
  const ending = Promise.withResolvers<SetupEnd>();
  const test = await TestEngine.start(
    folder.join('data'),
    { scripted: agent },
    {
      workplaces: undefined,
      runSetup: (wish) => {
        wishes.push(wish);
        return ending.promise;
      },
    },
  );
  const { projects } = test.engine;
  const trust = async () => {
    const setup = unwrap(await projects.read(repository.path));
    if (setup.type !== 'found') throw new Error('There is no file to trust.');
    unwrap(await projects.trust(repository.path, setup.hash, true));
  };
  const create = (isolation: 'isolated' | 'in-place' = 'isolated') =>
    test.create('scripted', repository.path, 'Hello', isolation);
  return { test, repository, create, trust, wishes, ending };
}

describe('a project’s setup', () => {
  it('has no effect until it is trusted, nor ever in place', async () => {
    const { create, trust, wishes } = await start();
    const session = await create();
    await session.turnEnded();
    expect(existsSync(join(session.state.head.cwd, '.env'))).toBe(false);
    await trust();
    const inPlace = await create('in-place');
    await inPlace.turnEnded();
    expect(wishes).toEqual([]);
  });

  it('says so when it was trusted and has changed, or can no longer be parsed', async () => {
    const { repository, create, trust, wishes } = await start();
    await trust();
    repository.write('.airlock.json', JSON.stringify({ setup: 'make trouble' }));
    const changed = await create();
    await changed.turnEnded();
    expect(changed.last('notice')).toMatchObject({
      title: 'The project’s .airlock.json was not applied.',
      description: expect.stringContaining('It has changed since you trusted it.'),
    });
    repository.write('.airlock.json', '{\n  "setup": 7\n}');
    const broken = await create();
    await broken.turnEnded();
    expect(broken.last('notice').description).toContain('line 2, column 12');
    expect(wishes).toEqual([]);
  });

  it('is done before the first prompt is sent', async () => {
    const { create, trust, wishes, ending } = await start();
    await trust();
    const session = await create();
    const { head } = session.state;
    expect(readFileSync(join(head.cwd, '.env'), 'utf8')).toBe('KEY=1\n');
    expect(wishes).toEqual([
      { sessionId: session.id, project: head.project, cwd: head.cwd, command: 'make ready' },
    ]);
    await session.ready();
    await session.drainedLog();
    expect(session.state.head).toMatchObject({
      turn: null,
      setup: { command: 'make ready' },
      queue: [{ content: [{ text: 'Hello' }] }],
    });
    ending.resolve({ outcome: 'failed', message: 'It exited with 2.' });
    await session.turnEnded();
    expect(session.transcript()).toEqual(['user: Hello', 'agent: Hello']);
    expect(session.last('notice')).toMatchObject({
      severity: 'warning',
      title: 'Setup failed: make ready',
      description: 'It exited with 2.',
    });
  });

  it('need not be waited for, and ends with the program', async () => {
    const { test, create, trust } = await start();
    await trust();
    const session = await create();
    await session.ready();
    await session.command({ type: 'setup.skip' });
    await session.turnEnded();
    expect(session.last('notice').title).toBe('Not waiting for setup: make ready');
    expect(await session.try({ type: 'setup.skip' })).toMatchObject({ error: { code: 'refused' } });
    const other = await create();
    unwrap(await test.engine.host.close(other.id));
    const again = await test.open(other.id);
    expect(again.state.head).toMatchObject({ setup: null, queue: [{}] });
    expect(again.last('notice').title).toBe('Setup was interrupted: make ready');
  });
});
