import { existsSync, renameSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DecisionId } from '#shared/ids';
import {
  decideAll,
  type Files,
  openChange,
  openChanges,
  treeOf,
  undo,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { rejectAll, startInPlace, turn } from '#test/support/inPlaceSession';

// Shows I17 where files are moved, by the user, the agent or both.

const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';

function start(files: Files = { 'a.txt': TEXT, 'b.txt': 'b\n' }) {
  return startInPlace(files);
}

describe('a user’s file moved over one that the agent created', () => {
  it('stays when the agent’s work is rejected', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.write('new.txt', `${TEXT}agent\n`));
    renameSync(repository.join('a.txt'), repository.join('new.txt'));
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
    await rejectAll(session);
    expect(repository.read('new.txt')).toBe(TEXT);
  });

  it('stays with what the user and the agent had written to it before', async () => {
    const { repository, session } = await start();
    repository.write('a.txt', `${TEXT}mine\n`);
    await turn(session, () => {
      repository.write('new.txt', `${repository.read('a.txt')}agent\n`);
      repository.write('a.txt', repository.read('a.txt').replace('five', 'agent'));
    });
    renameSync(repository.join('a.txt'), repository.join('new.txt'));
    repository.write('new.txt', `mine too\n${repository.read('new.txt')}`);
    await rejectAll(session);
    expect(repository.read('new.txt')).toBe(`mine too\n${TEXT}mine\n`);
    expect(existsSync(repository.join('a.txt'))).toBe(false);
  });

  it('stays as a copy whose original is deleted later', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.write('new.txt', `${TEXT}agent\n`));
    repository.write('new.txt', TEXT);
    value(await session.scan());
    rmSync(repository.join('a.txt'));
    await rejectAll(session);
    expect(repository.read('new.txt')).toBe(TEXT);
  });

  it('stays when it replaced a user’s file that the agent has changed', async () => {
    const { repository, session } = await start({ 'a.txt': TEXT, 'b.txt': 'b\n', 'c.txt': 'c\n' });
    await turn(session, () => repository.write('b.txt', `b\n${TEXT}`));
    renameSync(repository.join('a.txt'), repository.join('b.txt'));
    await rejectAll(session);
    expect(treeOf(repository.path)).toEqual({ 'b.txt': `644 ${TEXT}`, 'c.txt': '644 c\n' });
  });
});

describe('a user’s file moved over one that the agent has moved', () => {
  it('does not bring back the replaced one', async () => {
    const { repository, session } = await start({ 'a.txt': TEXT, 'b.txt': 'b\n', 'c.txt': 'c\n' });
    await turn(session, () => renameSync(repository.join('a.txt'), repository.join('m.txt')));
    renameSync(repository.join('b.txt'), repository.join('m.txt'));
    await rejectAll(session);
    expect(treeOf(repository.path)).toEqual({ 'c.txt': '644 c\n', 'm.txt': '644 b\n' });
  });
});

describe('an agent’s file that the user deletes', () => {
  it('does not affect a similar one that the user writes elsewhere', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.write('new.txt', `X${TEXT}`));
    rmSync(repository.join('new.txt'));
    repository.write('copy.txt', TEXT);
    await rejectAll(session);
    expect(repository.read('copy.txt')).toBe(TEXT);
  });

  it('is still listed as the agent’s if it was only renamed', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.write('new.txt', `X${TEXT}`));
    renameSync(repository.join('new.txt'), repository.join('named.txt'));
    value(await session.scan());
    expect(openChanges(session).map(({ change }) => change.path)).toEqual(['named.txt']);
    await rejectAll(session);
    expect(existsSync(repository.join('named.txt'))).toBe(false);
  });
});

