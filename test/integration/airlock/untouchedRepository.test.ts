import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import { put, scanned } from '#test/support/agentFiles';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  newTurnId,
  openChange,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { folderPrint } from '#test/support/folderPrint';
import { gitEnvironment } from '#test/support/gitRepository';

/** In an order in which each finds something to do. */
const COMMANDS = `
status
add --all
commit --quiet -m Agent
branch other
branch --move other renamed
tag light
tag --annotate -m words heavy
checkout --quiet -b side
rm --quiet b.txt
mv a.txt moved.txt
commit --quiet -m Side
switch --quiet main
restore --source=side -- moved.txt
clean --force --quiet
reset --quiet --hard HEAD~1
merge --quiet --no-edit side
revert --no-edit HEAD
cherry-pick --allow-empty --keep-redundant-commits side
rebase --quiet --force-rebase HEAD~1
commit --quiet --amend --allow-empty -m Amended
notes add -m note HEAD
replace HEAD HEAD~1
replace --delete HEAD
mv src/c.txt src/d.txt
stash push --include-untracked
stash list
stash drop
bisect start HEAD HEAD~1
bisect reset
rerere
format-patch --quiet -1 HEAD --output-directory patches
am --abort
apply --allow-empty /dev/null
worktree add --quiet --detach ../AGENT-other
worktree list
worktree remove --force ../AGENT-other
worktree prune
submodule status
submodule init
sparse-checkout set src
sparse-checkout disable
config user.name Agent
config core.hooksPath /nowhere
config --unset core.hooksPath
remote add more https://example.com/x.git
remote rename more most
remote remove most
fetch --quiet origin
fetch --quiet --prune --tags origin
pull --quiet --rebase origin main
push origin HEAD
push --force --all origin
push --mirror ORIGIN
push PROJECT HEAD:refs/heads/planted
push --delete origin main
bundle create --quiet all.bundle --all
archive --output=all.tar HEAD
fast-export --all
filter-branch --force --msg-filter cat HEAD
symbolic-ref HEAD refs/heads/main
update-ref -d refs/heads/renamed
update-ref refs/heads/made HEAD
update-ref refs/stash HEAD
branch --delete --force side
tag --delete light
reflog expire --expire=now --all
pack-refs --all
hash-object -w --stdin
update-index --refresh
update-index --assume-unchanged src/c.txt
read-tree HEAD
write-tree
repack -a -d -f --quiet
prune --expire=now
gc --quiet --prune=now --aggressive
maintenance run --quiet --task=gc
commit-graph write
multi-pack-index write
fsck --full
count-objects -v
unpack-refs
init --quiet
`;

/** Runs all of them in the copy; returns those that failed. */
function runAll(session: SessionAirlock, places: Readonly<Record<string, string>>): string[] {
  const failed: string[] = [];
  for (const line of COMMANDS.trim().split('\n')) {
    const args = line.split(' ').map((word) => places[word] ?? word);
    const { GIT_OPTIONAL_LOCKS: _, ...environment } = gitEnvironment;
    const env = { ...process.env, ...environment, FILTER_BRANCH_SQUELCH_WARNING: '1' };
    const ended = spawnSync('git', args, { cwd: session.cwd, env, input: 'text\n' });
    if (ended.status !== 0) failed.push(line);
  }
  return failed;
}

