import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { GuardedDisk } from '#main/airlock/guard/guardedDisk';
import { FOLDER_FILES, STORED_FILE_BYTES } from '#main/airlock/limits';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  newTurnId,
  startSession,
  value,
} from '#test/support/airlockHarness';
import { put, settle, shown, turn } from '#test/support/guardedSession';

// Shows I13 and I25.

const files = {
  '.gitignore': 'ignored.txt\n',
  'a.txt': 'a\n',
  'b.txt': 'b\n',
  'sub/c.txt': 'c\r\n',
};

describe('the user’s own files, while an isolated agent works', () => {
  it('are shown if they change, and can be restored, which can be undone', async () => {
    const { repository, session } = await startSession(files);
    put(repository.path, { 'mine.txt': 'mine\n', 'a.txt': 'edited\n' });
    await turn(session, () => {
      put(repository.path, {
        'a.txt': 'evil\n',
        'mine.txt': 'evil\n',
        'new/evil.txt': 'evil\n',
        'sub/c.txt': 'evil\n',
        'ignored.txt': 'evil\n',
      });
      rmSync(repository.join('b.txt'));
      chmodSync(repository.join('.gitignore'), 0o755);
    });
    expect(shown(session)).toEqual([
      'changed user:.gitignore',
      'changed user:a.txt',
      'changed user:mine.txt',
      'changed user:sub/c.txt',
      'created user:new/evil.txt',
      'deleted user:b.txt',
    ]);
    expect(value(await session.changes.guardedTexts('user:a.txt'))).toEqual({
      before: 'edited\n',
      after: 'evil\n',
    });
    await settle(session, 'restore');
    expect(shown(session)).toEqual([]);
    expect(repository.read('a.txt')).toBe('edited\n');
    expect(repository.read('mine.txt')).toBe('mine\n');
    expect(repository.read('sub/c.txt')).toBe('c\r\n');
    expect(repository.read('b.txt')).toBe('b\n');
    expect(existsSync(repository.join('new/evil.txt'))).toBe(false);
    expect(statSync(repository.join('.gitignore')).mode & 0o111).toBe(0);
    value(await session.changes.settleGuarded(['user:a.txt'], 'undo'));
    expect(repository.read('a.txt')).toBe('evil\n');
    value(await session.changes.settleGuarded(['user:a.txt'], 'keep'));
    await turn(session, () => undefined);
    expect(shown(session)).toEqual([]);
  });

  it('are listed as far as a list can be read, and that there are more is said', async () => {
    const { repository, session } = await startSession(files);
    const many = Array.from({ length: 501 }, (_, index) => [`new/${index}.txt`, 'evil\n']);
    await turn(session, () => put(repository.path, Object.fromEntries(many)));
    expect(session.changes.guarded.changes).toHaveLength(500);
    expect(session.changes.guarded.isComplete).toBe(false);
  });

  it('are not decided about as another version than was listed', async () => {
    const { repository, session } = await startSession(files);
    await turn(session, () => put(repository.path, { 'a.txt': 'evil\n', 'b.txt': 'evil\n' }));
    const listed = session.changes.guarded.changes;
    const seen = Object.fromEntries(listed.map(({ id, now }) => [id, now]));
    put(repository.path, { 'a.txt': 'evil\nmine\n', 'b.txt': 'more evil\n' });
    expect(await session.changes.settleGuarded(['user:a.txt'], 'restore')).toMatchObject({
      ok: false,
      error: {
        code: 'refused',
        message: 'a.txt has changed since it was listed. Check it again.',
      },
    });
    expect(repository.read('a.txt')).toBe('evil\nmine\n');
    const kept = await session.changes.settleGuarded(['user:b.txt'], 'keep', seen);
    expect(kept.ok).toBe(false);
    expect(shown(session)).toEqual(['changed user:a.txt', 'changed user:b.txt']);
    // By now both are listed as they are.
    await settle(session, 'restore');
    expect(repository.read('a.txt')).toBe('a\n');
  });

  it('are not restored over a file that is written when the restore begins', async () => {
    const { repository, session } = await startSession(files);
    await turn(session, () => put(repository.path, { 'a.txt': 'evil\n', 'b.txt': 'evil\n' }));
    const { put: restore } = GuardedDisk.prototype;
    for (const verdict of ['restore', 'undo'] as const) {
      const present = verdict === 'restore' ? 'evil\nmine\n' : 'a\nmine\n';
      const restoring = vi.spyOn(GuardedDisk.prototype, 'put').mockImplementationOnce(function (
        this: GuardedDisk,
        ...args
      ) {
        put(repository.path, { 'a.txt': present });
        return restore.apply(this, args);
      });
      const settled = await session.changes.settleGuarded(['user:a.txt'], verdict);
      restoring.mockRestore();
      expect(settled).toMatchObject({ ok: false, error: { code: 'refused' } });
      expect(repository.read('a.txt')).toBe(present);
      expect(shown(session)).toContain('changed user:b.txt');
      if (verdict === 'undo') break;
      expect(shown(session)).toContain('changed user:a.txt');
      value(await session.changes.settleGuarded(['user:a.txt'], 'restore'));
      expect(repository.read('a.txt')).toBe('a\n');
    }
  });

  it('stay listed until they are decided, and nothing of them is in the user’s repository', async () => {
    const { repository, session } = await startSession(files);
    await turn(session, () => put(repository.path, { 'a.txt': 'evil\n' }));
    await turn(session, () => put(repository.path, { 'b.txt': 'evil\n' }));
    expect(shown(session)).toEqual(['changed user:a.txt', 'changed user:b.txt']);
    expect(await repository.git('status', '--short')).toBe(' M a.txt\n M b.txt');
    put(repository.path, { 'a.txt': 'a\n' });
    await turn(session, () => undefined);
    expect(shown(session)).toEqual(['changed user:b.txt']);
  });

  it('are not listed for what was accepted meanwhile, here or in another session', async () => {
    const { harness, repository, session } = await startSession(files);
    const other = await harness.open(repository.path);
    await turn(other, () => writeFileSync(join(other.cwd, 'b.txt'), 'other\n'));
    const turnId = newTurnId();
    value(await session.checkpoint(turnId));
    writeFileSync(join(session.cwd, 'a.txt'), 'accepted\n');
    value(await session.scan());
    await decideAll(session, 'accept');
    await decideAll(other, 'accept');
    await session.drain();
    put(repository.path, { 'sub/c.txt': 'evil\n' });
    value(await session.endTurn(turnId));
    expect(repository.read('a.txt')).toBe('accepted\n');
    expect(repository.read('b.txt')).toBe('other\n');
    expect(shown(session)).toEqual(['changed user:sub/c.txt']);
  });

  it('are restored to what was accepted, if they change after it', async () => {
    const { repository, session } = await startSession(files);
    const turnId = newTurnId();
    value(await session.checkpoint(turnId));
    writeFileSync(join(session.cwd, 'a.txt'), 'accepted\n');
    value(await session.scan());
    await decideAll(session, 'accept');
    put(repository.path, { 'a.txt': 'evil\n' });
    value(await session.endTurn(turnId));
    expect(shown(session)).toEqual(['changed user:a.txt']);
    await settle(session, 'restore');
    expect(repository.read('a.txt')).toBe('accepted\n');
  });

  it('are compared in a plain folder, too, and after a program that ended within the turn', async () => {
    const harness = new AirlockHarness();
    const project = harness.folder.folder('plain');
    put(project, { 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const sessionId = newSessionId();
    const first = await harness.open(project, { sessionId });
    value(await first.checkpoint(newTurnId()));
    put(project, { 'a.txt': 'evil\n' });
    await first.close();
    const again = await new AirlockHarness(harness.folder).open(project, { sessionId });
    expect(shown(again)).toEqual(['changed user:a.txt']);
    await settle(again, 'restore');
    expect(harness.folder.read('plain/a.txt')).toBe('a\n');
  });

  it('are shown where they can no longer be read, too, and what is new and cannot be', async () => {
    const { repository, session } = await startSession(files);
    await turn(session, () => {
      truncateSync(repository.join('a.txt'), STORED_FILE_BYTES + 1);
      put(repository.path, { 'large.bin': 'evil\n', 'sub/.GIT/config': 'evil\n' });
      truncateSync(repository.join('large.bin'), STORED_FILE_BYTES + 1);
      rmSync(repository.join('b.txt'));
      if (process.platform !== 'win32') execFileSync('mkfifo', [repository.join('b.txt')]);
      const heap = Array.from({ length: FOLDER_FILES + 1 }, (_, index) => [`heap/${index}`, '']);
      put(repository.path, Object.fromEntries(heap));
    });
    const listed = [
      'changed user:a.txt',
      `${process.platform === 'win32' ? 'deleted' : 'changed'} user:b.txt`,
      'created user:heap',
      'created user:large.bin',
      'created user:sub/.GIT/config',
    ];
    expect(shown(session)).toEqual(listed);
    expect(await session.changes.settleGuarded(['user:a.txt'], 'restore')).toMatchObject({
      ok: false,
      error: { message: 'a.txt: It is too large. Remove it yourself, then restore it.' },
    });
    await turn(session, () => undefined);
    expect(shown(session)).toEqual(listed);
    for (const path of ['a.txt', 'b.txt']) {
      rmSync(repository.join(path), { force: true });
      await turn(session, () => undefined);
      value(await session.changes.settleGuarded([`user:${path}`], 'restore'));
    }
    value(await session.changes.settleGuarded(['user:sub/.GIT/config'], 'restore'));
    expect(repository.read('a.txt')).toBe('a\n');
    expect(repository.read('b.txt')).toBe('b\n');
    expect(existsSync(repository.join('sub/.GIT/config'))).toBe(false);
  });

  it('do not count as new where they were there before, unseen', async () => {
    const { repository, session } = await startSession(files);
    put(repository.path, {
      'ignored.txt': 'mine\n',
      'inner/mine.txt': 'mine\n',
      'large.bin': 'mine\n',
    });
    truncateSync(repository.join('large.bin'), STORED_FILE_BYTES + 1);
    await repository.git('init', '--quiet', 'inner');
    await turn(session, () => undefined);
    expect(shown(session)).toEqual([]);
    await turn(session, () => {
      put(repository.path, { '.gitignore': '\n', 'large.bin': 'evil\n' });
      rmSync(repository.join('inner/.git'), { recursive: true });
    });
    expect(shown(session)).toEqual(['changed user:.gitignore', 'changed user:large.bin']);
    const [, large] = session.changes.guarded.changes;
    expect(large).toMatchObject({ path: 'large.bin', canRestore: false });
  });

  it('are named if they could not be read when the first turn began and nothing else could be read', async () => {
    const { repository, session } = await startSession(files);
    put(repository.path, { 'large.bin': 'mine\n' });
    truncateSync(repository.join('large.bin'), STORED_FILE_BYTES + 1);
    await turn(session, () => truncateSync(repository.join('large.bin'), STORED_FILE_BYTES + 2));
    expect(shown(session)).toEqual(['changed user:large.bin']);
  });

  it('are not compared, and that is said, if it is unknown what was there unseen', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository(files);
    const sessionId = newSessionId();
    const first = await harness.open(repository.path, { sessionId });
    value(await first.checkpoint(newTurnId()));
    put(repository.path, { 'ignored.txt': 'mine\n', '.gitignore': '\n' });
    await first.close();
    const [note = ''] = globSync('**/project.git/unseen.json', { cwd: harness.folder.path });
    writeFileSync(harness.folder.join(note), 'damaged');
    const again = await new AirlockHarness(harness.folder).open(repository.path, { sessionId });
    expect(shown(again)).toEqual([]);
    expect(again.changes.guarded.fault).toBe(
      `${harness.folder.join(note)} cannot be read: what changed in your folder during the last turn is unknown.`,
    );
    await turn(again, () => put(repository.path, { 'a.txt': 'evil\n' }));
    expect(again.changes.guarded.fault).toBeNull();
    expect(shown(again)).toEqual(['changed user:a.txt']);
  });

  it('are left to the system where the session is sealed', async () => {
    const { repository, session } = await startSession(files, { isolation: 'sealed' });
    await turn(session, () => put(repository.path, { 'a.txt': 'mine\n' }));
    expect(shown(session)).toEqual([]);
  });
});
