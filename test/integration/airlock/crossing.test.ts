import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import {
  AirlockHarness,
  decideAll,
  type Files,
  openChange,
  openChanges,
  startSession,
  treeOf,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { numberedLines as numbered } from '#test/support/numberedLines';

// Shows I13.

async function agentWrites(session: SessionAirlock, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(session.cwd, path, '..'), { recursive: true });
    writeFileSync(join(session.cwd, path), content);
  }
  value(await session.scan());
}

async function accept(session: SessionAirlock, path: string, only?: readonly number[]) {
  const [result] = await session.decide([verdictOn(openChange(session, path), 'accept', only)]);
  if (result === undefined) throw new Error('No result.');
  return result;
}

describe('crossing', () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const formats: readonly (readonly [string, (lines: readonly string[]) => Buffer])[] = [
    ['LF', (lines) => Buffer.from(`${lines.join('\n')}\n`)],
    ['CRLF', (lines) => Buffer.from(`${lines.join('\r\n')}\r\n`)],
    ['no last ending', (lines) => Buffer.from(lines.join('\n'))],
    ['CRLF without the last', (lines) => Buffer.from(lines.join('\r\n'))],
    [
      'mixed endings',
      (lines) => Buffer.from(lines.map((l, i) => l + (i % 3 ? '\n' : '\r\n')).join('')),
    ],
    ['a UTF-8 mark', (lines) => Buffer.from(`\ufeff${lines.join('\n')}\n`)],
    ['a UTF-8 mark and CRLF', (lines) => Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)],
    ['UTF-16', (lines) => utf16(`${lines.join('\r\n')}\r\n`)],
    ['UTF-16, big endian', (lines) => utf16(`${lines.join('\n')}\n`).swap16()],
    ['Latin-1', (lines) => Buffer.from(`caf\xe9\n${lines.join('\n')}\n`, 'latin1')],
    ['lone carriage returns', (lines) => Buffer.from(`old\rmac\n${lines.join('\n')}\r`)],
  ];

  it('keeps every byte that it is not about, in any format', async () => {
    const files = Object.fromEntries(formats.map(([name, encode]) => [name, encode(numbered())]));
    const { repository, session } = await startSession(files);
    const edit = { 2: 'changed here', 17: 'and there' };
    await agentWrites(
      session,
      Object.fromEntries(formats.map(([name, encode]) => [name, encode(numbered(edit))])),
    );
    // The user works on, in another place of the same files.
    for (const [name, encode] of formats) repository.write(name, encode(numbered({ 9: 'mine' })));
    for (const [name, encode] of formats) {
      const hunks = openChange(session, name).hunks;
      expect([name, hunks.map(({ hunk }) => hunk.type)]).toEqual([
        name,
        Array(hunks.length).fill('text'),
      ]);
      await accept(session, name, [hunks.length - 1]);
      const expected = encode(numbered({ 9: 'mine', 17: 'and there' }));
      expect([name, readFileSync(repository.join(name)).equals(expected)]).toEqual([name, true]);
      await accept(session, name);
      const all = encode(numbered({ ...edit, 9: 'mine' }));
      expect([name, readFileSync(repository.join(name)).equals(all)]).toEqual([name, true]);
    }
    expect(openChanges(session)).toEqual([]);
  });

  it('keeps the user’s format when an agent rewrites a file in another one', async () => {
    const { repository, session } = await startSession({
      'crlf.txt': `${numbered().join('\r\n')}\r\n`,
      'mark.txt': `\ufeff${numbered().join('\n')}\n`,
    });
    await agentWrites(session, {
      'crlf.txt': `${numbered({ 3: 'x' }).join('\n')}\n`,
      'mark.txt': `${numbered({ 3: 'x' }).join('\n')}\n`,
    });
    for (const name of ['crlf.txt', 'mark.txt']) {
      const { hunks } = openChange(session, name);
      expect(hunks.map(({ hunk }) => hunk.type)).toEqual(['text', 'format']);
      await accept(session, name, [0]);
    }
    expect(repository.read('crlf.txt')).toBe(`${numbered({ 3: 'x' }).join('\r\n')}\r\n`);
    expect(repository.read('mark.txt')).toBe(`\ufeff${numbered({ 3: 'x' }).join('\n')}\n`);
    await decideAll(session, 'accept');
    expect(treeOf(repository.path)).toEqual(treeOf(session.cwd));
  });

  it('keeps the mode, and changes only what may be run', async () => {
    const { repository, session } = await startSession({ 'a.sh': 'a\n', 'b.txt': 'b\n' });
    chmodSync(repository.join('a.sh'), 0o640);
    chmodSync(repository.join('b.txt'), 0o664);
    await agentWrites(session, { 'a.sh': 'A\n', 'b.txt': 'B\n' });
    chmodSync(join(session.cwd, 'a.sh'), 0o755);
    value(await session.scan());
    await decideAll(session, 'accept');
    expect(statSync(repository.join('a.sh')).mode & 0o777).toBe(0o750);
    expect(statSync(repository.join('b.txt')).mode & 0o777).toBe(0o664);
  });

  it('shows a clash, writes nothing there, and does what it is told about it', async () => {
    const text = (change: Record<number, string>) => `${numbered(change).join('\n')}\n`;
    const { repository, session } = await startSession({ 'a.txt': text({}) });
    await agentWrites(session, { 'a.txt': text({ 5: 'agent', 15: 'clean' }) });
    repository.write('a.txt', text({ 5: 'mine' }));
    const report = value(await accept(session, 'a.txt'));
    expect(report.outcomes).toMatchObject([
      { state: 'pending', conflict: { type: 'lines', target: ['mine\n'], proposed: ['agent\n'] } },
      { state: 'accepted' },
    ]);
    expect(repository.read('a.txt')).toBe(text({ 5: 'mine', 15: 'clean' }));
    const view = openChange(session, 'a.txt');
    await session.decide([{ ...verdictOn(view, 'accept'), resolution: 'both' }]);
    expect(repository.read('a.txt')).toBe(text({ 5: 'mine\nagent', 15: 'clean' }));
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });

  it('takes the result that the user wrote of a clash, and can go back from it', async () => {
    const text = (change: Record<number, string>) => `${numbered(change).join('\n')}\n`;
    const { repository, session } = await startSession({ 'a.txt': text({}) });
    await agentWrites(session, { 'a.txt': text({ 5: 'agent', 15: 'other' }) });
    repository.write('a.txt', text({ 5: 'mine' }));
    value(await accept(session, 'a.txt', [0]));
    const { changeId } = openChange(session, 'a.txt').change;
    const current = value(await session.currentText(changeId));
    expect(current).toBe(text({ 5: 'mine' }));
    expect(await session.resolve(changeId, 'stale', 'x')).toMatchObject({
      error: { code: 'conflict' },
    });
    const result = text({ 5: 'mine and agent' });
    const { decisionId } = value(await session.resolve(changeId, current ?? '', result));
    expect(repository.read('a.txt')).toBe(result);
    expect(openChange(session, 'a.txt').hunks.map(({ outcome }) => outcome.state)).toEqual([
      'accepted',
      'pending',
    ]);
    value(await session.scan());
    expect(openChanges(session)).toHaveLength(1);
    expect(await session.resolve(changeId, result, 'x')).toMatchObject({ ok: false });
    value(await session.undo(decisionId));
    expect(repository.read('a.txt')).toBe(text({ 5: 'mine' }));
  });

  it('lets the user change what the agent proposes', async () => {
    const { repository, session } = await startSession({
      'a.txt': 'a\r\nb\r\n',
      'gone.txt': 'x\n',
    });
    await agentWrites(session, { 'a.txt': 'agent\r\nb\r\n' });
    rmSync(join(session.cwd, 'gone.txt'));
    value(await session.scan());
    value(await session.edit(openChange(session, 'a.txt').change.changeId, 'user\nb\n'));
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('user\r\nb\r\n');
    value(await accept(session, 'a.txt'));
    expect(repository.read('a.txt')).toBe('user\r\nb\r\n');
    const gone = openChange(session, 'gone.txt').change.changeId;
    expect(await session.edit(gone, 'x')).toMatchObject({ error: { code: 'refused' } });
    await agentWrites(session, { 'a.txt': 'again\r\nb\r\n' });
    const stale = openChange(session, 'a.txt').change.changeId;
    writeFileSync(join(session.cwd, 'a.txt'), 'and again\n');
    expect(await session.edit(stale, 'x')).toMatchObject({ error: { code: 'conflict' } });
  });

  it('overwrites nothing that the user made, changed, moved or deleted meanwhile', async () => {
    const { repository, session } = await startSession({
      'changed.bin': Buffer.from([0, 1]),
      'deleted.txt': 'x\n',
      'edited.txt': 'y\n',
      'moved.txt': `${numbered().join('\n')}\n`,
    });
    await agentWrites(session, {
      'changed.bin': Buffer.from([0, 2]),
      'deleted.txt': 'X\n',
      'made.txt': 'agent\n',
      'blocked/inner.txt': 'agent\n',
    });
    rmSync(join(session.cwd, 'edited.txt'));
    renameSync(join(session.cwd, 'moved.txt'), join(session.cwd, 'target.txt'));
    value(await session.scan());
    repository.write('changed.bin', Buffer.from([0, 3]));
    repository.remove('deleted.txt');
    repository.write('edited.txt', 'mine\n');
    repository.write('made.txt', 'mine\n');
    repository.write('target.txt', 'mine\n');
    repository.write('blocked', 'a file\n');
    const before = treeOf(repository.path);
    const conflicts = async (path: string) => {
      const result = await accept(session, path);
      if (!result.ok) return result.error.code;
      return result.value.outcomes.map((outcome) =>
        'conflict' in outcome ? outcome.conflict?.type : outcome.state,
      );
    };
    expect(await conflicts('changed.bin')).toEqual(['changed']);
    expect(await conflicts('deleted.txt')).toEqual(['missing']);
    expect(await conflicts('edited.txt')).toEqual(['changed']);
    expect(await conflicts('made.txt')).toEqual(['occupied']);
    expect(await conflicts('target.txt')).toEqual(['occupied']);
    expect(await conflicts('blocked/inner.txt')).toBe('refused');
    expect(treeOf(repository.path)).toEqual(before);
  });

  it('replaces a file that has other names, and writes in place for another owner', async () => {
    const { harness, repository, session } = await startSession({
      'linked.txt': 'a\n',
      'owned.txt': 'a\n',
    });
    const twin = harness.folder.join('twin.txt');
    linkSync(repository.join('linked.txt'), twin);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(repository.join('owned.txt'), 1234, 1234);
    const inode = statSync(repository.join('linked.txt')).ino;
    await agentWrites(session, { 'linked.txt': 'longer\n', 'owned.txt': '' });
    await decideAll(session, 'accept');
    expect(readFileSync(twin, 'utf8')).toBe('a\n');
    expect(repository.read('linked.txt')).toBe('longer\n');
    expect(statSync(repository.join('linked.txt')).ino).not.toBe(inode);
    expect(repository.read('owned.txt')).toBe('');
    if (isRoot) expect(statSync(repository.join('owned.txt')).uid).toBe(1234);
    expect(readdirSync(repository.path).filter((name) => name.includes('airlock'))).toEqual([]);
  });

  it('follows no link out of the project, and makes none', async () => {
    const { harness, repository, session } = await startSession({
      'dir/a.txt': 'a\n',
      'b.txt': 'b\n',
    });
    const outside = harness.folder.folder('outside');
    writeFileSync(join(outside, 'a.txt'), 'a\n');
    await agentWrites(session, {
      'dir/a.txt': 'agent\n',
      'dir/new.txt': 'new\n',
      'b.txt': 'agent\n',
    });
    const targets = {
      absolute: '/etc/passwd',
      up: '../outside',
      deep: 'dir/../../x',
      git: '.git/hooks/x',
    };
    for (const [name, target] of Object.entries(targets))
      symlinkSync(target, join(session.cwd, name));
    symlinkSync('dir/a.txt', join(session.cwd, 'through'));
    symlinkSync('b.txt.copy', join(session.cwd, 'fine'));
    value(await session.scan());
    rmSync(repository.join('dir'), { recursive: true });
    symlinkSync(outside, repository.join('dir'));
    rmSync(repository.join('b.txt'));
    symlinkSync(join(outside, 'a.txt'), repository.join('b.txt'));
    for (const path of ['dir/a.txt', 'dir/new.txt', 'through', ...Object.keys(targets)]) {
      expect([path, (await accept(session, path)).ok]).toEqual([path, false]);
    }
    const report = value(await accept(session, 'b.txt'));
    expect(report.outcomes).toMatchObject([{ state: 'pending', conflict: { type: 'changed' } }]);
    expect((await accept(session, 'fine')).ok).toBe(true);
    expect(treeOf(outside)).toEqual({ 'a.txt': '644 a\n' });
    expect(Object.keys(targets).some((name) => existsSync(repository.join(name)))).toBe(false);
    expect(lstatSync(repository.join('fine')).isSymbolicLink()).toBe(true);
  });

  it('asks on its own about what makes programs run', async () => {
    const { repository, session } = await startSession({ 'a.txt': 'a\n' });
    await agentWrites(session, { '.vscode/tasks.json': '{}\n', 'a.txt': 'b\n' });
    const results = await session.decide(
      openChanges(session).map((view) => verdictOn(view, 'accept')),
    );
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code)).sort()).toEqual([
      'ok',
      'refused',
    ]);
    expect(existsSync(repository.join('.vscode'))).toBe(false);
    const view = openChange(session, '.vscode/tasks.json');
    expect(view.risk.type).toBe('red');
    await session.decide([{ ...verdictOn(view, 'accept'), acknowledgesRisk: true }]);
    expect(repository.read('.vscode/tasks.json')).toBe('{}\n');
  });

  it('asks on its own about a manifest whose commands change, and about no other', async () => {
    const before = { name: 'x', scripts: { test: 'node --test' } };
    const manifest = (extra: object) => `${JSON.stringify({ ...before, ...extra }, null, 2)}\n`;
    const { session } = await startSession({
      'a/package.json': manifest({}),
      'b/package.json': manifest({}),
    });
    await agentWrites(session, {
      'a/package.json': manifest({ version: '2.0.0' }),
      'b/package.json': manifest({ scripts: { ...before.scripts, postinstall: './x' } }),
    });
    expect(openChange(session, 'a/package.json').risk).toEqual({ type: 'ordinary' });
    const view = openChange(session, 'b/package.json');
    expect(view.risk).toMatchObject({ type: 'red', reason: expect.stringContaining('scripts') });
    const [refused] = await session.decide([verdictOn(view, 'accept')]);
    expect(refused).toMatchObject({ ok: false, error: { code: 'refused' } });
  });

  it('asks on its own about what the user added to the list, at once', async () => {
    const { harness, session } = await startSession({ 'a.txt': 'a\n' });
    await agentWrites(session, { 'deploy/run.sh': 'x\n' });
    expect(openChange(session, 'deploy/run.sh').risk).toEqual({ type: 'ordinary' });
    harness.selfArming = ['deploy/'];
    const view = openChange(session, 'deploy/run.sh');
    expect(view.risk.type).toBe('red');
    const [refused] = await session.decide([verdictOn(view, 'accept')]);
    expect(refused).toMatchObject({ ok: false, error: { code: 'refused' } });
  });

  it('takes lines of a hunk alone', async () => {
    const { repository, session } = await startSession({ 'a.txt': 'a\nb\nc\n' });
    await agentWrites(session, { 'a.txt': 'A\nB\nC\n' });
    const view = openChange(session, 'a.txt');
    const [hunk] = view.hunks;
    if (hunk === undefined) throw new Error('No hunk.');
    const { changeId } = view.change;
    const lines = { removed: [1], added: [1] };
    await session.decide([
      { changeId, hunks: [{ hunkId: hunk.hunk.id, verdict: 'accept', lines }] },
    ]);
    expect(repository.read('a.txt')).toBe('a\nB\nc\n');
    await session.decide([verdictOn(openChange(session, 'a.txt'), 'reject', [2])]);
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('A\nB\nc\n');
    value(await session.scan());
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('A\nB\nc\n');
  });

  it('looks again instead of rejecting what the agent has changed since', async () => {
    const { session } = await startSession({ 'a.txt': 'a\n' });
    await agentWrites(session, { 'a.txt': 'b\n' });
    const view = openChange(session, 'a.txt');
    writeFileSync(join(session.cwd, 'a.txt'), 'c\n');
    const [result] = await session.decide([verdictOn(view, 'reject')]);
    expect(result).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('c\n');
    expect(session.change(view.change.changeId)?.status).toBe('superseded');
    const next = openChange(session, 'a.txt');
    expect(value(await session.texts(next.change.changeId))).toMatchObject({
      base: 'a\n',
      proposed: 'c\n',
    });
    await decideAll(session, 'reject');
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('a\n');
  });

  it('answers a verdict only once', async () => {
    const { session } = await startSession({ 'a.txt': 'a\n' });
    await agentWrites(session, { 'a.txt': 'b\n' });
    const verdict = verdictOn(openChange(session, 'a.txt'), 'accept');
    const results = await Promise.all([session.decide([verdict]), session.decide([verdict])]);
    expect(results.map(([result]) => result?.ok)).toEqual([true, false]);
    const [twice] = await session.decide([verdict, verdict]);
    expect(twice?.ok).toBe(false);
  });

  it('refuses half a decision on lines that the encoding cannot hold alone', async () => {
    const { repository, session } = await startSession({
      'a.txt': Buffer.from(`caf\xe9\nb\nc\nd\n`, 'latin1'),
    });
    await agentWrites(session, { 'a.txt': 'café\nb\nc\n€\n' });
    const view = openChange(session, 'a.txt');
    expect(view.hunks.map(({ hunk }) => hunk.type)).toEqual(['text', 'format']);
    const report = value(await accept(session, 'a.txt', [0]));
    expect(report.outcomes).toMatchObject([{ conflict: { type: 'encoding' } }]);
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('café\nb\nc\n€\n');
  });
});

