import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import type { DecisionId } from '#shared/ids';
import {
  decideAll,
  type Files,
  newTurnId,
  openChange,
  openChanges,
  startSession,
  treeOf,
  undo,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { startInPlace, turn } from '#test/support/inPlaceSession';
import { numberedText as text } from '#test/support/numberedLines';

async function start(files: Files = { 'a.txt': text() }) {
  const started = await startSession(files);
  const { session } = started;
  const agent = async (path: string, content: string | null) => {
    if (content === null) rmSync(join(session.cwd, path));
    else writeFileSync(join(session.cwd, path), content);
    value(await session.scan());
  };
  const work = (path: string) => readFileSync(join(session.cwd, path), 'utf8');
  return { ...started, agent, work };
}

async function decide(
  session: SessionAirlock,
  path: string,
  verdict: 'accept' | 'reject',
  only?: readonly number[],
): Promise<DecisionId> {
  const [result] = await session.changes.decide([
    verdictOn(openChange(session, path), verdict, only),
  ]);
  if (result === undefined) throw new Error('No result.');
  return value(result).decisionId;
}

describe('undo', () => {
  it('removes an accepted hunk, and only that', async () => {
    const { repository, session, agent, work } = await start();
    await agent('a.txt', text({ 3: 'A', 15: 'B' }));
    const first = await decide(session, 'a.txt', 'accept', [0]);
    await decide(session, 'a.txt', 'accept', [1]);
    repository.write('a.txt', text({ 3: 'A', 9: 'mine', 15: 'B' }));
    value(await undo(session, first));
    expect(repository.read('a.txt')).toBe(text({ 9: 'mine', 15: 'B' }));
    expect(work('a.txt')).toBe(text({ 3: 'A', 15: 'B' }));
    expect(openChange(session, 'a.txt').hunks.map(({ outcome }) => outcome.state)).toEqual([
      'pending',
      'accepted',
    ]);
    expect(await undo(session, first)).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe(text({ 3: 'A', 9: 'mine', 15: 'B' }));
  });

  it('returns a rejected hunk to the agent', async () => {
    const { session, agent, work } = await start();
    await agent('a.txt', text({ 3: 'A', 15: 'B' }));
    const decision = await decide(session, 'a.txt', 'reject', [0]);
    expect(work('a.txt')).toBe(text({ 15: 'B' }));
    value(await undo(session, decision));
    expect(work('a.txt')).toBe(text({ 3: 'A', 15: 'B' }));
    value(await session.scan());
    expect(openChange(session, 'a.txt').hunks).toHaveLength(2);
  });

  it('is refused where the user has changed the text', async () => {
    const { repository, session, agent } = await start();
    await agent('a.txt', text({ 3: 'A' }));
    const decision = await decide(session, 'a.txt', 'accept');
    repository.write('a.txt', text({ 3: 'A, and mine' }));
    expect(await undo(session, decision)).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
    expect(repository.read('a.txt')).toBe(text({ 3: 'A, and mine' }));
  });

  it.each([
    { resolution: 'proposed', settled: 'agent' },
    { resolution: 'both', settled: 'mine\nagent' },
  ] as const)(
    'restores the user’s text where a conflict was resolved ($resolution)',
    async ({ resolution, settled }) => {
      const { repository, session, agent } = await start();
      await agent('a.txt', text({ 3: 'other', 10: 'agent' }));
      repository.write('a.txt', text({ 3: 'mine', 10: 'mine' }));
      await decide(session, 'a.txt', 'accept');
      const settle = async (hunk: number) => {
        const view = openChange(session, 'a.txt');
        const [result] = await session.changes.decide([
          { ...verdictOn(view, 'accept', [hunk]), resolution },
        ]);
        if (result === undefined) throw new Error('No result.');
        return value(result).decisionId;
      };
      const first = await settle(1);
      const second = await settle(0);
      repository.write('a.txt', `${repository.read('a.txt')}more of mine\n`);
      value(await undo(session, first));
      const other = settled.replace('agent', 'other');
      expect(repository.read('a.txt')).toBe(`${text({ 3: other, 10: 'mine' })}more of mine\n`);
      value(await undo(session, second));
      expect(repository.read('a.txt')).toBe(`${text({ 3: 'mine', 10: 'mine' })}more of mine\n`);
    },
  );

  it('is refused where the user has changed a resolved conflict', async () => {
    const { repository, session, agent } = await start();
    await agent('a.txt', text({ 10: 'agent' }));
    repository.write('a.txt', text({ 10: 'mine' }));
    await decide(session, 'a.txt', 'accept');
    const view = openChange(session, 'a.txt');
    const [result] = await session.changes.decide([
      { ...verdictOn(view, 'accept'), resolution: 'both' },
    ]);
    if (result === undefined) throw new Error('No result.');
    repository.write('a.txt', text({ 10: 'mine\nagent, and more' }));
    expect(await undo(session, value(result).decisionId)).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
    expect(repository.read('a.txt')).toBe(text({ 10: 'mine\nagent, and more' }));
  });

  it('works after the agent has continued', async () => {
    const { repository, session, agent } = await start();
    await agent('a.txt', text({ 3: 'A' }));
    const decision = await decide(session, 'a.txt', 'accept');
    await agent('a.txt', text({ 3: 'A', 15: 'B' }));
    value(await undo(session, decision));
    expect(repository.read('a.txt')).toBe(text());
    const view = openChange(session, 'a.txt');
    expect(view.hunks).toHaveLength(2);
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe(text({ 3: 'A', 15: 'B' }));
  });

  it('restores deleted, created and moved files', async () => {
    const { repository, session, agent } = await start({ 'a.txt': text(), 'b.txt': 'b\n' });
    const before = treeOf(repository.path);
    await agent('b.txt', null);
    await agent('new/c.txt'.replace('new/', ''), 'c\n');
    writeFileSync(join(session.cwd, 'moved.txt'), text({ 2: 'x' }));
    await agent('a.txt', null);
    expect(
      openChanges(session)
        .map(({ change }) => change.kind)
        .sort(),
    ).toEqual(['create', 'delete', 'rename']);
    const decisions = (await decideAll(session, 'accept')).map(({ decisionId }) => decisionId);
    expect(treeOf(repository.path)).toEqual(treeOf(session.cwd));
    for (const decision of decisions) value(await undo(session, decision));
    expect(treeOf(repository.path)).toEqual(before);
    expect(openChanges(session)).toHaveLength(3);
  });
});

describe('undoing a rejection after the file has changed', () => {
  it.each([true, false])(
    'returns the hunk around what the agent wrote since (seen: %s)',
    async (isSeen) => {
      const { repository, session, agent, work } = await start();
      await agent('a.txt', text({ 3: 'A', 15: 'B' }));
      const decision = await decide(session, 'a.txt', 'reject', [0]);
      const later = text({ 9: 'more', 15: 'B' });
      if (isSeen) await agent('a.txt', later);
      else writeFileSync(join(session.cwd, 'a.txt'), later);
      value(await undo(session, decision));
      expect(work('a.txt')).toBe(text({ 3: 'A', 9: 'more', 15: 'B' }));
      expect(openChange(session, 'a.txt').hunks).toHaveLength(3);
      await decideAll(session, 'accept');
      expect(repository.read('a.txt')).toBe(text({ 3: 'A', 9: 'more', 15: 'B' }));
    },
  );

  it('returns a whole file’s hunks, and the name that it had', async () => {
    const { session, agent, work } = await start();
    renameSync(join(session.cwd, 'a.txt'), join(session.cwd, 'b.txt'));
    await agent('b.txt', text({ 3: 'A' }));
    const decision = await decide(session, 'b.txt', 'reject');
    await agent('a.txt', text({ 15: 'more' }));
    value(await undo(session, decision));
    expect(work('b.txt')).toBe(text({ 3: 'A', 15: 'more' }));
    expect(openChange(session, 'b.txt').change.kind).toBe('rename');
  });

  it('returns the hunk in place, around what the user wrote since', async () => {
    const { repository, session } = await startInPlace({ 'a.txt': text() });
    await turn(session, () => repository.write('a.txt', text({ 3: 'A' })));
    const decision = await decide(session, 'a.txt', 'reject');
    repository.write('a.txt', text({ 15: 'mine' }));
    value(await undo(session, decision));
    expect(repository.read('a.txt')).toBe(text({ 3: 'A', 15: 'mine' }));
    expect(openChange(session, 'a.txt').hunks).toHaveLength(1);
    await decide(session, 'a.txt', 'reject');
    expect(repository.read('a.txt')).toBe(text({ 15: 'mine' }));
  });

  it('is refused where the same lines were changed, and where another file has its name', async () => {
    const { session, agent, work } = await start();
    await agent('a.txt', text({ 3: 'A' }));
    await agent('new.txt', 'one\n');
    const edited = await decide(session, 'a.txt', 'reject');
    const created = await decide(session, 'new.txt', 'reject');
    await agent('a.txt', text({ 3: 'other' }));
    await agent('new.txt', 'two\n');
    for (const decision of [edited, created]) {
      expect(await undo(session, decision)).toMatchObject({
        ok: false,
        error: { code: 'conflict', message: expect.stringContaining('in the same place') },
      });
    }
    expect([work('a.txt'), work('new.txt')]).toEqual([text({ 3: 'other' }), 'two\n']);
  });
});

describe('undoing many decisions at once', () => {
  it('restores every file, with several decisions on one of them', async () => {
    const names = Array.from({ length: 80 }, (_, index) => `folder${index % 7}/deep/${index}.txt`);
    const { repository, session } = await start({ 'a.txt': text() });
    const before = treeOf(repository.path);
    for (const name of names) {
      mkdirSync(join(session.cwd, dirname(name)), { recursive: true });
      writeFileSync(join(session.cwd, name), `${name}\n`);
    }
    writeFileSync(join(session.cwd, 'a.txt'), text({ 2: 'two', 15: 'fifteen' }));
    value(await session.scan());
    const decisions = [
      await decide(session, 'a.txt', 'accept', [0]),
      ...(await decideAll(session, 'accept')).map(({ decisionId }) => decisionId),
    ];
    expect(decisions).toHaveLength(names.length + 2);
    expect(treeOf(repository.path)).toEqual(treeOf(session.cwd));
    for (const result of await session.changes.undo(decisions)) value(result);
    expect(treeOf(repository.path)).toEqual(before);
    expect(openChanges(session)).toHaveLength(names.length + 1);
  });

  it.each(['accept', 'reject'] as const)(
    'restores folders that files and links replaced, and files that folders replaced (%s)',
    async (verdict) => {
      const { repository, session } = await start({
        'file/a.txt': 'a\n',
        'file/deep/b.txt': 'b\n',
        'link/c.txt': 'c\n',
        folder: 'was a file\n',
        'z.txt': 'z\n',
      });
      const before = treeOf(repository.path);
      for (const name of ['file', 'link', 'folder']) {
        rmSync(join(session.cwd, name), { recursive: true });
      }
      writeFileSync(join(session.cwd, 'file'), 'now a file\n');
      symlinkSync('z.txt', join(session.cwd, 'link'));
      mkdirSync(join(session.cwd, 'folder', 'deep'), { recursive: true });
      writeFileSync(join(session.cwd, 'folder', 'deep', 'd.txt'), 'd\n');
      const worked = treeOf(session.cwd);
      value(await session.scan());
      // Deletions first, as the window has them.
      const views = openChanges(session).toSorted((one, other) => {
        const rank = ({ change }: typeof one) =>
          Number((verdict === 'accept' ? change.proposed : change.base) !== null);
        return rank(one) - rank(other);
      });
      const decided = await session.changes.decide(views.map((view) => verdictOn(view, verdict)));
      const decisions = decided.map((result) => value(result).decisionId);
      expect(treeOf(repository.path)).toEqual(verdict === 'accept' ? worked : before);
      for (const result of await session.changes.undo(decisions)) value(result);
      expect(treeOf(repository.path)).toEqual(before);
      expect(treeOf(session.cwd)).toEqual(worked);
      expect(openChanges(session)).toHaveLength(views.length);
    },
  );

  it('undoes the others if one fails, and says which', async () => {
    const { repository, session, agent } = await start({ 'a.txt': text(), 'b.txt': text() });
    await agent('a.txt', text({ 2: 'two' }));
    await agent('b.txt', text({ 2: 'two' }));
    const decisions = [
      await decide(session, 'a.txt', 'accept'),
      await decide(session, 'b.txt', 'accept'),
    ];
    writeFileSync(repository.join('a.txt'), text({ 2: 'mine' }));
    const results = await session.changes.undo(decisions);
    expect(results.map((result) => result.ok)).toEqual([false, true]);
    expect(readFileSync(repository.join('a.txt'), 'utf8')).toBe(text({ 2: 'mine' }));
    expect(readFileSync(repository.join('b.txt'), 'utf8')).toBe(text());
  });
});

describe('a decision that was carried out and could not be saved', () => {
  it('is reported as such, and saved with the next look', async () => {
    const { harness, repository, session, agent } = await start({
      'a.txt': text(),
      'b.txt': text(),
    });
    await agent('a.txt', text({ 2: 'two' }));
    const index = harness.folder.join('data', basename(session.cwd), 'shadow.git', 'base.index');
    renameSync(index, `${index}.away`);
    mkdirSync(index);
    const [result] = await session.changes.decide([
      verdictOn(openChange(session, 'a.txt'), 'accept'),
    ]);
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('was carried out, but Airlock could not save') },
    });
    expect(readFileSync(repository.join('a.txt'), 'utf8')).toBe(text({ 2: 'two' }));
    expect(openChanges(session)).toHaveLength(1);
    rmSync(index, { recursive: true });
    renameSync(`${index}.away`, index);
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
    expect(session.changes.all.map(({ status }) => status)).toEqual(['settled']);
  });
});