async function start() {
  const harness = new AirlockHarness();
  const origin = await harness.repository({ 'old.txt': 'old\n' }, 'origin');
  await origin.git('config', 'receive.denyCurrentBranch', 'ignore');
  const project = harness.folder.join('project');
  await origin.git('clone', '--quiet', origin.path, project);
  const repository = await harness.repository(
    { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n', 'src/c.txt': 'c\n' },
    'project',
  );
  await repository.git('branch', 'mine');
  await repository.git('tag', '-a', '-m', 'words', 'v1');
  repository.write('a.txt', 'stashed\n');
  await repository.git('stash');
  repository.write('b.txt', 'staged\n');
  await repository.git('add', 'b.txt');
  repository.write('src/c.txt', 'unstaged\n');
  repository.write('untracked.txt', 'untracked\n');
  repository.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n');
  await repository.git('worktree', 'add', '--quiet', '--detach', harness.folder.join('linked'));
  const print = () => [folderPrint(repository.path), folderPrint(origin.path)];
  const places = { ORIGIN: origin.path, PROJECT: repository.path };
  return { harness, repository, print, places };
}

// I23
describe('the user’s repository', () => {
  it('is as it was after an agent has run every git command in its copy', async () => {
    const { harness, repository, print, places } = await start();
    const before = print();
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    await session.drain();
    expect(print()).toEqual(before);
    value(await session.checkpoint(newTurnId()));
    put(session, 'new.txt', 'new\n');
    expect(runAll(session, places)).toEqual([
      'am --abort',
      'push origin HEAD',
      'push --force --all origin',
      'push --mirror ORIGIN',
      'push PROJECT HEAD:refs/heads/planted',
      'push --delete origin main',
      'unpack-refs',
    ]);
    expect(print()).toEqual(before);
    await scanned(session);
    await decideAll(session, 'reject');
    await session.close();
    const again = await harness.open(repository.path, { sessionId });
    await harness.airlock.startup.reconcile([sessionId]);
    expect(print()).toEqual(before);
    await again.close();
    value(await harness.airlock.remove(sessionId));
    expect(print()).toEqual(before);
  });

  it('gets nothing but the accepted file when changes are accepted, undone and rewound', async () => {
    const { harness, repository } = await start();
    const session = await harness.open(repository.path);
    await session.drain();
    const before = folderPrint(repository.join('.git'));
    const turnId = newTurnId();
    value(await session.checkpoint(turnId));
    put(session, 'a.txt', 'agent\n');
    put(session, 'new.txt', 'new\n');
    await scanned(session);
    const [decided] = await session.changes.decide([
      verdictOn(openChange(session, 'a.txt'), 'accept'),
    ]);
    expect(repository.read('a.txt')).toBe('agent\n');
    if (decided === undefined) throw new Error('Nothing was decided.');
    const [undone] = await session.changes.undo([value(decided).decisionId]);
    expect(undone).toMatchObject({ ok: true });
    value(await session.changes.rewind(turnId));
    expect(repository.read('a.txt')).toBe('one\ntwo\nthree\n');
    expect(folderPrint(repository.join('.git'))).toEqual(before);
  });
});

describe('a copy', () => {
  const git = (session: SessionAirlock, ...args: string[]) => {
    const env = { ...process.env, ...gitEnvironment };
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: session.cwd, env });
    return { status, text: `${stdout}${stderr}` };
  };
  const isWhole = async (session: SessionAirlock, name: string) => {
    expect(git(session, 'fsck', '--full').status).toBe(0);
    expect(git(session, 'log', '--oneline', '--all').status).toBe(0);
    writeFileSync(join(session.cwd, name), `${name}\n`);
    expect(git(session, 'add', '--all').status).toBe(0);
    expect(git(session, 'commit', '--quiet', '-m', name)).toEqual({ status: 0, text: '' });
    expect(git(session, 'status', '--porcelain')).toEqual({ status: 0, text: '' });
    expect(await scanned(session)).toContain(`create ${name}`);
  };

  it('stays whole when the user’s git removes what nothing there refers to any more', async () => {
    const { harness, repository } = await start();
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    await session.drain();
    await repository.git('reset', '--quiet', '--hard');
    await repository.git('commit', '--quiet', '--amend', '-m', 'Another root');
    for (const args of [
      ['stash', 'clear'],
      ['branch', '-D', 'mine'],
      ['tag', '-d', 'v1'],
    ]) {
      await repository.git(...args);
    }
    await repository.git('reflog', 'expire', '--expire=now', '--all');
    await repository.git('gc', '--quiet', '--prune=now');
    await isWhole(session, 'after-gc.txt');
    await decideAll(session, 'accept');
    expect(repository.read('after-gc.txt')).toBe('after-gc.txt\n');
    await session.close();
    await isWhole(await harness.open(repository.path, { sessionId }), 'after-restart.txt');
  });

  it('stays whole when the user’s .git is deleted and made again', async () => {
    const { harness, repository } = await start();
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    await session.drain();
    rmSync(repository.join('.git'), { recursive: true });
    await isWhole(session, 'without.txt');
    await repository.git('init', '--quiet');
    await isWhole(session, 'with-another.txt');
    await decideAll(session, 'accept');
    await session.close();
    await isWhole(await harness.open(repository.path, { sessionId }), 'after-restart.txt');
  });
});
