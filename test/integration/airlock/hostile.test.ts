import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Effects } from '#main/airlock/disk/effects';
import { Shadow } from '#main/airlock/tree/shadow';
import { Git } from '#main/git/git';
import type { Effect } from '#shared/airlock/ledgerEvents';
import {
  AirlockHarness,
  decideAll,
  openChanges,
  treeOf,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { testFolder } from '#test/support/testFolder';

const WRITES = process.env.AIRLOCK_LONG_TESTS ? 20_000 : 500;
/** So many must be carried out, and as many thwarted, or nothing was shown. */
const ENOUGH = WRITES / 50;
/** On a busy machine the other program may rest for a while. */
const MOST_WRITES = 20 * WRITES;
const FILES = 16;

async function runner(project: string, data: string) {
  const git = new Git('git', { cwd: project });
  const plan = { repository: null, settings: null, facts: null, excludes: [], leansOn: null };
  const shadow = await Shadow.create(git, join(data, 'shadow.git'), plan);
  const roots = { project, workspace: project };
  return { shadow, effects: new Effects(roots, shadow.objects, join(data, 'backups')) };
}

describe('a program that swaps folders for links while we write', () => {
  it(`redirects none of ${WRITES} writes out of the project`, {
    timeout: WRITES * 500,
  }, async () => {
    const folder = testFolder();
    const project = folder.folder('project');
    const outside = folder.folder('outside');
    folder.folder('data');
    mkdirSync(join(project, 'dir'));
    folder.write('project/top.txt', 'top\n');
    folder.write('outside/victim.txt', 'victim\n');
    for (let index = 0; index < FILES; index++) folder.write(`outside/f${index}.txt`, 'outside\n');
    const { shadow, effects } = await runner(project, folder.join('data'));
    const before = treeOf(outside);
    const swapper = spawn(process.execPath, [
      'test/support/swapper.mjs',
      join(project, 'dir'),
      outside,
      join(project, 'top.txt'),
      join(outside, 'victim.txt'),
    ]);
    onTestFinished(() => {
      swapper.kill('SIGKILL');
    });
    await once(swapper.stdout, 'data');
    const counts = { done: 0, left: 0 };
    const isOver = () => {
      const count = counts.done + counts.left;
      const isShown = Math.min(counts.done, counts.left) > ENOUGH;
      return count >= (isShown ? WRITES : MOST_WRITES);
    };
    for (let round = 0; !isOver(); round++) {
      const bytes = Buffer.from(`round ${round}\n`);
      const next = {
        blob: await shadow.objects.write(bytes),
        mode: '100644',
        bytes: bytes.length,
      } as const;
      const batch: Effect[] = [];
      for (let index = 0; index < FILES; index++) {
        const path = index === 0 ? 'top.txt' : `dir/f${index}.txt`;
        const present = await effects.read('project', path).catch(() => null);
        const temporary = `.airlock-race${String(round).padStart(6, '0')}-${index}.tmp`;
        batch.push({ place: 'project', path, expected: present?.version ?? null, next, temporary });
      }
      for (const result of await effects.run(batch)) {
        const isDone = result.status === 'fulfilled' && result.value === 'done';
        counts[isDone ? 'done' : 'left']++;
      }
    }
    expect(treeOf(outside)).toEqual(before);
    expect(counts.done).toBeGreaterThan(ENOUGH);
    expect(counts.left).toBeGreaterThan(ENOUGH);
  });
});

describe('hostile paths', () => {
  it('are refused by the final check, whatever came before', async () => {
    const folder = testFolder();
    const project = folder.folder('project');
    folder.folder('data');
    symlinkSync(folder.folder('outside'), join(project, 'way'));
    const { shadow, effects } = await runner(project, folder.join('data'));
    const bytes = Buffer.from('x\n');
    const next = { blob: await shadow.objects.write(bytes), mode: '100644', bytes: 2 } as const;
    const paths = [
      '../x',
      '/etc/x',
      'a/../../x',
      'way/x',
      '',
      'a//b',
      '.',
      'a\0b',
      ...(process.platform === 'win32' ? ['a\\b', 'NUL'] : []),
      './x',
    ];
    const results = await effects.run(
      paths.map((path, index) => ({
        place: 'project',
        path,
        expected: null,
        next,
        temporary: `.airlock-path${String(index).padStart(8, '0')}.tmp`,
      })),
    );
    expect(results.map(({ status }) => status)).toEqual(paths.map(() => 'rejected'));
    expect(treeOf(folder.join('outside'))).toEqual({});
    expect(readdirSync(project)).toEqual(['way']);
  });

  it('do not block it, whether pipes or folders', async () => {
    const folder = testFolder();
    const project = folder.folder('project');
    folder.folder('data');
    execFileSync('mkfifo', [join(project, 'pipe')]);
    mkdirSync(join(project, 'folder'));
    const { effects } = await runner(project, folder.join('data'));
    for (const path of ['pipe', 'folder']) {
      await expect(effects.read('project', path)).rejects.toThrow(/folder|regular/);
    }
  });
});

function tryMount(folder: string, options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    // Not allowed to: then there is no small disk to fill.
    return false;
  }
}

