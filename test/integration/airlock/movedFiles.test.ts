import { execFileSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Effects } from '#main/airlock/disk/effects';
import { Shadow } from '#main/airlock/tree/shadow';
import { Git } from '#main/git/git';
import {
  AirlockHarness,
  decideAll,
  openChanges,
  treeOf,
  verdictOn,
} from '#test/support/airlockHarness';
import { turn } from '#test/support/guardedSession';
import { testFolder } from '#test/support/testFolder';

const TEXT = 'one\ntwo\nthree\nfour\n';
const READ_ONLY = 'The disk is read-only: sub/a.txt was not written.';

/** Null: that is not allowed here. */
function mountReadOnly(folder: string): (() => void) | null {
  const options = { stdio: 'ignore' } as const;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder], options);
  } catch {
    return null;
  }
  return unmounting(folder);
}

/** The same with the files that are in it. */
function makeReadOnly(folder: string): (() => void) | null {
  const options = { stdio: 'ignore' } as const;
  try {
    execFileSync('mount', ['--bind', folder, folder], options);
  } catch {
    return null;
  }
  const unmount = unmounting(folder);
  execFileSync('mount', ['-o', 'remount,ro,bind', folder], options);
  return unmount;
}

function unmounting(folder: string): () => void {
  const options = { stdio: 'ignore' } as const;
  let isMounted = true;
  const unmount = () => {
    if (isMounted) execFileSync('umount', [folder], options);
    isMounted = false;
  };
  onTestFinished(unmount);
  return unmount;
}

describe('a file that is to be moved to a folder that cannot be written to', () => {
  it.each([
    ['as it is', TEXT],
    ['with changes', `${TEXT}five\n`],
  ])('stays where the user has it, %s', async (_, text) => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': TEXT, 'sub/x': 'x\n' });
    const session = await harness.open(repository.path);
    await turn(session, () => {
      renameSync(join(session.cwd, 'a.txt'), join(session.cwd, 'sub/a.txt'));
      writeFileSync(join(session.cwd, 'sub/a.txt'), text);
    });
    const unmount = mountReadOnly(repository.join('sub'));
    if (unmount === null) return;
    const verdicts = openChanges(session).map((view) => verdictOn(view, 'accept'));
    const results = await session.changes.decide(verdicts);
    expect(results).toMatchObject([{ ok: false, error: { message: READ_ONLY } }]);
    expect(repository.read('a.txt')).toBe(TEXT);
    unmount();
    await decideAll(session, 'accept');
    expect(treeOf(repository.path)).toEqual(treeOf(session.cwd));
  });

  it('stays where the agent has put it, when that is rejected in place', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'sub/a.txt': TEXT, 'sub/x': 'x\n' });
    const session = await harness.open(repository.path, { isolation: 'in-place' });
    await turn(session, () => renameSync(repository.join('sub/a.txt'), repository.join('a.txt')));
    const unmount = mountReadOnly(repository.join('sub'));
    if (unmount === null) return;
    const verdicts = openChanges(session).map((view) => verdictOn(view, 'reject'));
    expect(await session.changes.decide(verdicts)).toMatchObject([{ ok: false }]);
    expect(repository.read('a.txt')).toBe(TEXT);
    unmount();
    await decideAll(session, 'reject');
    expect(treeOf(repository.path)).toEqual({ 'sub/a.txt': `644 ${TEXT}`, 'sub/x': '644 x\n' });
  });
});

describe('a file that cannot be taken out of the folder that it is to leave', () => {
  it('is not left in both', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'sub/a.txt': TEXT, 'sub/x': 'x\n' });
    const session = await harness.open(repository.path);
    await turn(session, () =>
      renameSync(join(session.cwd, 'sub/a.txt'), join(session.cwd, 'a.txt')),
    );
    const before = treeOf(repository.path);
    const unmount = makeReadOnly(repository.join('sub'));
    if (unmount === null) return;
    const verdicts = openChanges(session).map((view) => verdictOn(view, 'accept'));
    expect(await session.changes.decide(verdicts)).toMatchObject([{ ok: false }]);
    expect(treeOf(repository.path)).toEqual(before);
    unmount();
    await decideAll(session, 'accept');
    expect(treeOf(repository.path)).toEqual(treeOf(session.cwd));
  });
});

it.each([
  ['a.txt', 'sub/a.txt'],
  ['a.txt', 'A.txt'],
])(
  'a file is not moved from %s to %s, where another program has written meanwhile',
  async (from, to) => {
    const folder = testFolder();
    const project = folder.folder('project');
    folder.folder('data');
    folder.write(`project/${from}`, TEXT);
    folder.write(`project/${to}`, 'another program\n');
    const git = new Git('git', { cwd: project });
    const plan = { repository: null, settings: null, facts: null, excludes: [], leansOn: null };
    const { objects } = await Shadow.create(git, folder.join('data', 'shadow.git'), plan);
    const effects = new Effects({ project, workspace: project }, objects, folder.join('backups'));
    const before = treeOf(project);
    const bytes = Buffer.from(TEXT);
    const version = {
      blob: await objects.write(bytes),
      mode: '100644',
      bytes: bytes.length,
    } as const;
    const place = 'project';
    const results = await effects.run([
      { place, path: from, expected: version, next: null, temporary: '.airlock-abcdefgh.tmp' },
      { place, path: to, expected: null, next: version, temporary: '.airlock-ijklmnop.tmp' },
    ]);
    const moved = { status: 'fulfilled', value: 'moved' };
    expect(results).toEqual([moved, moved]);
    expect(treeOf(project)).toEqual(before);
  },
);
