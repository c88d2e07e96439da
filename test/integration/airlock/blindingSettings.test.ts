import { chmodSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Isolation } from '#shared/session/isolation';
import { AirlockHarness, openChanges } from '#test/support/airlockHarness';
import { turn } from '#test/support/guardedSession';

const OLD = new Date('2026-01-01T00:00:00Z');

/** A session on a repository with these settings, whose files were written long ago. */
async function start(isolation: Isolation, settings: Readonly<Record<string, string>>) {
  const harness = new AirlockHarness();
  const repository = await harness.repository({ 'a.txt': 'good\n', 'run.sh': 'good\n' });
  for (const name of ['a.txt', 'run.sh']) utimesSync(repository.join(name), OLD, OLD);
  for (const [name, value] of Object.entries(settings)) {
    await repository.git('config', `core.${name}`, value);
  }
  await repository.git('-c', 'core.trustctime=true', 'update-index', '--refresh');
  const session = await harness.open(repository.path, { isolation });
  return { repository, session };
}

describe.each(['in-place', 'isolated'] as const)(
  'settings of the user’s repository that make git ignore changes, %s',
  (isolation) => {
    it('do not hide a file whose modification time is set back', async () => {
      const { session } = await start(isolation, { trustctime: 'false', checkstat: 'minimal' });
      const file = join(session.cwd, 'a.txt');
      // From now on its marks are older than any index.
      utimesSync(file, OLD, OLD);
      await turn(session, () => undefined);
      await turn(session, () => {
        const { atime, mtime } = statSync(file);
        writeFileSync(`${file}.new`, 'evil\n');
        utimesSync(`${file}.new`, atime, mtime);
        renameSync(`${file}.new`, file);
      });
      expect(openChanges(session).map(({ change }) => change.path)).toEqual(['a.txt']);
    });

    it.skipIf(process.platform !== 'linux')('do not hide a name in another case', async () => {
      const { session } = await start(isolation, { ignorecase: 'true' });
      await turn(session, () => writeFileSync(join(session.cwd, 'A.txt'), 'evil\n'));
      expect(openChanges(session).map(({ change }) => change.path)).toEqual(['A.txt']);
    });

    it.skipIf(process.platform === 'win32')('do not hide a change of mode', async () => {
      const { session } = await start(isolation, { filemode: 'false' });
      await turn(session, () => chmodSync(join(session.cwd, 'run.sh'), 0o755));
      expect(openChanges(session).map(({ change }) => change.path)).toEqual(['run.sh']);
    });
  },
);
