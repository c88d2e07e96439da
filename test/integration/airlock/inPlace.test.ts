import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import { Effects } from '#main/airlock/disk/effects';
import { nextValue } from '#main/base/emitter';
import type { ChangeView } from '#shared/airlock/changeView';
import type { ToolCallId } from '#shared/ids';
import {
  AirlockHarness,
  decideAll,
  type Files,
  newSessionId,
  newTurnId,
  openChange,
  openChanges,
  startSession,
  treeOf,
  undo,
  value,
  verdictOn,
} from '#test/support/airlockHarness';

/** Starts a session with a turn: between turns, every write counts as the user's. */
async function start(files: Files = { 'a.txt': 'one\ntwo\nthree\nfour\nfive\n' }) {
  const started = await startSession(files, { isolation: 'in-place' });
  value(await started.session.checkpoint(newTurnId()));
  return started;
}

/** The write as it waits, once it is there to be decided. */
async function held(
  session: SessionAirlock,
  path: string,
  write: () => Promise<unknown>,
): Promise<ChangeView> {
  const appeared = nextValue(session.changes.onDidChange, () =>
    openChanges(session).some(({ change }) => change.path === path),
  );
  void write();
  await appeared;
  return openChange(session, path);
}

describe('a held write', () => {
  it('is on the disk when the agent is told so', async () => {
    const { repository, session } = await start();
    const by = { turnId: newTurnId(), toolCallId: 'call-1' as ToolCallId };
    let answer: Promise<unknown> = Promise.resolve();
    const text = 'one\n2\nthree\nfour\nfive\n';
    const view = await held(session, 'a.txt', () => {
      answer = session.write(repository.join('a.txt'), text, by);
      return answer;
    });
    expect(view.change).toMatchObject({ origin: 'held-write', afterTheFact: false, ...by });
    expect(repository.read('a.txt')).toContain('two');
    await session.changes.decide([verdictOn(view, 'accept')]);
    expect(repository.read('a.txt')).toBe(text);
    expect(await answer).toEqual({ ok: true, value: undefined });
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });

  it('names what was rejected, and writes the rest', async () => {
    const { repository, session } = await start();
    let answer: Promise<unknown> = Promise.resolve();
    const view = await held(session, 'a.txt', () => {
      answer = session.write(repository.join('a.txt'), 'ONE\ntwo\nthree\nFOUR\nFIVE\n');
      return answer;
    });
    await session.changes.decide([verdictOn(view, 'accept', [0])]);
    expect(repository.read('a.txt')).toBe('ONE\ntwo\nthree\nfour\nfive\n');
    await session.changes.decide([verdictOn(openChange(session, 'a.txt'), 'reject')]);
    expect(await answer).toMatchObject({
      ok: false,
      error: {
        code: 'refused',
        message: 'Rejected: lines 4–5 of a.txt. The file now holds the accepted part.',
      },
    });
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });

  it('says so when nothing was written', async () => {
    const { repository, session } = await start();
    let answer: Promise<unknown> = Promise.resolve();
    await held(session, 'new/b.txt', () => {
      answer = session.write(repository.join('new', 'b.txt'), 'b\n');
      return answer;
    });
    await decideAll(session, 'reject');
    expect(await answer).toMatchObject({
      error: { message: 'Rejected: line 1 of new/b.txt. Nothing was written.' },
    });
    expect(treeOf(repository.path)).toEqual({ 'a.txt': '644 one\ntwo\nthree\nfour\nfive\n' });
  });

  it('is stored in the format of the file', async () => {
    const { repository, session } = await start({ 'a.txt': '\ufeffone\r\ntwo\r\n' });
    const view = await held(session, 'a.txt', () =>
      session.write(repository.join('a.txt'), 'one\n2\n'),
    );
    expect(view.hunks.map(({ hunk }) => hunk.type)).toEqual(['text']);
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('\ufeffone\r\n2\r\n');
  });

  it('is merged into what the user wrote meanwhile', async () => {
    const { repository, session } = await start();
    const view = await held(session, 'a.txt', () =>
      session.write(repository.join('a.txt'), 'one\ntwo\nthree\nfour\n5\n'),
    );
    repository.write('a.txt', 'mine\ntwo\nthree\nfour\nfive\n');
    await session.changes.decide([verdictOn(view, 'accept')]);
    expect(repository.read('a.txt')).toBe('mine\ntwo\nthree\nfour\n5\n');
    value(await session.scan());
    // What the user wrote is not the agent's, but nobody can tell that from the disk.
    const [seen] = openChanges(session);
    expect(value(await session.changes.texts(seen?.change.changeId as never))).toMatchObject({
      base: 'one\ntwo\nthree\nfour\n5\n',
      proposed: 'mine\ntwo\nthree\nfour\n5\n',
    });
  });

  it('is cancelled when the turn is stopped or the session closed', async () => {
    const { repository, session } = await start();
    const stop = new AbortController();
    let first: Promise<unknown> = Promise.resolve();
    let second: Promise<unknown> = Promise.resolve();
    const view = await held(session, 'a.txt', () => {
      first = session.write(repository.join('a.txt'), 'x\n', undefined, stop.signal);
      return first;
    });
    stop.abort();
    expect(await first).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    const [late] = await session.changes.decide([verdictOn(view, 'accept')]);
    expect(late).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await held(session, 'b.txt', () => {
      second = session.write(repository.join('b.txt'), 'x\n');
      return second;
    });
    await session.close();
    expect(await second).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(treeOf(repository.path)).toEqual({ 'a.txt': '644 one\ntwo\nthree\nfour\nfive\n' });
    expect(await session.write(repository.join('a.txt'), 'y')).toMatchObject({
      error: { code: 'unavailable' },
    });
  });

  it('is never reported as done if the user changed it', async () => {
    const { repository, session } = await start();
    const answers: Promise<unknown>[] = [];
    const edits = ['user\n', 'user\n', repository.read('a.txt')];
    for (const [index, text] of edits.entries()) {
      const view = await held(session, 'a.txt', () => {
        const answer =
          index === 1
            ? session.judgeEdit(repository.join('a.txt'), { before: null, after: 'agent\n' })
            : session.write(repository.join('a.txt'), 'agent\n');
        answers.push(answer);
        return answer;
      });
      if (index === 1) repository.write('a.txt', 'one\n');
      value(
        await session.changes.edit(
          view.change.changeId,
          index === 2 ? repository.read('a.txt') : text,
        ),
      );
      if (index < 2) await decideAll(session, 'accept');
      expect(repository.read('a.txt')).toBe('user\n');
    }
    const [first, second, third] = await Promise.all(answers);
    expect(first).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining('their version') },
    });
    expect(second).toMatchObject({ value: { type: 'refuse' } });
    expect(third).toMatchObject({
      error: { message: expect.stringContaining('kept the file as it is') },
    });
  });

  it('is forgotten when the program ends', async () => {
    const { harness, repository } = await start();
    const sessionId = newSessionId();
    const open = () => harness.open(repository.path, { sessionId, isolation: 'in-place' });
    const session = await open();
    const stop = new AbortController();
    let answer: Promise<unknown> = Promise.resolve();
    const view = await held(session, 'a.txt', () => {
      answer = session.write(repository.join('a.txt'), 'x\n', undefined, stop.signal);
      return answer;
    });
    await session.close();
    await answer;
    const again = await open();
    expect(again.changes.find(view.change.changeId)?.status).toBe('withdrawn');
    const next = await held(again, 'a.txt', () => {
      answer = again.write(repository.join('a.txt'), 'y\n', undefined, stop.signal);
      return answer;
    });
    value(await again.changes.edit(next.change.changeId, 'z\n'));
    stop.abort();
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(openChanges(again)).toEqual([]);
    await again.close();
    value(await harness.airlock.remove(sessionId));
    expect(await repository.git('for-each-ref', 'refs/airlock')).not.toContain(sessionId);
  });

  it('does not overwrite a file that is saved at the same moment with the user’s text', async () => {
    const { repository, session } = await start();
    repository.write('a.txt', 'agent\n');
    value(await session.scan());
    const { changeId } = openChange(session, 'a.txt').change;
    const { read } = Effects.prototype;
    const reading = vi.spyOn(Effects.prototype, 'read').mockImplementationOnce(function (
      this: Effects,
      ...args
    ) {
      return read.apply(this, args).finally(() => repository.write('a.txt', 'agent\nmine\n'));
    });
    const edited = await session.changes.edit(changeId, 'typed\n');
    reading.mockRestore();
    expect(edited).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(repository.read('a.txt')).toBe('agent\nmine\n');
  });

  it('needs no verdict if the file already has that content', async () => {
    const { repository, session } = await start();
    expect(await session.write(repository.join('a.txt'), repository.read('a.txt'))).toMatchObject({
      ok: true,
    });
  });

  it('is written nowhere else', async () => {
    const { harness, repository, session } = await start();
    const outside = harness.folder.folder('outside');
    symlinkSync(outside, repository.join('way'));
    symlinkSync('nowhere', repository.join('dangling'));
    mkdirSync(repository.join('folder'));
    const paths = [
      'relative.txt',
      '/etc/passwd',
      join(outside, 'x'),
      repository.join('way', 'x'),
      `${repository.path}/../outside/x`,
      repository.join('dangling'),
      repository.join('folder'),
      repository.path,
      `${repository.path}/a\0b`,
    ];
    for (const path of paths) {
      const result = await session.write(path, 'x\n');
      expect([path, result.ok]).toEqual([path, false]);
    }
    expect(treeOf(outside)).toEqual({});
  });
});

