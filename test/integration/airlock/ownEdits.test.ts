import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DecisionId } from '#shared/ids';
import {
  decideAll,
  type Files,
  newTurnId,
  openChange,
  openChanges,
  treeOf,
  undo,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { rejectAll, startInPlace, turn } from '#test/support/inPlaceSession';

// Shows I17.

const TEXT = 'one\ntwo\nthree\nfour\nfive\n';

function start(files: Files = { 'a.txt': TEXT, 'b.txt': 'b\n' }) {
  return startInPlace(files);
}

describe('the user’s own edits between two turns, in place', () => {
  it('are not listed, and rejecting all keeps them', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.write('a.txt', TEXT.replace('one', 'agent')));
    repository.write('b.txt', 'b\nmine\n');
    repository.write('made.txt', 'mine\n');
    await turn(session, () => repository.write('c.txt', 'agent\n'));
    expect(openChanges(session).map(({ change }) => change.path)).toEqual(['a.txt', 'c.txt']);
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe(TEXT);
    expect(repository.read('b.txt')).toBe('b\nmine\n');
    expect(repository.read('made.txt')).toBe('mine\n');
  });

  it('stay in a file that the agent has changed, whatever is decided about it', async () => {
    for (const place of ['five', 'one', 'agent']) {
      const { repository, session } = await start();
      const turnId = await turn(session, () =>
        repository.write('a.txt', TEXT.replace('one\n', 'one\nagent\n')),
      );
      const text = repository.read('a.txt').replace(`${place}\n`, `${place}\nmine\n`);
      repository.write('a.txt', text);
      value(await session.scan());
      const view = openChange(session, 'a.txt');
      expect(view.change).toMatchObject({ turnId });
      expect(view.removedLines + view.addedLines).toBe(1);
      await decideAll(session, 'reject');
      expect(repository.read('a.txt')).toBe(text.replace('agent\n', ''));
    }
  });

  it.runIf(process.platform !== 'win32')(
    'do not hide that the agent made the file executable',
    async () => {
      const { repository, session } = await start();
      await turn(session, () => chmodSync(repository.join('a.txt'), 0o755));
      repository.write('a.txt', `${TEXT}mine\n`);
      value(await session.scan());
      const { change } = openChange(session, 'a.txt');
      expect(change).toMatchObject({ base: { mode: '100644' }, proposed: { mode: '100755' } });
      await decideAll(session, 'reject');
      expect(treeOf(repository.path)['a.txt']).toBe(`644 ${TEXT}mine\n`);
    },
  );

  it.runIf(process.platform !== 'win32')(
    'include a mode that the user gives a file that the agent has changed',
    async () => {
      const { repository, session } = await start();
      await turn(session, () => repository.write('a.txt', `agent\n${TEXT}`));
      chmodSync(repository.join('a.txt'), 0o755);
      value(await session.scan());
      const { change } = openChange(session, 'a.txt');
      expect(change).toMatchObject({ base: { mode: '100755' }, proposed: { mode: '100755' } });
      await decideAll(session, 'reject');
      expect(treeOf(repository.path)['a.txt']).toBe(`755 ${TEXT}`);
    },
  );

  it('do not begin when a turn ends after the next one has begun', async () => {
    const { repository, session } = await start();
    const [first, second] = [newTurnId(), newTurnId()];
    value(await session.checkpoint(first));
    value(await session.checkpoint(second));
    value(await session.endTurn(first));
    expect(session.isUsersTime).toBe(false);
    repository.write('c.txt', 'agent\n');
    value(await session.endTurn(second));
    expect(session.isUsersTime).toBe(true);
    expect(openChanges(session).map(({ change }) => change.path)).toEqual(['c.txt']);
  });

  it('are not rejected by a verdict on an earlier list', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.write('a.txt', TEXT.replace('one', 'agent')));
    const view = openChange(session, 'a.txt');
    repository.write('a.txt', `${repository.read('a.txt')}mine\n`);
    const [first] = await session.changes.decide([verdictOn(view, 'reject')]);
    expect(first).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe(`${TEXT}mine\n`);
  });

  it('stay when the files are rewound, and when a decision is undone', async () => {
    const { repository, session } = await start();
    const first = await turn(session, () => repository.write('a.txt', TEXT.replace('one', '1')));
    const [accepted] = await decideAll(session, 'accept');
    repository.write('a.txt', `${repository.read('a.txt')}mine\n`);
    repository.write('b.txt', 'mine\n');
    await turn(session, () =>
      repository.write('a.txt', repository.read('a.txt').replace('three', '3')),
    );
    value(await undo(session, accepted?.decisionId as DecisionId));
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe(`${TEXT}mine\n`);
    await turn(session, () => repository.write('b.txt', 'agent\nmine\n'));
    repository.write('made.txt', 'mine\n');
    value(await session.changes.rewind(first));
    expect(repository.read('a.txt')).toBe(`${TEXT}mine\n`);
    expect(repository.read('b.txt')).toBe('mine\n');
    expect(repository.read('made.txt')).toBe('mine\n');
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });

  it('stay when a decision is undone on a file that the agent has not touched since', async () => {
    const { repository, session } = await start({ 'a.txt': TEXT, 'b.txt': 'b\n', 'd.txt': TEXT });
    await turn(session, () => {
      repository.write('a.txt', TEXT.replace('one', 'agent'));
      repository.write('c.txt', 'agent\n');
      repository.remove('b.txt');
      repository.remove('d.txt');
      repository.write('moved.txt', TEXT);
    });
    const decided = await decideAll(session, 'accept');
    expect(decided).toHaveLength(4);
    for (const path of ['a.txt', 'c.txt', 'moved.txt']) {
      repository.write(path, `${repository.read(path)}mine\n`);
    }
    repository.write('b.txt', 'b\nmine\n');
    value(await session.scan());
    for (const { decisionId } of decided) value(await undo(session, decisionId));
    value(await session.scan());
    const listed = openChanges(session).map(({ change }) => change.path);
    expect(listed.sort()).toEqual(['a.txt', 'c.txt', 'moved.txt']);
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe(`${TEXT}mine\n`);
    expect(repository.read('b.txt')).toBe('b\nmine\n');
    expect(repository.read('c.txt')).toBe('mine\n');
    expect(repository.read('d.txt')).toBe(`${TEXT}mine\n`);
  });

  it('are recognised also when they were written while the app was closed', async () => {
    const { repository, session, open } = await start();
    await turn(session, () => repository.write('a.txt', TEXT.replace('one', 'agent')));
    await session.close();
    repository.write('a.txt', `${repository.read('a.txt')}mine\n`);
    repository.write('b.txt', 'mine\n');
    const again = await open();
    await turn(again, () => repository.write('c.txt', 'agent\n'));
    expect(openChanges(again)).toHaveLength(2);
    await decideAll(again, 'reject');
    expect(repository.read('a.txt')).toBe(`${TEXT}mine\n`);
    expect(repository.read('b.txt')).toBe('mine\n');
  });

  it('do not include what the app itself wrote', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.write('a.txt', TEXT.replace('one', 'agent')));
    const [rejected] = await decideAll(session, 'reject');
    value(await session.scan());
    value(await undo(session, rejected?.decisionId as DecisionId));
    expect(repository.read('a.txt')).toContain('agent');
    value(await session.scan());
    await turn(session, () => undefined);
    expect(openChanges(session).map(({ change }) => change.path)).toEqual(['a.txt']);
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe(TEXT);
  });

  it('do not include what the user writes into a proposal', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.write('a.txt', TEXT.replace('one', 'agent')));
    const { changeId } = openChange(session, 'a.txt').change;
    value(await session.changes.edit(changeId, TEXT.replace('one', 'better')));
    expect(repository.read('a.txt')).toContain('better');
    expect(openChange(session, 'a.txt').addedLines).toBe(1);
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe(TEXT);
  });

  it('are not committed with the accepted changes', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.write('a.txt', TEXT.replace('one', 'agent')));
    await decideAll(session, 'accept');
    repository.write('a.txt', `${repository.read('a.txt')}mine\n`);
    repository.write('b.txt', 'mine\n');
    await turn(session, () => repository.write('c.txt', 'agent\n'));
    await decideAll(session, 'accept');
    value(await session.changes.commitAccepted('accepted'));
    expect(await repository.git('show', 'HEAD:a.txt')).not.toContain('mine');
    expect(await repository.git('show', 'HEAD:a.txt')).toContain('agent');
    expect(await repository.git('diff', '--name-only', 'HEAD~1', 'HEAD')).toBe('a.txt\nc.txt');
  });

  it('follow a file that the user or the agent moves', async () => {
    const { repository, session } = await start({ 'a.txt': TEXT, 'b.txt': `b ${TEXT}` });
    await turn(session, () => {
      repository.write('moved.txt', TEXT);
      repository.remove('a.txt');
      repository.write('b.txt', `b ${TEXT}agent\n`);
    });
    repository.write('moved.txt', `mine\n${TEXT}`);
    repository.write('c.txt', `mine\n${repository.read('b.txt')}`);
    repository.remove('b.txt');
    await turn(session, () => undefined);
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe(`mine\n${TEXT}`);
    expect(repository.read('c.txt')).toBe(`mine\nb ${TEXT}`);
  });

  it('stay if they were written after the app was killed during a turn', async () => {
    const { repository, session, open } = await start();
    value(await session.checkpoint(newTurnId()));
    repository.write('a.txt', TEXT.replace('one', 'agent'));
    repository.write('made.txt', 'agent\n');
    value(await session.scan());
    await session.close();
    repository.write('a.txt', `${repository.read('a.txt')}mine\n`);
    repository.write('b.txt', 'b\nmine\n');
    repository.write('mine.txt', 'mine\n');
    const again = await open();
    value(await again.scan());
    const listed = openChanges(again).map(({ change }) => change.path);
    expect(listed.sort()).toEqual(['a.txt', 'made.txt']);
    await rejectAll(again);
    expect(treeOf(repository.path)).toEqual({
      'a.txt': `644 ${TEXT}mine\n`,
      'b.txt': '644 b\nmine\n',
      'mine.txt': '644 mine\n',
    });
  });

  it('are listed where the agent may have written them, after the last scan of a turn that never ended', async () => {
    const { repository, session, open } = await start();
    value(await session.checkpoint(newTurnId()));
    repository.write('c.txt', 'agent\n');
    value(await session.scan());
    repository.write('a.txt', 'anybody\n');
    await session.close();
    const again = await open();
    repository.write('b.txt', 'mine\n');
    value(await again.scan());
    expect(openChanges(again).map(({ change }) => change.path)).toEqual(['c.txt']);
    const unclear = [{ path: 'a.txt', reason: 'unclear' }];
    expect(again.changes.notices).toEqual(unclear);
    await turn(again, () => undefined);
    await again.close();
    repository.write('b.txt', 'mine, too\n');
    const later = await open();
    expect(later.changes.notices).toEqual(unclear);
    value(await later.scan());
    expect(later.changes.notices).toEqual(unclear);
    value(await later.changes.settleUnclear());
    expect(later.changes.notices).toEqual([]);
    await rejectAll(later);
    expect(repository.read('a.txt')).toBe('anybody\n');
    expect(repository.read('b.txt')).toBe('mine, too\n');
    await later.close();
    expect((await open()).changes.notices).toEqual([]);
  });
});
