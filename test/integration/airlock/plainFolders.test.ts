import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { put, scanned } from '#test/support/agentFiles';
import { AirlockHarness, decideAll, treeOf } from '#test/support/airlockHarness';

describe('a session in a plain folder', () => {
  it('works on a copy, and leaves nothing behind in the folder', async () => {
    const harness = new AirlockHarness();
    const project = harness.folder.folder('project');
    harness.folder.write('project/a.txt', 'a\r\n');
    harness.folder.write('project/sub/run.sh', '#!/bin/sh\n');
    chmodSync(join(project, 'sub/run.sh'), 0o755);
    symlinkSync('a.txt', join(project, 'link'));
    harness.folder.write('project/node_modules/dep/index.js', 'dep\n');
    const before = treeOf(project);
    const session = await harness.open(project, { carry: { copy: [], link: ['node_modules'] } });
    expect(lstatSync(join(session.cwd, 'node_modules')).isSymbolicLink()).toBe(true);
    expect(await scanned(session)).toEqual([]);
    put(session, 'a.txt', 'b\r\n');
    put(session, 'new.txt', 'new\n');
    expect(await scanned(session)).toEqual(['create new.txt', 'modify a.txt']);
    await decideAll(session, 'accept');
    expect(treeOf(project)).toEqual({ ...before, 'a.txt': '644 b\r\n', 'new.txt': '644 new\n' });
    expect(existsSync(join(project, '.git'))).toBe(false);
  });

  it('copies large folders whole', async () => {
    const harness = new AirlockHarness();
    const project = harness.folder.folder('project', 'many');
    for (let index = 0; index < 5_500; index++) writeFileSync(join(project, `${index}.txt`), 'x');
    const session = await harness.open(harness.folder.join('project'));
    expect(session.changes.notices).toEqual([]);
    expect(readdirSync(join(session.cwd, 'many'))).toHaveLength(5_500);
  });

  it('includes nested repositories as plain files', async () => {
    const harness = new AirlockHarness();
    await harness.repository({ 'x.txt': 'x\n' }, 'project/one');
    await harness.repository({ 'y.txt': 'y\n' }, 'project/two');
    const project = harness.folder.join('project');
    const session = await harness.open(project);
    expect(treeOf(session.cwd)).toEqual(treeOf(project));
    put(session, 'one/x.txt', 'X\n');
    expect(await scanned(session)).toEqual(['modify one/x.txt']);
    await decideAll(session, 'accept');
    expect(harness.folder.read('project/one/x.txt')).toBe('X\n');
  });

  it('resolves a folder that is a link', async () => {
    const harness = new AirlockHarness();
    const project = harness.folder.folder('project');
    harness.folder.write('project/a.txt', 'a\n');
    const link = harness.folder.join('link');
    symlinkSync(project, link);
    const session = await harness.open(link);
    put(session, 'a.txt', 'b\n');
    await scanned(session);
    await decideAll(session, 'accept');
    expect(readFileSync(join(realpathSync(link), 'a.txt'), 'utf8')).toBe('b\n');
  });

  it('refuses a folder that contains the app’s own data', async () => {
    const harness = new AirlockHarness();
    expect(await harness.tryOpen(harness.folder.path)).toMatchObject({
      error: { code: 'refused' },
    });
  });
});
