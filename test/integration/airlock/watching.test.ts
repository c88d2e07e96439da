import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withoutIgnored } from '#main/airlock/find/withoutIgnored';
import { EVENTS_AT_ONCE } from '#main/airlock/limits';
import { FolderWatches } from '#main/airlock/watch/folderWatches';
import { TreeWatcher } from '#main/airlock/watch/treeWatcher';
import { Git } from '#main/git/git';
import { AirlockHarness, openChanges, value } from '#test/support/airlockHarness';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';

const FILES = { '.gitignore': 'build/\n*.log\n', 'src/a.txt': 'a\n', 'build.md': 'b\n' };

async function watched() {
  const harness = new AirlockHarness();
  const { path } = await harness.repository(FILES);
  const watcher = new TreeWatcher(new Git('git', { cwd: path }), path);
  onTestFinished(async () => {
    watcher.dispose();
    await watcher.drain();
  });
  await watcher.start();
  const touchedBy = async (change: () => void) => {
    const touched = waitFor(watcher.onDidTouch, () => true, { what: 'a touch' });
    change();
    await touched;
  };
  return { path, watcher, touchedBy };
}

describe('watching a tree', () => {
  it('reports files that are changed, created, moved and deleted, in new folders too', async () => {
    const { path, watcher, touchedBy } = await watched();
    expect(watcher.fault).toBeNull();
    await touchedBy(() => writeFileSync(join(path, 'src/a.txt'), 'b\n'));
    await touchedBy(() => {
      mkdirSync(join(path, 'new/deep/er'), { recursive: true });
      writeFileSync(join(path, 'new/deep/er/b.txt'), 'b\n');
    });
    await touchedBy(() => writeFileSync(join(path, 'new/deep/er/b.txt'), 'c\n'));
    await touchedBy(() => renameSync(join(path, 'new'), join(path, 'moved')));
    await touchedBy(() => writeFileSync(join(path, 'moved/deep/er/b.txt'), 'd\n'));
    await touchedBy(() => rmSync(join(path, 'moved'), { recursive: true }));
    mkdirSync(join(path, 'moved'));
    await touchedBy(() => writeFileSync(join(path, 'moved/again.txt'), 'e\n'));
  });

  it('watches no folder that git ignores', async () => {
    const harness = new AirlockHarness();
    const { path } = await harness.repository(FILES);
    mkdirSync(join(path, 'build/deep'), { recursive: true });
    const touched: (string | null)[] = [];
    const git = new Git('git', { cwd: path });
    const end = Promise.withResolvers<void>();
    const watches = new FolderWatches(
      path,
      (one) => {
        touched.push(one);
        if (one === 'end.txt') end.resolve();
      },
      (paths) => withoutIgnored(git, paths),
    );
    onTestFinished(() => watches.dispose());
    await watches.follow(null);
    expect(await withoutIgnored(git, ['a.log', 'src/b.log', ':(x', 'src/a.txt'])).toEqual([
      ':(x',
      'src/a.txt',
    ]);
    writeFileSync(join(path, 'build/deep/x.txt'), 'x\n');
    writeFileSync(join(path, 'build/x.txt'), 'x\n');
    writeFileSync(join(path, 'end.txt'), 'x\n');
    await end.promise;
    expect(new Set(touched)).toEqual(new Set(['end.txt']));
  });

  it('stops reading events of a folder that tells of too many at once, and watches it again', async () => {
    const folder = testFolder().path;
    mkdirSync(join(folder, 'calm'));
    const touched: (string | null)[] = [];
    let told = Promise.withResolvers<void>();
    const watches = new FolderWatches(
      folder,
      (one) => {
        touched.push(one);
        told.resolve();
      },
      async (paths) => paths,
    );
    onTestFinished(() => watches.dispose());
    await watches.follow(null);
    writeFileSync(join(folder, 'a'), '');
    for (let round = 0; round < EVENTS_AT_ONCE; round++) {
      renameSync(join(folder, 'a'), join(folder, 'b'));
      renameSync(join(folder, 'b'), join(folder, 'a'));
    }
    await told.promise;
    await new Promise(setImmediate);
    expect(touched.filter((one) => one === null)).toHaveLength(1);
    expect(touched).toHaveLength(EVENTS_AT_ONCE + 1);

    for (const name of ['calm/c', 'd']) {
      await watches.follow(null);
      told = Promise.withResolvers<void>();
      writeFileSync(join(folder, name), '');
      await told.promise;
      expect(touched.at(-1)).toBe(name);
    }
  });

  it('checks again after too many events at once, and continues to watch', async () => {
    const { path, touchedBy } = await watched();
    await touchedBy(() => {
      for (let round = 0; round < EVENTS_AT_ONCE; round++) {
        renameSync(join(path, 'build.md'), join(path, 'other.md'));
        renameSync(join(path, 'other.md'), join(path, 'build.md'));
      }
    });
    await touchedBy(() => writeFileSync(join(path, 'build.md'), 'c\n'));
  });

  it('follows changes of the ignore rules', async () => {
    const { path, touchedBy } = await watched();
    mkdirSync(join(path, 'build/deep'), { recursive: true });
    await touchedBy(() => writeFileSync(join(path, '.gitignore'), '*.log\n'));
    await touchedBy(() => writeFileSync(join(path, 'build/deep/x.txt'), 'x\n'));
  });

  it('notifies a session, and ends with it', async () => {
    const harness = new AirlockHarness();
    const { path } = await harness.repository(FILES);
    const session = await harness.open(path);
    const touched = Promise.withResolvers<void>();
    expect((await session.watch(() => touched.resolve())).fault).toBeNull();
    writeFileSync(join(session.cwd, 'src/a.txt'), 'by the agent\n');
    await touched.promise;
    value(await session.scan());
    expect(openChanges(session).map(({ change }) => change.path)).toEqual(['src/a.txt']);
  });
});

describe('a process that an agent leaves running', () => {
  it('is seen to write after the turn, isolated', async () => {
    const folder = testFolder();
    const agent = scriptedAgent(folder, { turns: [[{ say: 'Done.' }]] });
    const options = { workplaces: undefined };
    const test = await TestEngine.start(folder.join('data'), { scripted: agent }, options);
    const session = await test.create('scripted', folder.folder('project'), 'Go', 'isolated');
    await session.turnEnded();
    await session.drained();
    const changed = waitFor(test.changes.onDidChange, (id) => id === session.id);
    writeFileSync(join(session.state.head.cwd, 'late.txt'), 'late\n');
    await changed;
    const { changes } = unwrap(await test.changes.list(session.id));
    expect(changes.map(({ change }) => change.path)).toEqual(['late.txt']);
  });
});
