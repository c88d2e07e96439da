import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import { testFolder } from '#test/support/testFolder';
import { ownStore } from './ownObjects';

const OTHER_DISK = '/dev/shm';
const hasOtherDisk = existsSync(OTHER_DISK) && statSync(OTHER_DISK).dev !== statSync(tmpdir()).dev;

/** A repository, and a store of ours that leans on it. */
function start(project: string) {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd,
      encoding: 'utf8',
    }).trim();
  git(project, 'init', '--quiet');
  writeFileSync(join(project, 'packed.txt'), 'packed\n');
  git(project, 'add', '.');
  git(project, 'commit', '--quiet', '-m', 'First');
  git(project, 'gc', '--quiet');
  writeFileSync(join(project, 'loose.txt'), 'loose\n');
  git(project, 'add', '.');
  git(project, 'commit', '--quiet', '-m', 'Second');
  const own = testFolder().path;
  git(own, 'init', '--quiet', '--bare', '.');
  const alternates = join(own, 'objects/info/alternates');
  writeFileSync(alternates, `${join(project, '.git/objects')}\n`);
  const [head, tree] = ['HEAD', 'HEAD^{tree}'].map((name) => git(project, 'rev-parse', name));
  const has = (id = '') => {
    try {
      return git(own, 'rev-list', '--objects', id) !== '';
    } catch {
      return false;
    }
  };
  const run = (roots: Parameters<typeof ownStore>[2], bytes?: number) =>
    ownStore(new Git('git', { cwd: own, environment: { GIT_DIR: own } }), own, roots, bytes);
  return { run, has, head, tree: tree as ObjectId, leans: () => existsSync(alternates) };
}

it('gives the objects of the same disk second names, and leans on nothing then', async () => {
  const project = testFolder().path;
  const { run, has, head, leans } = start(project);
  await run('only-links');
  expect(leans()).toBe(false);
  rmSync(join(project, '.git'), { recursive: true });
  expect(has(head)).toBe(true);
});

describe.runIf(hasOtherDisk)('objects on another disk', () => {
  const otherDisk = () => {
    const project = mkdtempSync(join(OTHER_DISK, 'airlock-test-'));
    onTestFinished(() => rmSync(project, { recursive: true, force: true }));
    return project;
  };

  it('are leant on until there is time, and then copied', async () => {
    const project = otherDisk();
    const { run, has, head, tree, leans } = start(project);
    await run('only-links');
    expect(leans()).toBe(true);
    await run([tree]);
    expect(leans()).toBe(false);
    rmSync(join(project, '.git'), { recursive: true });
    expect(has(head)).toBe(true);
  });

  it('are copied as far as they are needed, where there are too many', async () => {
    const project = otherDisk();
    const { run, has, head, tree, leans } = start(project);
    await run([tree], 0);
    await run([tree], 0);
    expect(leans()).toBe(true);
    expect(has(head)).toBe(true);
    rmSync(join(project, '.git'), { recursive: true });
    expect([has(head), has(tree)]).toEqual([false, true]);
  });
});
