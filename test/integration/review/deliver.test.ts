import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Delivery } from '#main/host/deliver/delivery';
import { createDeliverHandlers } from '#main/ipc/requests/deliverRequests';
import { noteCommand, pushCommand, requestCommand } from '#shared/deliver/deliverCommands';
import { draftMessage, requestText, withTrailers } from '#shared/deliver/draftMessage';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

/** A session whose change was accepted, in a repository with a remote, and the user's own programs. */
async function acceptedWork(prepare?: (repository: GitRepository) => Promise<unknown>) {
  const folder = testFolder();
  const repository = await GitRepository.createWith(folder.join('project'), { 'a.txt': '1\n' });
  const { path: project } = repository;
  const remote = folder.join('remote.git');
  execFileSync('git', ['init', '-q', '--bare', remote]);
  await repository.git('remote', 'add', 'origin', remote);
  await prepare?.(repository);
  const tools = folder.join('bin');
  mkdirSync(tools);
  writeFileSync(
    join(tools, 'gh'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${tools}/said'\nshift 7\ncat "$1" >> '${tools}/said'\necho https://example.com/pull/1\n`,
  );
  chmodSync(join(tools, 'gh'), 0o755);
  const test = await TestEngine.start(
    folder.join('data'),
    {
      agent: scriptedAgent(folder, {
        turns: [[{ diskWrite: { path: 'a.txt', content: '1\n2\n' } }]],
      }),
    },
    { workplaces: undefined },
  );
  const { host, checks, provenance } = test.engine;
  const session = await test.create('agent', project, 'Count further', 'isolated');
  await session.turnEnded();
  const { id } = session;
  unwrap(await test.changes.look(id));
  const [view] = unwrap(await test.changes.list(id)).changes;
  if (view === undefined) throw new Error('There is a change.');
  const hunks = view.hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const }));
  unwrap(await test.changes.decide(id, [{ changeId: view.change.changeId, hunks }]));
  await provenance.drain();

  const PATH = `${tools}:${process.env.PATH}`;
  const delivery = new Delivery({
    host,
    checks,
    provenance,
    folder: folder.join('deliver'),
    path: async () => PATH,
  });
  const handlers = createDeliverHandlers({ delivery });
  const facts = unwrap(await handlers['deliver.facts']({ sessionId: id }, 0));
  const opened = unwrap(await host.open(id));
  const changes = unwrap(opened.changes);
  /** As the window runs it in a terminal. */
  const shell = (line: string) => {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
      cwd: project,
      env: { ...process.env, PATH },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const write = async (text: string) =>
    unwrap(await handlers['deliver.write']({ sessionId: id, text }, 0)).path;
  return { id, repository, project, remote, tools, facts, changes, shell, write };
}

