import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { put, scanned, summary } from '#test/support/agentFiles';
import {
  AirlockHarness,
  decideAll,
  openChange,
  startSession,
  treeOf,
  value,
  verdictOn,
} from '#test/support/airlockHarness';

describe('a new scan', () => {
  it('sees a folder that became a link, and the files that it hides', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      'dir/a.txt': 'a\n',
      'dir/b.txt': 'b\n',
      'c.txt': 'c\n',
    });
    const outside = harness.folder.folder('outside');
    writeFileSync(join(outside, 'a.txt'), 'secret\n');
    const session = await harness.open(repository.path);
    rmSync(join(session.cwd, 'dir'), { recursive: true });
    symlinkSync(outside, join(session.cwd, 'dir'));
    expect(await scanned(session)).toEqual(['create dir', 'delete dir/a.txt', 'delete dir/b.txt']);
    await decideAll(session, 'reject');
    expect(treeOf(session.cwd)).toEqual(treeOf(repository.path));
  });

  it('sees a file that was written twice at the same time', async () => {
    const { session } = await startSession({ 'a.txt': 'x 00000\n' });
    for (let index = 1; index < 40; index++) {
      const text = `x ${String(index).padStart(5, '0')}\n`;
      const scanning = session.scan();
      put(session, 'a.txt', text);
      value(await scanning);
      value(await session.scan());
      const { changeId } = openChange(session, 'a.txt').change;
      expect(value(await session.changes.texts(changeId)).proposed).toBe(text);
    }
  });

  it('leaves out a folder with too many new files', async () => {
    const { session } = await startSession();
    mkdirSync(join(session.cwd, 'packages/x/node_modules'), { recursive: true });
    put(session, 'packages/x/index.ts', 'x\n');
    for (let index = 0; index < 5_001; index++)
      put(session, `packages/x/node_modules/${index}`, 'x');
    writeFileSync(join(session.cwd, 'a.txt'), 'agent\n');
    const report = value(await session.scan());
    expect(report.notices).toEqual([{ path: 'packages/x/node_modules/', reason: 'too-many' }]);
    expect(summary(session)).toEqual(['create packages/x/index.ts', 'modify a.txt']);
  });

  it('leaves out a folder that has grown too large since it was looked at, but for accepted files', async () => {
    const { session } = await startSession();
    const grow = (from: number, to: number) => {
      for (let index = from; index < to; index++) put(session, `many/${index}.txt`, 'x\n');
    };
    mkdirSync(join(session.cwd, 'many'));
    grow(0, 3);
    value(await session.scan());
    const [accepted] = await session.changes.decide([
      verdictOn(openChange(session, 'many/0.txt'), 'accept'),
    ]);
    expect(accepted).toMatchObject({ ok: true });
    put(session, 'many/0.txt', 'more\n');
    grow(3, 5_010);
    const report = value(await session.scan());
    expect(report.notices).toEqual([{ path: 'many/', reason: 'too-many' }]);
    expect(summary(session)).toEqual(['modify many/0.txt']);
  });

  it('reports files that it cannot handle', async () => {
    const { session } = await startSession();
    mkdirSync(join(session.cwd, 'clone'));
    execFileSync('git', ['init', '--quiet'], { cwd: join(session.cwd, 'clone') });
    put(session, 'clone/file', 'x\n');
    put(session, 'huge', '');
    truncateSync(join(session.cwd, 'huge'), 65 * 1024 * 1024);
    writeFileSync(Buffer.concat([Buffer.from(`${session.cwd}/bad`), Buffer.from([0xff])]), 'x');
    const report = value(await session.scan());
    expect([...report.notices].sort((a, b) => a.reason.localeCompare(b.reason))).toMatchObject([
      { path: 'clone/', reason: 'nested-repository' },
      { path: 'huge', reason: 'too-large' },
      { reason: 'unnameable' },
    ]);
    expect(summary(session)).toEqual([]);
  });

  it('reports a file that has a path in its tree, and is too deep to be named from outside', async () => {
    const { session } = await startSession();
    const half = Array.from({ length: 10 }, () => 'd'.repeat(200)).join('/');
    for (const top of ['low', 'high']) mkdirSync(join(session.cwd, top, half), { recursive: true });
    put(session, `low/${half}/${'f'.repeat(60)}`, 'x\n');
    put(session, `high/${half}/near.txt`, 'x\n');
    renameSync(join(session.cwd, 'low'), join(session.cwd, 'high', half, 'low'));
    const deep = `high/${half}/low/${half}/${'f'.repeat(60)}`;
    expect(deep.length).toBeLessThan(4_096);
    expect(join(session.cwd, deep).length).toBeGreaterThan(4_096);
    const report = value(await session.scan());
    expect(report.notices).toEqual([{ path: deep, reason: 'unreadable' }]);
    expect(summary(session)).toEqual([`create high/${half}/near.txt`]);
  });

  it('leaves out the large files of a look that would read more than a gigabyte', async () => {
    const { session } = await startSession();
    const sparse = Array.from({ length: 18 }, (_, index) => `sparse-${index}`);
    for (const name of sparse) {
      put(session, name, '');
      truncateSync(join(session.cwd, name), 60 * 1024 * 1024);
    }
    put(session, 'small.txt', 'x\n');
    const crowded = value(await session.scan());
    expect(summary(session)).toEqual(['create small.txt']);
    expect(crowded.notices.map(({ path }) => path).sort()).toEqual([...sparse].sort());
    expect(crowded.notices[0]).toMatchObject({ reason: 'too-much' });

    for (const name of sparse.slice(1)) rmSync(join(session.cwd, name));
    const little = value(await session.scan());
    expect(summary(session)).toEqual(['create small.txt', 'create sparse-0']);
    expect(little.notices).toEqual([]);
  });

  it('ignores configuration that the agent writes', async () => {
    const { harness, repository, session } = await startSession();
    const ran = harness.folder.join('ran');
    const hook = harness.folder.write('hook.sh', `#!/bin/sh\ntouch ${ran}\n`);
    chmodSync(hook, 0o755);
    await repository.git('config', 'core.fsmonitor', hook);
    await repository.git('config', 'core.hooksPath', harness.folder.path);
    await repository.git('config', 'core.excludesFile', harness.folder.write('ignore', '*\n'));
    put(session, '.gitattributes', '* filter=evil\n');
    await repository.git('config', 'filter.evil.clean', hook);
    put(session, 'a.txt', 'changed\n');
    put(session, 'made.txt', 'made\n');
    rmSync(ran, { force: true });
    expect(await scanned(session)).toEqual([
      'create .gitattributes',
      'create made.txt',
      'modify a.txt',
    ]);
    expect(existsSync(ran)).toBe(false);
  });
});
