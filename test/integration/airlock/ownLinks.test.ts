import {
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AirlockHarness,
  decideAll,
  openChange,
  treeOf,
  undo,
  value,
  verdictOn,
} from '#test/support/airlockHarness';

const LINKS = ['gone', 'turned', 'replaced', 'moved'];

/** A project with links of the user's that lead out of it, of which an agent leaves none as it is. */
async function start(isolation: 'isolated' | 'in-place') {
  const harness = new AirlockHarness();
  const repository = await harness.repository();
  for (const name of LINKS) symlinkSync('/etc/hostname', repository.join(name));
  await repository.commitAll('Links');
  const session = await harness.open(repository.path, { isolation });
  const before = treeOf(repository.path);
  const inCopy = (path: string) => join(session.cwd, path);
  rmSync(inCopy('gone'));
  rmSync(inCopy('turned'));
  symlinkSync('a.txt', inCopy('turned'));
  rmSync(inCopy('replaced'));
  writeFileSync(inCopy('replaced'), 'a file\n');
  mkdirSync(inCopy('sub'));
  renameSync(inCopy('moved'), inCopy('sub/moved'));
  await session.changes.look();
  return { repository, session, before };
}

describe('a link of the user’s that leads out of the project', () => {
  it('is brought back where a change of it was accepted, and that is undone', async () => {
    const { repository, session, before } = await start('isolated');
    const decided = await session.changes.decide(
      ['gone', 'turned', 'replaced'].map((path) => verdictOn(openChange(session, path), 'accept')),
    );
    expect(lstatSync(repository.join('gone'), { throwIfNoEntry: false })).toBeUndefined();
    expect(readlinkSync(repository.join('turned'))).toBe('a.txt');
    for (const one of decided) value(await undo(session, value(one).decisionId));
    expect(treeOf(repository.path)).toEqual(before);
  });

  it.each(['isolated', 'in-place'] as const)(
    'is brought back where a change of it is rejected, %s',
    async (isolation) => {
      const { session, before } = await start(isolation);
      const outcomes = (await decideAll(session, 'reject')).flatMap((one) => one.outcomes);
      expect(outcomes.map(({ state }) => state)).toEqual(outcomes.map(() => 'rejected'));
      expect(treeOf(session.cwd)).toEqual(before);
    },
  );

  it('is where the agent had moved it once the rejection of that is undone', async () => {
    const { session } = await start('isolated');
    const moved = treeOf(session.cwd);
    for (const { decisionId } of await decideAll(session, 'reject')) {
      value(await undo(session, decisionId));
    }
    expect(treeOf(session.cwd)).toEqual(moved);
  });

  it('does not let an agent make one to the same place elsewhere', async () => {
    const { repository, session } = await start('isolated');
    symlinkSync('/etc/hostname', join(session.cwd, 'another'));
    await session.changes.look();
    const verdict = verdictOn(openChange(session, 'another'), 'accept');
    const [result] = await session.changes.decide([verdict]);
    expect(result).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(lstatSync(repository.join('another'), { throwIfNoEntry: false })).toBeUndefined();
  });
});