describe.skipIf(process.platform === 'win32')('delivering', () => {
  it('creates a branch, pushes it and opens a pull request with the user’s own programs', async () => {
    const { facts, changes, shell, remote, write, tools } = await acceptedWork();
    expect(facts).toMatchObject({
      title: 'Count further',
      prompts: ['Count further'],
      files: [{ path: 'a.txt', added: 1, removed: 0 }],
      remotes: ['origin'],
      tool: 'gh',
    });
    const message = draftMessage(facts);
    const branch = 'airlock/count-further';
    const commit = unwrap(await changes.applyAsBranch(branch, message));
    expect(shell(pushCommand('origin', branch)).status).toBe(0);
    const pushed = execFileSync('git', ['-C', remote, 'rev-parse', branch]).toString().trim();
    expect(pushed).toBe(commit);
    const file = await write(requestText(message, facts.checks));
    const title = message.split('\n')[0] ?? '';
    const said = shell(requestCommand({ tool: 'gh', branch, title, file }));
    expect(said.stdout).toContain('https://example.com/pull/1');
    expect(readFileSync(join(tools, 'said'), 'utf8')).toContain('--head\nairlock/count-further');
    expect(readFileSync(join(tools, 'said'), 'utf8')).toContain('- a.txt (+1 −0)');
  });

  it('names the agent in trailers or in a note only where the user chose that, and changes nothing where git refuses', async () => {
    const { id, repository, project, facts, changes, shell, write } = await acceptedWork();
    // By default nothing names it.
    const plain = unwrap(await changes.applyAsBranch('plain', draftMessage(facts)));
    const trailersOf = (commit: string) =>
      repository.git('log', '-1', '--format=%(trailers:unfold)', commit);
    expect((await trailersOf(plain)).trim()).toBe('');
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('');

    // Git reads the trailers as such, whatever the message has in it.
    const odd = 'Subject with “quotes”, $HOME, `x` and \u{1f600}\n\n# no comment\n-- \nKey: value';
    const named = unwrap(
      await changes.applyAsBranch('named', withTrailers(odd, facts.contributors)),
    );
    expect((await trailersOf(named)).trim()).toBe(`Assisted-by: agent\nAirlock-Session: ${id}`);
    const body = await repository.git('log', '-1', '--format=%B', named);
    expect(body.startsWith(odd)).toBe(true);

    const file = await write(`${withTrailers('', facts.contributors).trim()}\n`);
    const lock = join(project, '.git', 'refs', 'notes');
    mkdirSync(lock, { recursive: true });
    writeFileSync(join(lock, 'airlock.lock'), '');
    const refused = shell(noteCommand(plain, file));
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain('airlock');
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('');
    rmSync(join(lock, 'airlock.lock'));
    expect(shell(noteCommand(plain, file)).status).toBe(0);
    expect(await repository.git('notes', '--ref=airlock', 'show', plain)).toContain(
      `Airlock-Session: ${id}`,
    );
    // The commit itself is the same.
    expect(await repository.git('rev-parse', 'plain')).toContain(plain);
  });

  it('leaves hooks, a remote that moved on and a branch that exists to the user’s git, which says why', async () => {
    const { project, remote, changes, shell, repository } = await acceptedWork();
    unwrap(await changes.applyAsBranch('work', 'Work'));
    expect(await changes.applyAsBranch('work', 'Work again')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('work') },
    });
    const hook = join(project, '.git', 'hooks', 'pre-push');
    mkdirSync(join(project, '.git', 'hooks'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho the hook says no >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    const stopped = shell(pushCommand('origin', 'work'));
    expect(stopped.status).not.toBe(0);
    expect(stopped.stderr).toContain('the hook says no');
    rmSync(hook);
    // Somebody else has pushed to a branch of that name.
    const other = 'main:refs/heads/work';
    await repository.git('commit', '-q', '--allow-empty', '-m', 'Elsewhere');
    await repository.git('push', '-q', 'origin', other);
    const rejected = shell(pushCommand('origin', 'work'));
    expect(rejected.status).not.toBe(0);
    expect(rejected.stderr).toContain('rejected');
    expect(execFileSync('git', ['-C', remote, 'log', '-1', '--format=%s', 'work']).toString()).toBe(
      'Elsewhere\n',
    );
  });

  it('creates a branch where a commit is checked out, and leaves that checked out', async () => {
    const { repository, changes, shell, facts } = await acceptedWork((own) =>
      own.git('checkout', '-q', '--detach'),
    );
    const head = await repository.git('rev-parse', 'HEAD');
    const commit = unwrap(await changes.applyAsBranch('airlock/work', draftMessage(facts)));
    expect((await repository.git('rev-parse', 'airlock/work^')).trim()).toBe(head.trim());
    expect(await repository.git('rev-parse', 'HEAD')).toBe(head);
    await expect(repository.git('symbolic-ref', '-q', 'HEAD')).rejects.toThrow();
    expect(shell(pushCommand('origin', 'airlock/work')).status).toBe(0);
    expect(await repository.git('ls-remote', 'origin')).toContain(commit);
  });

  it('commits nothing in place of a file that the user has never committed, and says why', async () => {
    const { repository, changes, facts } = await acceptedWork(async (own) => {
      await own.git('update-ref', '-d', 'HEAD');
      await own.git('remote', 'remove', 'origin');
    });
    expect(facts.remotes).toEqual([]);
    expect(await changes.applyAsBranch('work', draftMessage(facts))).toMatchObject({
      error: { message: expect.stringContaining('a.txt is not in the commit before') },
    });
    expect(await repository.git('for-each-ref', 'refs/heads')).toBe('');
  });

  it('takes no name for a branch that git or a program could take for something else', async () => {
    const { repository, changes } = await acceptedWork();
    const before = await repository.git('for-each-ref');
    for (const name of ['-d', '--force', 'a b', 'a..b', 'x\u001b[31m', 'a\nb', '', 'main']) {
      expect(await changes.applyAsBranch(name, 'Work')).toMatchObject({ ok: false });
    }
    expect(await repository.git('for-each-ref')).toBe(before);
  });

  it('commits a message as it is, and refuses one that git cannot keep', async () => {
    const { repository, changes } = await acceptedWork();
    const odd = '--amend -m x\n\n--\n\u001b[31mred\nSigned-off-by: Somebody <a@example.com>';
    const commit = unwrap(await changes.applyAsBranch('odd', odd));
    expect(await repository.git('log', '-1', '--format=%B', commit)).toBe(`${odd}\n`);
    expect(await changes.applyAsBranch('zero', 'a\0b')).toMatchObject({ ok: false });
    await expect(repository.git('rev-parse', '--verify', '-q', 'zero')).rejects.toThrow();
  });
});
