import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import { STORED_FILE_BYTES } from '#main/airlock/limits';
import { AirlockHarness, decideAll, openChanges, value } from '#test/support/airlockHarness';
import { turn } from '#test/support/guardedSession';

const FILES = { 'a.txt': 'a\n', 'key.txt': 'committed\n', 'd/tracked.txt': 'committed\n' };
const MINE = 'committed\nmy uncommitted work\n';
/** Root may read everything. */
const isRoot = process.getuid?.() === 0;

async function project() {
  const harness = new AirlockHarness();
  const repository = await harness.repository(FILES);
  const open = async () => {
    const session = await harness.open(repository.path, { isolation: 'in-place' });
    value(await session.awaitFirstTurn());
    return session;
  };
  return { repository, open };
}

function noticesOf(session: SessionAirlock): readonly string[] {
  return session.changes.notices.map(({ path, reason }) => `${path} ${reason}`).sort();
}

/** All of them, and what is listed after that. */
async function rejectAll(session: SessionAirlock): Promise<void> {
  value(await session.scan());
  await decideAll(session, 'reject');
  value(await session.scan());
  await decideAll(session, 'reject');
}

describe('files that could not be read when a turn began, in place', () => {
  it.skipIf(isRoot)(
    'a tracked file that is unreadable from the start stays unchanged',
    async () => {
      const { repository, open } = await project();
      repository.write('key.txt', MINE);
      chmodSync(repository.join('key.txt'), 0o000);
      const session = await open();
      expect(noticesOf(session)).toEqual(['key.txt unreadable']);
      await turn(session, () => chmodSync(repository.join('key.txt'), 0o644));
      expect(openChanges(session)).toEqual([]);
      expect(noticesOf(session)).toEqual(['key.txt changed-unseen']);
      await rejectAll(session);
      expect(repository.read('key.txt')).toBe(MINE);
      await turn(session, () => repository.write('key.txt', `${MINE}agent\n`));
      await rejectAll(session);
      expect(repository.read('key.txt')).toBe(MINE);
    },
  );

  it.skipIf(isRoot)(
    'a tracked file that becomes unreadable between turns stays unchanged',
    async () => {
      const { repository, open } = await project();
      const session = await open();
      await turn(session, () => undefined);
      repository.write('key.txt', MINE);
      chmodSync(repository.join('key.txt'), 0o000);
      await turn(session, () => chmodSync(repository.join('key.txt'), 0o644));
      await rejectAll(session);
      expect(repository.read('key.txt')).toBe(MINE);
    },
  );

  it.skipIf(isRoot)(
    'files in an unreadable folder that the agent opens stay unchanged',
    async () => {
      const { repository, open } = await project();
      repository.write('d/tracked.txt', MINE);
      repository.write('d/mine.txt', 'mine\n');
      repository.write('e/mine.txt', 'mine\n');
      const folders = [repository.join('d'), repository.join('e')];
      for (const folder of folders) chmodSync(folder, 0o000);
      const session = await open();
      expect(noticesOf(session)).toEqual(['d/ unreadable', 'e/ unreadable']);
      await turn(session, () => {
        for (const folder of folders) chmodSync(folder, 0o755);
        rmSync(repository.join('d/mine.txt'));
      });
      expect(openChanges(session)).toEqual([]);
      expect(noticesOf(session)).toEqual(['d/ changed-unseen', 'e/ changed-unseen']);
      await rejectAll(session);
      expect(repository.read('d/tracked.txt')).toBe(MINE);
      expect(repository.read('e/mine.txt')).toBe('mine\n');
    },
  );

  it('a tracked file that the user made too large stays as the agent leaves it', async () => {
    const { repository, open } = await project();
    truncateSync(repository.join('key.txt'), STORED_FILE_BYTES + 1);
    const session = await open();
    await turn(session, () => truncateSync(repository.join('key.txt'), STORED_FILE_BYTES - 1));
    expect(openChanges(session)).toEqual([]);
    expect(noticesOf(session)).toEqual(['key.txt changed-unseen']);
    await rejectAll(session);
    expect(repository.read('key.txt')).toHaveLength(STORED_FILE_BYTES - 1);
  });

  it('a file that the agent made too large, or a pipe, is named by a rewind', async () => {
    const { repository, open } = await project();
    repository.write('b.txt', 'mine\n');
    const session = await open();
    await turn(session, () => {
      truncateSync(repository.join('key.txt'), STORED_FILE_BYTES + 1);
      rmSync(repository.join('b.txt'));
      execFileSync('mkfifo', [repository.join('b.txt')]);
    });
    expect(noticesOf(session)).toEqual(['b.txt unreadable', 'key.txt too-large']);
    const [checkpoint] = session.checkpoints;
    if (!checkpoint) throw new Error('There was a turn.');
    const { left } = value(await session.changes.rewind(checkpoint));
    expect([...left].sort()).toEqual(['b.txt', 'key.txt']);
  });

  it('a file that was too large is reported when it is replaced or deleted', async () => {
    const { repository, open } = await project();
    for (const name of ['large.bin', 'gone.bin', 'same.bin']) {
      writeFileSync(repository.join(name), '');
      truncateSync(repository.join(name), STORED_FILE_BYTES + 1);
    }
    const session = await open();
    await turn(session, () => {
      rmSync(repository.join('large.bin'));
      repository.write('large.bin', 'agent\n');
      rmSync(repository.join('gone.bin'));
    });
    const told = ['gone.bin changed-unseen', 'large.bin changed-unseen', 'same.bin too-large'];
    expect(noticesOf(session)).toEqual(told);
    value(await session.scan());
    expect(noticesOf(session)).toEqual(told);
    await turn(session, () => undefined);
    expect(noticesOf(session)).toEqual(['same.bin too-large']);
    expect(existsSync(repository.join('large.bin'))).toBe(true);
  });

  it('a folder that is deeper than a path can be is reported', async () => {
    const { repository, open } = await project();
    const session = await open();
    const ten = Array.from({ length: 10 }, () => 'd'.repeat(200)).join('/');
    await turn(session, () => {
      repository.write(`inner/${ten}/file.txt`, 'agent\n');
      repository.write(`middle/${ten}/file.txt`, 'agent\n');
      repository.write(`outer/${ten}/file.txt`, 'agent\n');
      renameSync(repository.join('inner'), repository.join('middle', ten, 'inner'));
      renameSync(repository.join('middle'), repository.join('outer', ten, 'middle'));
    });
    expect(noticesOf(session).some((notice) => notice.endsWith(' unreadable'))).toBe(true);
  });

  it('files of a nested repository are reported, and so is the repository', async () => {
    const { repository, open } = await project();
    repository.write('lib/x.js', 'mine\n');
    await repository.git('-C', repository.join('lib'), 'init', '--quiet');
    const session = await open();
    await turn(session, () => undefined);
    expect(noticesOf(session)).toEqual(['lib/ nested-repository']);
    await turn(session, () => repository.write('lib/x.js', 'agent\n'));
    expect(noticesOf(session)).toEqual(['lib/ nested-repository', 'lib/x.js changed-unseen']);
    await turn(session, () => rmSync(repository.join('lib/.git'), { recursive: true }));
    expect(noticesOf(session)).toEqual(['lib/.git changed-unseen']);
    await rejectAll(session);
    expect(repository.read('lib/x.js')).toBe('agent\n');
  });

  it('files of a submodule are reported', async () => {
    const { repository, open } = await project();
    const other = await new AirlockHarness().repository({ 'x.js': 'good\n' });
    const allow = ['-c', 'protocol.file.allow=always'];
    await repository.git(...allow, 'submodule', '--quiet', 'add', other.path, 'lib');
    await repository.commitAll('Submodule');
    const session = await open();
    await turn(session, () => repository.write('lib/x.js', 'agent\n'));
    expect(noticesOf(session)).toEqual(['lib/ nested-repository', 'lib/x.js changed-unseen']);
  });

  it('a tracked file whose name is not UTF-8 is reported when it is deleted', async () => {
    const { repository, open } = await project();
    const name = Buffer.concat([Buffer.from(repository.path), Buffer.from('/\xff.txt', 'latin1')]);
    writeFileSync(name, 'mine\n');
    await repository.commitAll('Odd name');
    const session = await open();
    await turn(session, () => rmSync(name));
    expect(noticesOf(session)).toEqual(['\ufffd.txt unnameable']);
  });
});
