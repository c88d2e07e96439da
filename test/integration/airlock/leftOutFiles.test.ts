import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import { FOLDER_FILES, STORED_FILE_BYTES, UNSEEN_MARKS } from '#main/airlock/limits';
import { decideAll, newTurnId, openChanges, openPaths, value } from '#test/support/airlockHarness';
import { startInPlace } from '#test/support/inPlaceSession';

/** Together more than one look reads. */
const HEAVY = Array.from({ length: 18 }, (_, index) => `heavy-${index}`);
const HEAVY_BYTES = 60 * 1024 * 1024;

async function start() {
  const started = await startInPlace({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const { repository } = started;
  const writeHeavy = (...names: readonly string[]) => {
    for (const name of names) {
      repository.write(name, 'agent\n');
      truncateSync(repository.join(name), HEAVY_BYTES);
    }
  };
  const remove = (...names: readonly string[]) => {
    for (const name of names) rmSync(repository.join(name));
  };
  return { ...started, writeHeavy, remove };
}

async function turn(session: SessionAirlock, work: () => void) {
  const turnId = newTurnId();
  value(await session.checkpoint(turnId));
  work();
  const { notices } = value(await session.endTurn(turnId));
  return { turnId, left: notices.map(({ path }) => path).sort() };
}

describe('files that the looks at a turn left out, in place', () => {
  it('are the agent’s when they are read after the turn', async () => {
    const { repository, writeHeavy, remove, session } = await start();
    const { turnId, left } = await turn(session, () => writeHeavy('a.txt', ...HEAVY));
    expect(left).toEqual(['a.txt', ...HEAVY].sort());
    expect(openPaths(session)).toEqual([]);

    remove(...HEAVY.slice(1));
    expect(value(await session.scan()).notices).toEqual([]);
    expect(openPaths(session)).toEqual(['a.txt', 'heavy-0']);
    expect(openChanges(session).map(({ change }) => change.turnId)).toEqual([turnId, turnId]);

    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe('a\n');
    expect(existsSync(repository.join('heavy-0'))).toBe(false);
  });

  it('are the agent’s after a restart and after another turn', async () => {
    const { repository, writeHeavy, remove, session, open } = await start();
    const { turnId } = await turn(session, () => writeHeavy('a.txt', ...HEAVY));
    await session.close();
    const again = await open();
    await turn(again, () => repository.write('b.txt', 'b\nagent\n'));
    await again.close();
    const last = await open();
    remove(...HEAVY);
    value(await last.scan());
    expect(openPaths(last)).toEqual(['a.txt', 'b.txt']);
    const found = openChanges(last).find(({ change }) => change.path === 'a.txt');
    expect(found?.change.turnId).toBe(turnId);
  });

  it('are the agent’s when the app was killed within the turn', async () => {
    const { writeHeavy, remove, session, open } = await start();
    value(await session.checkpoint(newTurnId()));
    writeHeavy('a.txt', ...HEAVY);
    value(await session.scan());
    await session.close();
    const again = await open();
    remove(...HEAVY);
    value(await again.scan());
    expect(openPaths(again)).toEqual(['a.txt']);
  });

  it('are named as unclear when somebody has changed them since', async () => {
    const { repository, session } = await start();
    await turn(session, () => {
      truncateSync(repository.join('a.txt'), STORED_FILE_BYTES + 1);
      truncateSync(repository.join('b.txt'), STORED_FILE_BYTES + 1);
    });
    repository.write('a.txt', 'a\nwhose?\n');
    repository.write('b.txt', 'b\n');
    const { notices } = value(await session.scan());
    expect(notices).toEqual([]);
    expect(session.changes.notices).toEqual([{ path: 'a.txt', reason: 'unclear' }]);
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe('a\nwhose?\n');
  });

  it('can be brought back as they were before the turn, when somebody has deleted them since', async () => {
    const { repository, remove, session } = await start();
    await turn(session, () => truncateSync(repository.join('a.txt'), STORED_FILE_BYTES + 1));
    remove('a.txt');
    value(await session.scan());
    expect(openPaths(session)).toEqual(['a.txt']);
    expect(session.changes.notices).toEqual([]);
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe('a\n');
  });

  it('are named as unclear when the note of them is damaged', async () => {
    const { repository, harness, session, open } = await start();
    await turn(session, () => truncateSync(repository.join('a.txt'), STORED_FILE_BYTES + 1));
    await session.close();
    const [note = ''] = globSync('**/left-out.json', { cwd: harness.folder.path });
    harness.folder.write(note, '{"v":1,"fi');
    const again = await open();
    repository.write('a.txt', 'a\nwhose?\n');
    value(await again.scan());
    expect(again.changes.notices).toEqual([{ path: 'a.txt', reason: 'unclear' }]);
    repository.write('b.txt', 'b\nmine\n');
    value(await again.scan());
    expect(again.changes.notices).toEqual([{ path: 'a.txt', reason: 'unclear' }]);
    expect(openPaths(again)).toEqual([]);
  });

  it('are the user’s when they were there before the turn', async () => {
    const { repository, writeHeavy, remove, session } = await start();
    writeHeavy('a.txt', ...HEAVY);
    await turn(session, () => repository.write('b.txt', 'b\nagent\n'));
    remove(...HEAVY);
    value(await session.scan());
    expect(openPaths(session)).toEqual(['b.txt']);
    expect(session.changes.notices).toEqual([]);
  });

  it('are the agent’s when it grows them beyond the limit in one turn and shrinks them in the next', async () => {
    const { repository, session, open } = await start();
    const grow = (name: string) => {
      repository.write(name, 'agent\n');
      truncateSync(repository.join(name), STORED_FILE_BYTES + 1);
    };
    const { left } = await turn(session, () => ['a.txt', 'new.txt'].map(grow));
    expect(left).toEqual(['a.txt', 'new.txt']);
    await session.close();

    const again = await open();
    const { turnId } = await turn(again, () => {
      repository.write('a.txt', 'agent, small\n');
      repository.write('new.txt', 'agent, small\n');
    });
    expect(openPaths(again)).toEqual(['a.txt', 'new.txt']);
    expect(openChanges(again).map(({ change }) => change.turnId)).toEqual([turnId, turnId]);
    expect(value(await again.scan()).notices).toEqual([]);
    await decideAll(again, 'reject');
    expect(repository.read('a.txt')).toBe('a\n');
    expect(existsSync(repository.join('new.txt'))).toBe(false);
  });

  it('are left alone in the next turn when the user has written to them in between', async () => {
    const { repository, session } = await start();
    await turn(session, () => {
      repository.write('a.txt', 'agent\n');
      truncateSync(repository.join('a.txt'), STORED_FILE_BYTES + 1);
    });
    truncateSync(repository.join('a.txt'), STORED_FILE_BYTES + 2);
    value(await session.scan());
    const { left } = await turn(session, () => repository.write('a.txt', 'agent, small\n'));
    expect(left).toEqual(['a.txt']);
    expect(openPaths(session)).toEqual([]);
    value(await session.scan());
    expect(openPaths(session)).toEqual([]);
    expect(repository.read('a.txt')).toBe('agent, small\n');
  });

  it('are the user’s when they were deleted after the turn and written again', async () => {
    const { repository, writeHeavy, remove, session } = await start();
    await turn(session, () => writeHeavy(...HEAVY));
    remove(...HEAVY);
    value(await session.scan());
    repository.write('heavy-0', 'mine\n');
    value(await session.scan());
    expect(openPaths(session)).toEqual([]);
    expect(session.changes.notices).toEqual([]);
  });

  it('are the agent’s in a folder that had too many files', async () => {
    const { repository, session } = await start();
    const names = Array.from({ length: FOLDER_FILES + 1 }, (_, index) => `many/${index}`);
    await turn(session, () => {
      mkdirSync(repository.join('many'));
      for (const name of names) writeFileSync(repository.join(name), 'agent\n');
    });
    for (const name of names.slice(2)) rmSync(repository.join(name));
    repository.write('many/mine', 'mine\n');
    chmodSync(repository.join('many/1'), 0o755);
    value(await session.scan());
    expect(openPaths(session)).toEqual(['many/0']);
    expect(session.changes.notices).toEqual([{ path: 'many/1', reason: 'unclear' }]);
  });

  it('are named as unclear when the note is damaged and they are read later still', async () => {
    const { repository, harness, session, open } = await start();
    await turn(session, () => truncateSync(repository.join('a.txt'), STORED_FILE_BYTES + 1));
    await session.close();
    const [note = ''] = globSync('**/left-out.json', { cwd: harness.folder.path });
    harness.folder.write(note, '{"v":1,"fi');
    const again = await open();
    value(await again.scan());
    await turn(again, () => repository.write('b.txt', 'b\nagent\n'));
    repository.write('a.txt', 'a\nwhose?\n');
    value(await again.scan());
    expect(again.changes.notices).toContainEqual({ path: 'a.txt', reason: 'unclear' });
    expect(openPaths(again)).toEqual(['b.txt']);
  });

  it.each([FOLDER_FILES + 1, UNSEEN_MARKS + 1])(
    'are not the others in a folder with %d new files',
    async (count) => {
      const { repository, session, open } = await start();
      repository.write('src/tracked.txt', 'one\n');
      const names = Array.from({ length: count }, (_, index) => `src/${index}`);
      await turn(session, () => {
        for (const name of names) writeFileSync(repository.join(name), 'agent\n');
      });
      repository.write('src/tracked.txt', 'one\nmine\n');
      value(await session.scan());
      expect(session.changes.notices).toEqual([{ path: 'src/', reason: 'too-many' }]);
      await session.close();

      const again = await open();
      await turn(again, () => repository.write('src/tracked.txt', 'one\nmine\nagent\n'));
      expect(openPaths(again)).toEqual(['src/tracked.txt']);
      expect(again.changes.notices).toEqual([{ path: 'src/', reason: 'too-many' }]);
      await decideAll(again, 'reject');
      expect(repository.read('src/tracked.txt')).toBe('one\nmine\n');
    },
  );

  // Root may enter every folder.
  it.skipIf(process.getuid?.() === 0)(
    'are named as unclear in a folder that was closed and is opened again',
    async () => {
      const { repository, session } = await start();
      repository.write('src/tracked.txt', 'one\n');
      await turn(session, () => {
        repository.write('src/tracked.txt', 'one\nagent\n');
        chmodSync(repository.join('src'), 0);
      });
      chmodSync(repository.join('src'), 0o755);
      value(await session.scan());
      expect(openPaths(session)).toEqual([]);
      expect(session.changes.notices).toEqual([{ path: 'src/tracked.txt', reason: 'unclear' }]);
    },
  );
});