describe('permission to edit', () => {
  it('is given by accepting all of the edit, and the agent’s write is then expected', async () => {
    const { repository, session } = await start();
    let answer: Promise<unknown> = Promise.resolve();
    const view = await held(session, 'a.txt', () => {
      answer = session.judgeEdit(repository.join('a.txt'), { before: 'two\n', after: '2\n' });
      return answer;
    });
    expect(view.change.origin).toBe('permission');
    await session.changes.decide([verdictOn(view, 'accept')]);
    expect(await answer).toEqual({ ok: true, value: { type: 'allow' } });
    expect(repository.read('a.txt')).toContain('two');
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
    repository.write('a.txt', 'one\n2\nthree\nfour\nfive\n');
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });

  it('is rejected by accepting only some of the edit, which the app then writes', async () => {
    const { repository, session } = await start();
    let answer: Promise<unknown> = Promise.resolve();
    const view = await held(session, 'a.txt', () => {
      const after = 'ONE\ntwo\nthree\nfour\nFIVE\n';
      answer = session.judgeEdit(repository.join('a.txt'), {
        before: repository.read('a.txt'),
        after,
      });
      return answer;
    });
    const [first, second] = view.hunks;
    await session.changes.decide([
      {
        changeId: view.change.changeId,
        hunks: [
          { hunkId: first?.hunk.id as never, verdict: 'accept' },
          { hunkId: second?.hunk.id as never, verdict: 'reject' },
        ],
      },
    ]);
    expect(await answer).toMatchObject({
      value: { type: 'refuse', message: expect.stringContaining('line 5') },
    });
    expect(repository.read('a.txt')).toBe('ONE\ntwo\nthree\nfour\nfive\n');
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });

  it('cannot be judged when the edit does not say what it replaces', async () => {
    const { repository, session } = await start({ 'a.txt': 'x\nx\n' });
    for (const before of ['x\n', 'not there', '']) {
      const answer = await session.judgeEdit(repository.join('a.txt'), { before, after: 'y' });
      expect(answer).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    }
  });
});

