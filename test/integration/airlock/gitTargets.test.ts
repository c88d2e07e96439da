import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openChanges, startSession, treeOf } from '#test/support/airlockHarness';

const TARGETS = [
  '.git',
  '.git/config',
  '.git/hooks/pre-commit',
  '.GIT/config',
  '.git./config',
  '.git /config',
  '.git::$INDEX_ALLOCATION/config',
  '.gi\u200ct/config',
  'git~1/config',
  'packages/inner/.git/config',
  'packages/inner/.Git/hooks/post-checkout',
  'way/config',
];

it.each(['isolated', 'in-place'] as const)(
  'refuses an agent’s write to git’s own folder, %s',
  async (isolation) => {
    const { repository, session } = await startSession({ 'a.txt': 'a\n' }, { isolation });
    symlinkSync(repository.join('.git'), join(session.cwd, 'way'));
    const before = treeOf(repository.join('.git'));
    for (const path of TARGETS) {
      const result = await session.write(join(session.cwd, path), '[core]\n\tfsmonitor = evil\n');
      expect([path, result]).toMatchObject([path, { ok: false, error: { code: 'refused' } }]);
    }
    expect(openChanges(session)).toEqual([]);
    expect(treeOf(repository.join('.git'))).toEqual(before);
  },
);

it('refuses an edit of git’s own files when an agent asks permission for it', async () => {
  const { session } = await startSession({ 'a.txt': 'a\n' }, { isolation: 'in-place' });
  symlinkSync('.git', join(session.cwd, 'way'));
  for (const path of ['.git/config', '.GIT/hooks/x', 'sub/.git/config', 'way/config']) {
    const answer = await session.judgeEdit(join(session.cwd, path), { before: null, after: 'x' });
    expect(answer).toMatchObject({ ok: true, value: { type: 'refuse' } });
  }
  expect(openChanges(session)).toEqual([]);
});