describe('a file that the agent moves and the user replaces by another one', () => {
  it('stays with the other one, and with what the user wrote into it', async () => {
    for (const moved of ['m.txt', '0.txt']) {
      const { repository, session } = await start();
      await turn(session, () => renameSync(repository.join('a.txt'), repository.join(moved)));
      repository.write(moved, `${TEXT}mine\n`);
      repository.write('a.txt', 'my own new a\n');
      await rejectAll(session);
      expect(repository.read('a.txt')).toBe('my own new a\n');
      expect(repository.read(moved)).toBe(`${TEXT}mine\n`);
    }
  });

  it('stays moved if the user has not changed it', async () => {
    const { repository, session } = await start();
    await turn(session, () => renameSync(repository.join('a.txt'), repository.join('m.txt')));
    repository.write('a.txt', 'my own new a\n');
    await rejectAll(session);
    expect(repository.read('a.txt')).toBe('my own new a\n');
    expect(repository.read('m.txt')).toBe(TEXT);
  });

  it('stays with a user’s file that has the name of the emptied folder', async () => {
    const { repository, session } = await start({ 'b.txt': 'b\n', 'd/c.txt': TEXT });
    await turn(session, () => {
      renameSync(repository.join('d/c.txt'), repository.join('m.txt'));
      rmSync(repository.join('d'), { recursive: true });
    });
    repository.write('d', 'mine d\n');
    repository.write('m.txt', `${TEXT}mine m\n`);
    await rejectAll(session);
    expect(repository.read('d')).toBe('mine d\n');
    expect(repository.read('m.txt')).toBe(`${TEXT}mine m\n`);
  });

  it('stays with a user’s folder that has the name of the moved file', async () => {
    const { repository, session } = await start();
    await turn(session, () => renameSync(repository.join('a.txt'), repository.join('m.txt')));
    repository.write('a.txt/mine.txt', 'mine a\n');
    repository.write('m.txt', `${TEXT}mine m\n`);
    await rejectAll(session);
    expect(repository.read('a.txt/mine.txt')).toBe('mine a\n');
    expect(repository.read('m.txt')).toBe(`${TEXT}mine m\n`);
  });

  it('is moved back if the user has only restored its old name', async () => {
    const { repository, session } = await start();
    await turn(session, () => renameSync(repository.join('a.txt'), repository.join('m.txt')));
    rmSync(repository.join('m.txt'));
    repository.write('a.txt', TEXT.replace('three', 'mine'));
    await rejectAll(session);
    expect(treeOf(repository.path)).toEqual({
      'a.txt': `644 ${TEXT.replace('three', 'mine')}`,
      'b.txt': '644 b\n',
    });
  });
});

describe('a file that the agent moves after an accepted change', () => {
  const BASE = 'b0\nb1\nb2\nb3\nb4\nb5\nb6';
  for (const refused of [[0], [1], [0, 1, 2, 3]]) {
    for (const accepts of [false, true]) {
      const then = accepts ? 'accepted in part, then rejected' : 'rejected';
      it(`keeps the user’s lines when hunks ${refused} are rejected, the first decision undone and the rest ${then}`, async () => {
        const { repository, session } = await start({ 'a.txt': 'a\n', 'b.txt': BASE });
        await turn(session, () => repository.write('b.txt', BASE.replace('b0', 'agent 1')));
        const [accepted] = await decideAll(session, 'accept');
        repository.write('b.txt', 'agent 1\nb1\nU1\nb3\nb4\nb5\nb6\nU2\n');
        await turn(session, () => {
          repository.write('b.txt', 'agent 1\nb1\nU1\nb3\nb4\nb5\nb6\nagent 2\nU2\n');
          renameSync(repository.join('b.txt'), repository.join('moved.txt'));
        });
        const view = openChange(session, 'moved.txt');
        for (const result of await session.changes.decide([verdictOn(view, 'reject', refused)])) {
          value(result);
        }
        value(await session.scan());
        value(await undo(session, accepted?.decisionId as DecisionId));
        value(await session.scan());
        const paths = openChanges(session).flatMap(({ change }) => [
          change.path,
          ...(change.oldPath === undefined ? [] : [change.oldPath]),
        ]);
        expect(new Set(paths).size).toBe(paths.length);
        const [first] = openChanges(session);
        if (accepts && first) {
          for (const result of await session.changes.decide([verdictOn(first, 'accept', [0])])) {
            value(result);
          }
        }
        await rejectAll(session);
        const tree = JSON.stringify(treeOf(repository.path));
        expect(tree).toContain('U1');
        expect(tree).toContain('U2');
      });
    }
  }
});
