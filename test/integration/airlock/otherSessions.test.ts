import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  newTurnId,
  openChange,
  openChanges,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { turn } from '#test/support/guardedSession';
import { testFolder } from '#test/support/testFolder';

const FILES = { 'a.txt': 'a1\na2\na3\na4\na5\n', 'b.txt': 'b\n' };

async function start() {
  const harness = new AirlockHarness();
  const repository = await harness.repository(FILES);
  return { harness, repository };
}

function listed(session: SessionAirlock): readonly string[] {
  return openChanges(session).map(({ change }) => change.path);
}

describe('a decision during another session’s turn in place', () => {
  it('is not attributed to that agent when isolated work is accepted', async () => {
    const { harness, repository } = await start();
    const isolated = await harness.open(repository.path);
    const inPlace = await harness.open(repository.path, { isolation: 'in-place' });
    await turn(isolated, () => {
      writeFileSync(join(isolated.cwd, 'a.txt'), 'a1\na2\na3\na4\naccepted\n');
      writeFileSync(join(isolated.cwd, 'b.txt'), 'accepted\n');
      writeFileSync(join(isolated.cwd, 'new.txt'), 'accepted\n');
    });
    const turnId = newTurnId();
    value(await inPlace.checkpoint(turnId));
    repository.write('a.txt', 'agent\na2\na3\na4\na5\n');
    value(await inPlace.scan());
    await decideAll(isolated, 'accept');
    value(await inPlace.scan());
    value(await inPlace.endTurn(turnId));
    expect(listed(inPlace)).toEqual(['a.txt']);
    await decideAll(inPlace, 'reject');
    expect(repository.read('a.txt')).toBe('a1\na2\na3\na4\naccepted\n');
    expect(repository.read('b.txt')).toBe('accepted\n');
    expect(repository.read('new.txt')).toBe('accepted\n');
    await turn(inPlace, () => repository.write('b.txt', 'accepted\nagent\n'));
    expect(
      value(await inPlace.changes.texts(openChange(inPlace, 'b.txt').change.changeId)).base,
    ).toBe('accepted\n');
  });

  it('is not attributed to that agent when work in place is rejected', async () => {
    const { harness, repository } = await start();
    const first = await harness.open(repository.path, { isolation: 'in-place' });
    await turn(first, () => repository.write('b.txt', 'first\n'));
    const second = await harness.open(repository.path, { isolation: 'in-place' });
    const turnId = newTurnId();
    value(await second.checkpoint(turnId));
    repository.write('a.txt', 'second\n');
    await decideAll(first, 'reject');
    expect(repository.read('b.txt')).toBe('b\n');
    value(await second.endTurn(turnId));
    expect(listed(second)).toEqual(['a.txt']);
    await decideAll(second, 'reject');
    expect(repository.read('a.txt')).toBe(FILES['a.txt']);
    expect(repository.read('b.txt')).toBe('b\n');
  });
});

