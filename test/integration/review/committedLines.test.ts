import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Emitter } from '#main/base/emitter';
import { Provenance } from '#main/host/provenance/provenance';
import { isCommitted, originsIn } from '#shared/airlock/provenance/origin';
import { noteCommand } from '#shared/deliver/deliverCommands';
import { withTrailers } from '#shared/deliver/draftMessage';
import type { SessionId } from '#shared/ids';
import { GitRepository, gitEnvironment } from '#test/support/gitRepository';
import { unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

const BASE = 'line one\nline two\nline three\nline four\nline five\n';
const AGENT = BASE.replace('line three', 'line three by the agent');
const alpha = { agent: 'Alpha', model: 'large', sessionId: 'ses_0123456789' };
const beta = { agent: 'Beta', model: null, sessionId: 'ses_abcdefghij' };

/** A repository, and an app that knows nothing about it. */
async function freshApp() {
  const folder = testFolder();
  const repository = await GitRepository.createWith(folder.join('project'), { 'file.txt': BASE });
  const host = { onDidChangeChanges: new Emitter<SessionId>().event, list: () => [] };
  const provenance = new Provenance({
    host: host as never,
    folder: folder.join('data'),
    onProblem: () => undefined,
    now: Date.now,
  });
  onTestFinished(() => provenance.dispose());
  const ask = async (path = 'file.txt', project = repository.path) =>
    unwrap(await provenance.file(project, path));
  /** The lines that an agent is named for, with its name. */
  const named = async (path?: string, project?: string) => {
    const { text, origins, runs } = await ask(path, project);
    const sources = originsIn(runs).map((one) => (one === null ? undefined : origins[one]));
    return text.split('\n').flatMap((line, at) => {
      const source = sources[at];
      return source === undefined ? [] : [`${source.agent.name}: ${line}`];
    });
  };
  const commit = async (content: string, message: string) => {
    repository.write('file.txt', content);
    await repository.git('commit', '-qam', message);
    return (await repository.git('rev-parse', 'HEAD')).trim();
  };
  /** As the step of a delivery does it. */
  const note = (id: string, text: string) => {
    const file = folder.join('note.txt');
    writeFileSync(file, text);
    const command = noteCommand(id, file);
    const env = { ...process.env, ...gitEnvironment };
    execFileSync('/bin/sh', ['-c', command], { cwd: repository.path, env });
  };
  return { folder, repository, ask, named, commit, note };
}

const delivered = withTrailers('Change a line\n\nBecause.', [alpha]);
const byAlpha = ['Alpha: line three by the agent'];

describe('without anything of ours, commits tell who wrote a line', () => {
  it('by trailers, through later edits, amending, rebasing, cherry-picking and merging', async () => {
    const { repository, ask, named, commit } = await freshApp();
    const id = await commit(AGENT, delivered);
    expect(await named()).toEqual(byAlpha);
    const { origins, problem } = await ask();
    expect(problem).toBeNull();
    expect(origins).toEqual([
      {
        commit: id,
        subject: 'Change a line',
        says: 'message',
        agent: { id: 'alpha', name: 'Alpha' },
        model: 'large',
        sessionId: alpha.sessionId,
        at: Date.parse('2026-01-01T00:00:00Z'),
      },
    ]);

    // What is not committed is followed, too.
    repository.write('file.txt', `my own\n${AGENT.replace('line three', '   line three')}`);
    expect(await named()).toEqual(['Alpha:    line three by the agent']);
    await repository.git('checkout', '-q', '--', '.');

    await repository.git('checkout', '-qb', 'side');
    await repository.git('commit', '-q', '--amend', '--no-edit', '--signoff', '--allow-empty');
    expect(await named()).toEqual(byAlpha);
    await repository.git('checkout', '-q', 'main~1');
    repository.write('other.txt', 'other\n');
    await repository.commitAll('Another');
    await repository.git('branch', 'other');
    await repository.git('rebase', '-q', 'other', 'side');
    expect(await named()).toEqual(byAlpha);
    await repository.git('checkout', '-q', 'other');
    expect(await named()).toEqual([]);
    await repository.git('cherry-pick', 'side');
    expect(await named()).toEqual(byAlpha);
    await repository.git('checkout', '-qb', 'merged', 'other~1');
    await repository.git('merge', '-q', '--no-ff', '-m', 'Merge', 'side');
    await repository.git('mv', 'file.txt', 'moved.txt');
    await repository.commitAll('Move');
    expect(await named('moved.txt')).toEqual(byAlpha);
  });

  it('by a note, which names all whose lines are in the commit', async () => {
    const { repository, ask, named, commit, note } = await freshApp();
    const id = await commit(AGENT, 'Change a line');
    expect(await named()).toEqual([]);
    await repository.git('notes', 'add', '-m', withTrailers('', [beta]).trim(), id);
    expect(await named()).toEqual([]);
    note(id, withTrailers('', [alpha, beta]).trim());
    expect(await named()).toEqual(['Alpha, Beta: line three by the agent']);
    const [origin] = (await ask()).origins;
    expect(origin && isCommitted(origin) && origin.says).toBe('note');
    expect(origin?.sessionId).toBeNull();
    expect(await repository.git('notes', 'show', id)).toContain('Beta');
    await repository.git('config', 'notes.rewriteRef', 'refs/notes/airlock');
    await repository.git('commit', '-q', '--amend', '-m', 'Amended');
    expect(await named()).toEqual(['Alpha, Beta: line three by the agent']);
  });

  it('with thousands of notes, a huge one, and a damaged list of them', async () => {
    const { repository, ask, named, commit, note } = await freshApp();
    const id = await commit(AGENT, delivered);
    const blob = (await repository.git('hash-object', '-w', 'file.txt')).trim();
    const lines = Array.from({ length: 5_000 }, (_, at) => {
      const name = at.toString(16).padStart(40, '0');
      return `100644 blob ${blob}\t${name}`;
    });
    const env = { ...process.env, ...gitEnvironment };
    const tree = execFileSync('git', ['mktree'], {
      cwd: repository.path,
      env,
      input: `${lines.join('\n')}\n`,
    });
    const made = await repository.git('commit-tree', '-m', 'notes', tree.toString().trim());
    await repository.git('update-ref', 'refs/notes/airlock', made.trim());
    note(id, `Assisted-by: Huge\nAirlock-Session: x\n${'x'.repeat(1_000_000)}`);
    expect(await named()).toEqual(byAlpha);
    expect((await ask()).problem).toBeNull();
    const reference = join(repository.path, '.git/refs/notes/airlock');
    writeFileSync(reference, `${'1'.repeat(40)}\n`);
    expect(await named()).toEqual(byAlpha);
    expect((await ask()).problem).toContain('refs/notes/airlock');
    writeFileSync(reference, 'garbage');
    expect(await named()).toEqual(byAlpha);
    await repository.git('update-ref', 'refs/notes/airlock', blob).catch(() => undefined);
    expect(await named()).toEqual(byAlpha);
  });

  it('whatever a file is called, and nothing runs that the repository names', async () => {
    const { folder, repository, ask, named } = await freshApp();
    const marker = folder.join('ran');
    const program = folder.join('program.sh');
    writeFileSync(program, `#!/bin/sh\necho ran > '${marker}'\ncat\n`);
    chmodSync(program, 0o755);
    const names = ['-w', ':(glob)x*', 'a b\n"c".txt', 'ü/ß.txt', 'HEAD'];
    mkdirSync(join(repository.path, 'ü'));
    repository.write('.gitattributes', '* diff=evil filter=evil\n');
    for (const name of names) repository.write(name, 'a line by the agent\n');
    await repository.git('add', '-A');
    await repository.git('commit', '-qm', delivered);
    for (const key of ['diff.evil.textconv', 'diff.evil.command', 'filter.evil.clean']) {
      await repository.git('config', key, program);
    }
    for (const name of names) expect(await named(name)).toEqual(['Alpha: a line by the agent']);
    expect(existsSync(marker)).toBe(false);
    // Git itself refuses to say anything then.
    await repository.git('config', 'blame.ignoreRevsFile', 'not-there');
    expect((await ask('file.txt')).problem).toContain('not-there');
  });

  it('but says nothing of lines from before a clone was cut off, or without a repository', async () => {
    const { folder, repository, named, commit } = await freshApp();
    await commit(AGENT, delivered);
    const clone = folder.join('clone');
    await repository.git('clone', '-q', '--depth=1', `file://${repository.path}`, clone);
    expect(await named('file.txt', clone)).toEqual([]);
    const plain = folder.join('plain');
    mkdirSync(plain);
    writeFileSync(join(plain, 'file.txt'), AGENT);
    expect(await named('file.txt', plain)).toEqual([]);
  });
});
