import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { summary } from '#test/support/agentFiles';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  openChange,
  openChanges,
  treeOf,
  value,
  verdictOn,
} from '#test/support/airlockHarness';

describe('an isolated session', () => {
  it('starts with the user’s current files, and leaves no trace when all is rejected', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      'a.txt': 'one\n',
      'b.txt': 'b\n',
      'c.txt': 'c\n',
    });
    repository.write('a.txt', 'one\nuncommitted\n');
    repository.write('staged.txt', 'staged\n');
    await repository.stage('staged.txt');
    repository.write('staged.txt', 'staged, and more\n');
    repository.write('new/untracked.txt', 'untracked\n');
    repository.write('.gitignore', 'ignored.txt\n');
    repository.write('ignored.txt', 'ignored\n');
    repository.remove('c.txt');
    await repository.git('stash', 'list');
    const before = await repository.fingerprint();
    const files = treeOf(repository.path);

    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    const { 'ignored.txt': _, ...expected } = files;
    expect(treeOf(session.cwd)).toEqual(expected);

    writeFileSync(join(session.cwd, 'a.txt'), 'agent\n');
    rmSync(join(session.cwd, 'b.txt'));
    writeFileSync(join(session.cwd, 'made.txt'), 'made\n');
    value(await session.scan());
    expect(summary(session)).toEqual(['create made.txt', 'delete b.txt', 'modify a.txt']);
    await decideAll(session, 'reject');
    expect(treeOf(session.cwd)).toEqual(expected);
    expect(treeOf(repository.path)).toEqual(files);
    await session.close();
    value(await harness.airlock.remove(sessionId));
    expect(await repository.fingerprint()).toEqual(before);
    expect(treeOf(repository.path)).toEqual(files);
  });

  it('writes accepted hunks to the project and nothing else', async () => {
    const harness = new AirlockHarness();
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const text = (change: Record<number, string>) =>
      `${lines.map((line, index) => change[index] ?? line).join('\n')}\n`;
    const repository = await harness.repository({ 'a.txt': text({}) });
    const session = await harness.open(repository.path);
    writeFileSync(join(session.cwd, 'a.txt'), text({ 3: 'A', 15: 'B', 27: 'C' }));
    value(await session.scan());
    const view = openChange(session, 'a.txt');
    expect(view.hunks).toHaveLength(3);
    const [report] = await session.changes.decide([verdictOn(view, 'accept', [1])]);
    expect(report?.ok).toBe(true);
    expect(repository.read('a.txt')).toBe(text({ 15: 'B' }));
    value(await session.scan());
    const after = openChange(session, 'a.txt');
    expect(after.change.changeId).toBe(view.change.changeId);
    expect(after.hunks.map(({ outcome }) => outcome.state)).toEqual([
      'pending',
      'accepted',
      'pending',
    ]);
    await session.changes.decide([verdictOn(after, 'reject', [0])]);
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe(text({ 15: 'B', 27: 'C' }));
    expect(repository.read('a.txt')).toBe(text({ 15: 'B' }));
    // The user goes on meanwhile.
    repository.write('a.txt', text({ 0: 'mine', 15: 'B' }));
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe(text({ 0: 'mine', 15: 'B', 27: 'C' }));
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });

  it('supports every kind of change', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      'edit.txt': 'a\n',
      'gone.txt': 'gone\n',
      'old.txt': 'some text\nthat moves\nand is long\nenough to be found\n',
      'run.sh': '#!/bin/sh\n',
      'image.bin': Buffer.from([0, 1, 2, 255]),
      'plain.txt': 'plain\n',
      'folder/inner.txt': 'inner\n',
    });
    const session = await harness.open(repository.path);
    const at = (path: string) => join(session.cwd, path);
    writeFileSync(at('edit.txt'), 'b\n');
    rmSync(at('gone.txt'));
    mkdirSync(at('moved'));
    renameSync(at('old.txt'), at('moved/new.txt'));
    writeFileSync(at('moved/new.txt'), 'some text\nthat moved\nand is long\nenough to be found\n');
    chmodSync(at('run.sh'), 0o755);
    writeFileSync(at('image.bin'), Buffer.from([9, 0, 8]));
    rmSync(at('plain.txt'));
    symlinkSync('edit.txt', at('plain.txt'));
    symlinkSync('folder', at('link'));
    rmSync(at('folder'), { recursive: true });
    writeFileSync(at('folder'), 'a file now\n');
    writeFileSync(at('empty'), '');
    value(await session.scan());
    expect(summary(session)).toEqual([
      'binary image.bin',
      'create empty',
      'create folder',
      'create link',
      'delete folder/inner.txt',
      'delete gone.txt',
      'mode run.sh',
      'modify edit.txt',
      'rename moved/new.txt',
      'symlink plain.txt',
    ]);
    await decideAll(session, 'accept');
    expect(treeOf(repository.path)).toEqual(treeOf(session.cwd));
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });
});
