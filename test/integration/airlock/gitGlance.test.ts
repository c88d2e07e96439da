import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agentWrites } from '#test/support/airlockCrossing';
import { AirlockHarness, openChange, startSession, value } from '#test/support/airlockHarness';

describe('git at a glance', () => {
  it('tells the branch, and how far it is from its upstream branch and from main', async () => {
    const { repository, session } = await startSession({ 'a.txt': 'one\n' });
    expect(value(await session.changes.glance())).toMatchObject({
      branch: 'main',
      upstream: null,
      main: { name: 'main', distance: null },
    });

    await repository.git('checkout', '--quiet', '-b', 'feature');
    await repository.git('branch', '--quiet', '--set-upstream-to=main');
    repository.write('b.txt', 'two\n');
    await repository.commitAll('Add b');
    const before = await repository.fingerprint();
    expect(value(await session.changes.glance())).toMatchObject({
      branch: 'feature',
      upstream: { ahead: 1, behind: 0 },
      main: { name: 'main', distance: { ahead: 1, behind: 0 } },
    });
    expect(await repository.fingerprint()).toEqual(before);

    await repository.git('checkout', '--quiet', '--detach');
    const detached = value(await session.changes.glance());
    expect(detached).toMatchObject({ branch: null, upstream: null });
    expect(detached?.commit).toMatch(/^[0-9a-f]{7,}$/);
  });

  it('knows no remote whose name would be an option of git push', async () => {
    const { repository, session } = await startSession({ 'a.txt': 'one\n' });
    await repository.git('config', 'remote.--receive-pack=touch pushed;.url', 'x');
    await repository.git('config', 'remote.origin.url', 'https://example.org/x.git');
    const names = value(await session.changes.remotes()).map(({ name }) => name);
    expect(names).toEqual(['origin']);
  });

  it('knows of none in a folder that is not a repository', async () => {
    const harness = new AirlockHarness();
    const project = harness.folder.folder('project');
    harness.folder.write('project/a.txt', 'one\n');
    const session = await harness.open(project);
    expect(value(await session.changes.glance())).toBeNull();
    expect(await session.changes.compareWithMain()).toMatchObject({ ok: false });
  });
});

describe('a project that is not there', () => {
  it('has nothing checked out, which is not an error: the review says what is wrong', async () => {
    const { repository, session } = await startSession({ 'a.txt': 'one\n' });
    renameSync(repository.path, `${repository.path}-moved`);
    expect(value(await session.changes.glance())).toBeNull();
    renameSync(`${repository.path}-moved`, repository.path);
    expect(value(await session.changes.glance())).toMatchObject({ branch: 'main' });
  });
});

describe('the comparison with main', () => {
  it('shows the agent’s files as they are, whatever the user has checked out', async () => {
    const { repository, session } = await startSession({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    await agentWrites(session, { 'a.txt': 'two\n', 'new.txt': 'new\n' });
    await repository.git('checkout', '--quiet', '-b', 'feature');
    const before = await repository.fingerprint();
    const { name, files, count } = value(await session.changes.compareWithMain());
    expect({ name, count, paths: files.map(({ path }) => path) }).toEqual({
      name: 'main',
      count: 2,
      paths: ['a.txt', 'new.txt'],
    });
    const [changed, added] = files;
    if (!changed || !added) throw new Error('Two files differ.');
    expect(value(await session.changes.comparedTexts(changed.base, changed.proposed))).toEqual({
      base: 'one\n',
      proposed: 'two\n',
    });
    expect(value(await session.changes.comparedTexts(added.base, added.proposed))).toEqual({
      base: null,
      proposed: 'new\n',
    });
    expect(await repository.fingerprint()).toEqual(before);
  });
});

describe('looking for a text in the changes', () => {
  it('finds it in their order, in what is proposed and what is removed', async () => {
    const { session } = await startSession({ 'a.txt': 'Cart one\n' });
    await agentWrites(session, { 'a.txt': 'no more\n', 'b.txt': 'x\nthe cart\n' });
    const ids = ['b.txt', 'a.txt'].map((path) => openChange(session, path).change.changeId);
    expect(await session.changes.search(ids, 'cart')).toEqual({
      isComplete: true,
      lines: [
        { changeId: ids[0], side: 'modified', line: 1, column: 4 },
        { changeId: ids[1], side: 'original', line: 0, column: 0 },
      ],
    });
  });
});