describe('work that two sessions in place both list', () => {
  /** Both turns run while one agent writes. */
  async function both(
    write: (files: Awaited<ReturnType<typeof start>>['repository']) => void,
    harness = new AirlockHarness(),
  ) {
    const repository = await harness.repository(FILES);
    const firstId = newSessionId();
    const place = { isolation: 'in-place' as const, sessionId: newSessionId() };
    const first = await harness.open(repository.path, { ...place, sessionId: firstId });
    const second = await harness.open(repository.path, place);
    const turns = [first, second].map((session) => ({ session, turnId: newTurnId() }));
    for (const { session, turnId } of turns) value(await session.checkpoint(turnId));
    write(repository);
    for (const { session, turnId } of turns) value(await session.endTurn(turnId));
    const stores = harness.folder.join('data');
    return {
      repository,
      stores,
      folder: join(stores, place.sessionId),
      problems: harness.problems,
      first,
      second,
      firstId,
      reopen: (sessionId = place.sessionId) =>
        harness.open(repository.path, { ...place, sessionId }),
    };
  }

  it('is the user’s in both once it is accepted in one', async () => {
    const { repository, first, second } = await both((files) => {
      files.write('a.txt', 'a1\nagent\na2\na3\na4\na5\n');
      files.write('new.txt', 'agent\n');
    });
    expect(listed(second)).toEqual(['a.txt', 'new.txt']);
    await decideAll(first, 'accept');
    await second.drain();
    expect(listed(second)).toEqual([]);
    await turn(second, () => repository.write('a.txt', 'a1\nagent\na2\na3\na4\nsecond\n'));
    await decideAll(second, 'reject');
    expect(repository.read('a.txt')).toBe('a1\nagent\na2\na3\na4\na5\n');
    expect(repository.read('new.txt')).toBe('agent\n');
  });

  it('is the user’s in a session that was closed when it was accepted in another', async () => {
    const { repository, first, second, reopen } = await both((files) => {
      files.write('a.txt', 'a1\nagent\na2\na3\na4\na5\n');
      files.write('new.txt', 'agent\n');
      files.remove('b.txt');
    });
    await second.close();
    await decideAll(first, 'accept');
    const again = await reopen();
    expect(listed(again)).toEqual([]);
    await turn(again, () => repository.write('a.txt', 'a1\nagent\na2\na3\na4\nsecond\n'));
    await decideAll(again, 'reject');
    expect(repository.read('a.txt')).toBe('a1\nagent\na2\na3\na4\na5\n');
    expect(repository.read('new.txt')).toBe('agent\n');
    expect(existsSync(join(repository.path, 'b.txt'))).toBe(false);
  });

  it.each([true, false])(
    'is the user’s in both after a kill at any moment of the decision (the other is open: %s)',
    async (isOpen) => {
      const folder = testFolder();
      const data = folder.join('data');
      /** What a kill before each line of a ledger, and after the answer, would leave. */
      const left: string[] = [];
      let isDeciding = false;
      const keep = () => {
        const kept = folder.join(`left-${left.length}`);
        cpSync(data, kept, { recursive: true });
        left.push(kept);
      };
      const clock = () => {
        if (isDeciding) keep();
        return Date.now();
      };
      const { first, second, reopen, firstId } = await both((files) => {
        files.write('a.txt', 'a1\nagent\na2\na3\na4\na5\n');
        files.write('new.txt', 'agent\n');
      }, new AirlockHarness(folder, { clock }));
      if (!isOpen) await second.close();
      isDeciding = true;
      await decideAll(first, 'accept');
      keep();
      isDeciding = false;
      await Promise.all([first.close(), second.close()]);
      expect(left.length).toBeGreaterThan(2);
      for (const kept of left) {
        rmSync(data, { recursive: true });
        renameSync(kept, data);
        const again = await reopen();
        const decided = await reopen(firstId);
        await again.drain();
        const isAccepted = listed(decided).length === 0;
        expect([kept, listed(again)]).toEqual([kept, isAccepted ? [] : ['a.txt', 'new.txt']]);
        await Promise.all([again.close(), decided.close()]);
      }
    },
  );

  describe.each([
    ['its folder takes no letter', 'others.ndjson'],
    ['its record cannot be read', 'airlock.json'],
  ])('of which one is closed, and %s', (_, name) => {
    async function acceptUnheard() {
      const all = await both((files) => files.write('a.txt', 'a1\nagent\na2\na3\na4\na5\n'));
      await all.second.close();
      const file = join(all.folder, name);
      const away = `${file}.away`;
      if (existsSync(file)) renameSync(file, away);
      mkdirSync(file);
      await decideAll(all.first, 'accept');
      const mend = () => {
        rmSync(file, { recursive: true });
        if (existsSync(away)) renameSync(away, file);
      };
      return { ...all, mend };
    }

    it('says so, and tells it when the user has it tried again', async () => {
      const { folder, problems, mend, reopen } = await acceptUnheard();
      const told = problems.find(({ path }) => path === join(folder, 'others.ndjson'));
      expect(told?.message).toMatch(/^Changes that you accepted in another session of this folder/);
      expect(await told?.again?.()).toBe(false);
      mend();
      expect(await told?.again?.()).toBe(true);
      expect(existsSync(join(folder, 'others.ndjson'))).toBe(true);
      expect(listed(await reopen())).toEqual([]);
    });

    it('makes no folder for it when it was deleted meanwhile', async () => {
      const { folder, problems, mend } = await acceptUnheard();
      mend();
      renameSync(folder, `${folder}.deleted`);
      await problems.find(({ path }) => path === join(folder, 'others.ndjson'))?.again?.();
      expect(existsSync(folder)).toBe(false);
    });

    it('tells it when it is opened', async () => {
      const { mend, reopen } = await acceptUnheard();
      mend();
      expect(listed(await reopen())).toEqual([]);
    });
  });

  it('says what to do about letters that cannot be read', async () => {
    const { folder, second, reopen } = await both((files) => files.write('b.txt', 'agent\n'));
    await second.close();
    const inbox = join(folder, 'others.ndjson');
    for (const damage of [() => writeFileSync(inbox, 'no letter\n'), () => mkdirSync(inbox)]) {
      rmSync(inbox, { recursive: true, force: true });
      damage();
      await expect(reopen()).rejects.toThrow(/others\.ndjson.*Move it away/);
      expect(existsSync(inbox)).toBe(true);
    }
    rmSync(inbox, { recursive: true });
    expect(listed(await reopen())).toEqual(['b.txt']);
  });

  it('is named in the other one if its bytes can no longer be read', async () => {
    const { repository, stores, first, second, reopen } = await both((files) => {
      files.write('a.txt', 'a1\nagent\na2\na3\na4\na5\n');
      // Too large to be read for the decision.
      files.write('large.txt', 'large\n'.repeat(1_000_000));
    });
    const blob = await repository.git('hash-object', '--no-filters', 'large.txt');
    await second.close();
    for (const session of readdirSync(stores)) {
      const objects = join(stores, session, 'shadow.git/objects');
      rmSync(join(objects, blob.slice(0, 2), blob.slice(2)));
    }
    await decideAll(first, 'accept');
    const again = await reopen();
    expect(listed(again)).toEqual([]);
    expect(again.changes.notices).toEqual([{ path: 'large.txt', reason: 'unclear' }]);
  });

  it('stays listed in the other one where only a part was accepted', async () => {
    const { repository, first, second } = await both((files) =>
      files.write('a.txt', 'one\na2\na3\na4\ntwo\n'),
    );
    const change = openChange(first, 'a.txt');
    await first.changes.decide([verdictOn(change, 'accept', [0])]);
    await second.drain();
    await decideAll(second, 'reject');
    expect(repository.read('a.txt')).toBe('one\na2\na3\na4\na5\n');
  });
});