describe('a full disk', () => {
  it('is reported, leaves nothing half-written, and can be retried', async ({ skip }) => {
    const harness = new AirlockHarness();
    const project = harness.folder.folder('project');
    if (!tryMount(project, 'size=1m')) skip();
    onTestFinished(() => {
      execFileSync('umount', [project]);
    });
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(project, name), `${name}\n`);
    const session = await harness.open(project);
    const large = 'x'.repeat(99).concat('\n').repeat(9_000);
    writeFileSync(join(session.cwd, 'a.txt'), large);
    writeFileSync(join(session.cwd, 'b.txt'), large);
    value(await session.scan());
    const views = openChanges(session);
    const results = await session.changes.decide(
      views.map(({ change, hunks }) => ({
        changeId: change.changeId,
        hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const })),
      })),
    );
    expect(results.map((result) => (result.ok ? 'ok' : result.error.message))).toEqual([
      'ok',
      'The disk is full: b.txt was not written. Free some space and try again.',
    ]);
    expect(readdirSync(project).sort()).toEqual(['a.txt', 'b.txt']);
    expect(treeOf(project)['b.txt']).toBe('644 b.txt\n');
    expect(openChanges(session).map(({ change }) => change.path)).toEqual(['b.txt']);

    execFileSync('mount', ['-o', 'remount,ro', project]);
    const [readOnly] = await session.changes.decide(
      openChanges(session).map(({ change, hunks }) => ({
        changeId: change.changeId,
        hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const })),
      })),
    );
    expect(readOnly).toMatchObject({
      ok: false,
      error: { message: 'The disk is read-only: b.txt was not written.' },
    });

    execFileSync('mount', ['-o', 'remount,rw,size=8m', project]);
    await decideAll(session, 'accept');
    expect(treeOf(project)).toEqual(treeOf(session.cwd));
  });
});

describe('a file that another program has locked', () => {
  it('is reported, stays unchanged, and can be written once it is released', async ({ skip }) => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const held = repository.join('a.txt');
    // The system lets nobody put another file in the place of one that is mounted.
    if (!tryBind(harness.folder.write('held.txt', 'a\n'), held)) skip();
    let isHeld = true;
    const letGo = () => {
      if (isHeld) execFileSync('umount', [held]);
      isHeld = false;
    };
    onTestFinished(letGo);
    const session = await harness.open(repository.path);
    writeFileSync(join(session.cwd, 'a.txt'), 'a, by the agent\n');
    writeFileSync(join(session.cwd, 'b.txt'), 'b, by the agent\n');
    value(await session.scan());
    const results = await session.changes.decide(
      openChanges(session).map((view) => verdictOn(view, 'accept')),
    );
    expect(results.map((result) => (result.ok ? 'ok' : result.error.message))).toEqual([
      'Another program is using a.txt: it was not written. Close it there and try again.',
      'ok',
    ]);
    expect(repository.read('a.txt')).toBe('a\n');
    expect(repository.read('b.txt')).toBe('b, by the agent\n');
    expect(readdirSync(repository.path).sort()).toEqual(['.git', 'a.txt', 'b.txt']);
    letGo();
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('a, by the agent\n');
  });
});

function tryBind(source: string, target: string): boolean {
  try {
    execFileSync('mount', ['--bind', source, target], { stdio: 'ignore' });
    return true;
  } catch {
    // Not allowed to: then nothing here can be held.
    return false;
  }
}