describe('two sessions', () => {
  it('lose no update of the same file', async () => {
    const harness = new AirlockHarness();
    const count = 40;
    const text = (change: Record<number, string>) => `${numbered(change, count * 3).join('\n')}\n`;
    const repository = await harness.repository({ 'a.txt': text({}) });
    const sessions = await Promise.all([
      harness.open(repository.path),
      harness.open(repository.path),
    ]);
    const edits = sessions.map((_, side) =>
      Object.fromEntries(
        Array.from({ length: count / 2 }, (__, i) => [i * 6 + side * 3 + 1, `s${side} ${i}`]),
      ),
    );
    await Promise.all(
      sessions.map((session, side) => agentWrites(session, { 'a.txt': text(edits[side] ?? {}) })),
    );
    const decisions = sessions.flatMap((session) => {
      const { change, hunks } = openChange(session, 'a.txt');
      return hunks.map(
        ({ hunk }) =>
          () =>
            session.decide([
              { changeId: change.changeId, hunks: [{ hunkId: hunk.id, verdict: 'accept' }] },
            ]),
      );
    });
    const shuffled = decisions
      .map((decide, index) => ({ decide, key: (index * 7919) % decisions.length }))
      .sort((left, right) => left.key - right.key);
    const results = await Promise.all(shuffled.map(({ decide }) => decide()));
    expect(results.flat().filter((result) => !result.ok)).toEqual([]);
    expect(repository.read('a.txt')).toBe(text({ ...edits[0], ...edits[1] }));
  });
});
