import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
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
import { accept, agentWrites } from '#test/support/airlockCrossing';
import {
  AirlockHarness,
  decideAll,
  openChange,
  openChanges,
  startSession,
  treeOf,
  undo,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { numberedLines as numbered } from '#test/support/numberedLines';

// Shows I13.

describe('accepting changes', () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const formats: readonly (readonly [string, (lines: readonly string[]) => Buffer])[] = [
    ['LF', (lines) => Buffer.from(`${lines.join('\n')}\n`)],
    ['CRLF', (lines) => Buffer.from(`${lines.join('\r\n')}\r\n`)],
    ['no final line ending', (lines) => Buffer.from(lines.join('\n'))],
    ['CRLF without the final one', (lines) => Buffer.from(lines.join('\r\n'))],
    [
      'mixed endings',
      (lines) => Buffer.from(lines.map((l, i) => l + (i % 3 ? '\n' : '\r\n')).join('')),
    ],
    ['a UTF-8 byte order mark', (lines) => Buffer.from(`\ufeff${lines.join('\n')}\n`)],
    ['a UTF-8 byte order mark and CRLF', (lines) => Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)],
    ['UTF-16', (lines) => utf16(`${lines.join('\r\n')}\r\n`)],
    ['UTF-16, big endian', (lines) => utf16(`${lines.join('\n')}\n`).swap16()],
    ['Latin-1', (lines) => Buffer.from(`caf\xe9\n${lines.join('\n')}\n`, 'latin1')],
    ['lone carriage returns', (lines) => Buffer.from(`old\rmac\n${lines.join('\n')}\r`)],
  ];

  it('keeps every unrelated byte, in any format', async () => {
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

  it('keeps the mode, and changes only the executable bit', async () => {
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

  it('shows a conflict, writes nothing there, and resolves it as chosen', async () => {
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
    await session.changes.decide([{ ...verdictOn(view, 'accept'), resolution: 'both' }]);
    expect(repository.read('a.txt')).toBe(text({ 5: 'mine\nagent', 15: 'clean' }));
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });

  it.each([
    { was: 'mine', is: 'mine, and better' },
    { was: null, is: 'mine again' },
  ])(
    'shows a conflict again where it has become another since it was shown (%s)',
    async ({ was, is }) => {
      const { repository, session } = await startSession({ 'a.txt': 'one\ntwo\n' });
      await agentWrites(session, { 'a.txt': 'one\nagent\n' });
      if (was === null) repository.remove('a.txt');
      else repository.write('a.txt', `one\n${was}\n`);
      value(await accept(session, 'a.txt'));
      const settle = async () => {
        const verdict = verdictOn(openChange(session, 'a.txt'), 'accept');
        const [result] = await session.changes.decide([{ ...verdict, resolution: 'proposed' }]);
        return result;
      };
      repository.write('a.txt', `one\n${is}\n`);
      expect(await settle()).toMatchObject({
        value: {
          outcomes: [{ state: 'pending', conflict: { type: 'lines', target: [`${is}\n`] } }],
        },
      });
      expect(repository.read('a.txt')).toBe(`one\n${is}\n`);
      expect(await settle()).toMatchObject({ value: { outcomes: [{ state: 'accepted' }] } });
      expect(repository.read('a.txt')).toBe('one\nagent\n');
    },
  );

  it('writes nothing to the user’s files for a rejection, whatever it says about conflicts', async () => {
    const { repository, session } = await startSession({ 'a.txt': 'one\ntwo\n' });
    await agentWrites(session, { 'a.txt': 'one\nagent\n' });
    repository.remove('a.txt');
    const verdict = verdictOn(openChange(session, 'a.txt'), 'reject');
    const [result] = await session.changes.decide([{ ...verdict, resolution: 'proposed' }]);
    expect(result).toMatchObject({ ok: true, value: { outcomes: [{ state: 'rejected' }] } });
    expect(existsSync(join(repository.path, 'a.txt'))).toBe(false);
  });

  it('writes the user’s own resolution of a conflict, and can undo it', async () => {
    const text = (change: Record<number, string>) => `${numbered(change).join('\n')}\n`;
    const { repository, session } = await startSession({ 'a.txt': text({}) });
    await agentWrites(session, { 'a.txt': text({ 5: 'agent', 15: 'other' }) });
    repository.write('a.txt', text({ 5: 'mine' }));
    value(await accept(session, 'a.txt', [0]));
    const { changeId } = openChange(session, 'a.txt').change;
    const current = value(await session.changes.currentText(changeId));
    expect(current).toBe(text({ 5: 'mine' }));
    expect(await session.changes.resolve(changeId, 'stale', 'x')).toMatchObject({
      error: { code: 'conflict' },
    });
    const result = text({ 5: 'mine and agent' });
    const { decisionId } = value(await session.changes.resolve(changeId, current ?? '', result));
    expect(repository.read('a.txt')).toBe(result);
    expect(openChange(session, 'a.txt').hunks.map(({ outcome }) => outcome.state)).toEqual([
      'accepted',
      'pending',
    ]);
    value(await session.scan());
    expect(openChanges(session)).toHaveLength(1);
    expect(await session.changes.resolve(changeId, result, 'x')).toMatchObject({ ok: false });
    value(await undo(session, decisionId));
    expect(repository.read('a.txt')).toBe(text({ 5: 'mine' }));
  });

  it('lets the user edit the agent’s proposal', async () => {
    const { repository, session } = await startSession({
      'a.txt': 'a\r\nb\r\n',
      'gone.txt': 'x\n',
    });
    await agentWrites(session, { 'a.txt': 'agent\r\nb\r\n' });
    rmSync(join(session.cwd, 'gone.txt'));
    value(await session.scan());
    value(await session.changes.edit(openChange(session, 'a.txt').change.changeId, 'user\nb\n'));
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('user\r\nb\r\n');
    value(await accept(session, 'a.txt'));
    expect(repository.read('a.txt')).toBe('user\r\nb\r\n');
    const gone = openChange(session, 'gone.txt').change.changeId;
    expect(await session.changes.edit(gone, 'x')).toMatchObject({ error: { code: 'refused' } });
    await agentWrites(session, { 'a.txt': 'again\r\nb\r\n' });
    const stale = openChange(session, 'a.txt').change.changeId;
    writeFileSync(join(session.cwd, 'a.txt'), 'and again\n');
    expect(await session.changes.edit(stale, 'x')).toMatchObject({ error: { code: 'conflict' } });
  });

  it('does not propose again, with an edit of the user’s, what the user has rejected', async () => {
    const text = (change: Record<number, string>) => `${numbered(change).join('\n')}\n`;
    const { repository, session } = await startSession({ 'a.txt': text({}) });
    await agentWrites(session, { 'a.txt': text({ 2: 'agent', 9: 'refused', 17: 'more' }) });
    const { changeId } = openChange(session, 'a.txt').change;
    await session.changes.decide([verdictOn(openChange(session, 'a.txt'), 'reject', [1])]);
    // The user began to type before.
    const typed = text({ 2: 'mine', 9: 'refused', 17: 'more' });
    value(await session.changes.edit(changeId, typed));
    const kept = text({ 2: 'mine', 17: 'more' });
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe(kept);
    const again = openChange(session, 'a.txt').change.changeId;
    expect(value(await session.changes.texts(again)).proposed).toBe(kept);
    // Other words in the same place are the user's.
    value(await session.changes.edit(again, text({ 2: 'mine', 9: 'my own', 17: 'more' })));
    value(await accept(session, 'a.txt'));
    expect(repository.read('a.txt')).toBe(text({ 2: 'mine', 9: 'my own', 17: 'more' }));
  });

  it('overwrites nothing that the user created, changed, moved or deleted meanwhile', async () => {
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

  it('replaces a file with hard links, and writes in place for another owner', async () => {
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

  it('follows no link out of the project, and creates none', async () => {
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

  it('accepts single lines of a hunk', async () => {
    const { repository, session } = await startSession({ 'a.txt': 'a\nb\nc\n' });
    await agentWrites(session, { 'a.txt': 'A\nB\nC\n' });
    const view = openChange(session, 'a.txt');
    const [hunk] = view.hunks;
    if (hunk === undefined) throw new Error('No hunk.');
    const { changeId } = view.change;
    const lines = { removed: [1], added: [1] };
    await session.changes.decide([
      { changeId, hunks: [{ hunkId: hunk.hunk.id, verdict: 'accept', lines }] },
    ]);
    expect(repository.read('a.txt')).toBe('a\nB\nc\n');
    await session.changes.decide([verdictOn(openChange(session, 'a.txt'), 'reject', [2])]);
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('A\nB\nc\n');
    value(await session.scan());
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('A\nB\nc\n');
  });

  it('scans again instead of rejecting what the agent has changed since', async () => {
    const { session } = await startSession({ 'a.txt': 'a\n' });
    await agentWrites(session, { 'a.txt': 'b\n' });
    const view = openChange(session, 'a.txt');
    writeFileSync(join(session.cwd, 'a.txt'), 'c\n');
    const [result] = await session.changes.decide([verdictOn(view, 'reject')]);
    expect(result).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('c\n');
    expect(session.changes.find(view.change.changeId)?.status).toBe('superseded');
    const [again] = await session.changes.decide([verdictOn(view, 'reject')]);
    const message = 'a.txt has changed since you reviewed it. Review it again.';
    expect(again).toMatchObject({ ok: false, error: { code: 'conflict', message } });
    const next = openChange(session, 'a.txt');
    expect(value(await session.changes.texts(next.change.changeId))).toMatchObject({
      base: 'a\n',
      proposed: 'c\n',
    });
    await decideAll(session, 'reject');
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('a\n');
  });

  it('accepts a verdict only once', async () => {
    const { session } = await startSession({ 'a.txt': 'a\n' });
    await agentWrites(session, { 'a.txt': 'b\n' });
    const verdict = verdictOn(openChange(session, 'a.txt'), 'accept');
    const results = await Promise.all([
      session.changes.decide([verdict]),
      session.changes.decide([verdict]),
    ]);
    expect(results.map(([result]) => result?.ok)).toEqual([true, false]);
    const message = 'You have decided about a.txt already.';
    expect(results[1]?.[0]).toMatchObject({ error: { code: 'conflict', message } });
    const [twice] = await session.changes.decide([verdict, verdict]);
    expect(twice?.ok).toBe(false);
  });

  it('refuses to accept lines that the encoding cannot represent alone', async () => {
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
  it('lose no change to the same file', async () => {
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
            session.changes.decide([
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