describe('a write that bypasses the review', () => {
  it('is found, marked and reverted', async () => {
    const { repository, session } = await start({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
    const before = treeOf(repository.path);
    repository.write('a.txt', 'agent\n');
    repository.remove('b.txt');
    repository.write('made.txt', 'made\n');
    value(await session.scan());
    expect(openChanges(session).every(({ change }) => change.afterTheFact)).toBe(true);
    expect(openChanges(session)).toHaveLength(3);
    await decideAll(session, 'reject');
    expect(treeOf(repository.path)).toEqual(before);
  });

  it('is not reverted over later changes', async () => {
    const { repository, session } = await start({ 'a.txt': 'a\n' });
    repository.write('a.txt', 'agent\n');
    value(await session.scan());
    const view = openChange(session, 'a.txt');
    repository.write('a.txt', 'agent, then user\n');
    const [result] = await session.changes.decide([verdictOn(view, 'reject')]);
    expect(result).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(repository.read('a.txt')).toBe('agent, then user\n');
  });

  it('stays when it is accepted, and is no longer shown', async () => {
    const { repository, session } = await start({ 'a.txt': 'a\n' });
    const before = await repository.fingerprint();
    repository.write('a.txt', 'agent\n');
    value(await session.scan());
    const [report] = await decideAll(session, 'accept');
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
    expect(await repository.fingerprint()).toEqual(before);
    value(await undo(session, report?.decisionId as never));
    expect(openChange(session, 'a.txt').status).toBe('open');
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe('a\n');
  });
});

describe('an isolated agent’s write through the app', () => {
  it('is in the copy at once, under the agent’s own path', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': 'a\r\n' });
    const session = await harness.open(repository.path);
    const by = { turnId: newTurnId(), toolCallId: 'call-2' as ToolCallId };
    expect(await session.write(join(session.cwd, 'a.txt'), 'b\n', by)).toMatchObject({ ok: true });
    expect(await session.write(join(session.cwd, 'new/c.txt'), 'c\n', by)).toMatchObject({
      ok: true,
    });
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('b\r\n');
    value(await session.scan());
    expect(openChanges(session).map(({ change }) => change.toolCallId)).toEqual([
      by.toolCallId,
      by.toolCallId,
    ]);
    expect(repository.read('a.txt')).toBe('a\r\n');
    rmSync(join(session.cwd, 'new'), { recursive: true });
    symlinkSync(harness.folder.folder('outside'), join(session.cwd, 'new'));
    for (const path of [repository.join('a.txt'), join(session.cwd, 'new/c.txt')]) {
      expect(await session.write(path, 'x\n')).toMatchObject({
        ok: false,
        error: { code: 'refused' },
      });
    }
    expect(
      await session.judgeEdit(join(session.cwd, 'a.txt'), { before: null, after: 'x' }),
    ).toMatchObject({
      ok: false,
    });
    writeFileSync(join(session.cwd, 'a.txt'), 'b\r\n');
  });
});