describe('rewinding', () => {
  it('returns the agent’s files to the start of a turn', async () => {
    const { repository, session, agent } = await start({ 'a.txt': text(), 'b.txt': 'b\n' });
    const [first, second] = [newTurnId(), newTurnId()];
    value(await session.checkpoint(first));
    await agent('a.txt', text({ 3: 'A' }));
    const middle = treeOf(session.cwd);
    value(await session.checkpoint(second));
    await agent('a.txt', text({ 3: 'A', 15: 'B' }));
    await agent('b.txt', null);
    await agent('c.txt', 'c\n');
    const late = treeOf(session.cwd);
    const report = value(await session.changes.rewind(second));
    expect(report.left).toEqual([]);
    expect(treeOf(session.cwd)).toEqual(middle);
    expect(openChanges(session).map(({ change }) => change.path)).toEqual(['a.txt']);
    value(await session.changes.rewind(report.before));
    expect(treeOf(session.cwd)).toEqual(late);
    value(await session.changes.rewind(first));
    expect(treeOf(session.cwd)).toEqual(treeOf(repository.path));
    expect(openChanges(session)).toEqual([]);
    expect(await session.changes.rewind(newTurnId())).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
  });

  it('keeps what was accepted since', async () => {
    const { repository, session, agent, work } = await start();
    const turn = newTurnId();
    await agent('a.txt', text({ 1: 'early' }));
    value(await session.checkpoint(turn));
    await agent('a.txt', text({ 1: 'early', 10: 'kept', 18: 'dropped' }));
    await agent('new.txt', 'accepted\n');
    await decide(session, 'a.txt', 'accept', [1]);
    await decide(session, 'new.txt', 'accept');
    value(await session.changes.rewind(turn));
    expect(work('a.txt')).toBe(text({ 1: 'early', 10: 'kept' }));
    expect(work('new.txt')).toBe('accepted\n');
    expect(repository.read('a.txt')).toBe(text({ 10: 'kept' }));
    const view = openChange(session, 'a.txt');
    expect(view.hunks).toHaveLength(1);
  });
});
