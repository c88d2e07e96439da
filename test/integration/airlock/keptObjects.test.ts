import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storesOf } from '#main/airlock/objects/ownObjects';
import { nextValue } from '#main/base/emitter';
import { measureFolder } from '#main/base/files/measureFolder';
import type { DecisionId } from '#shared/ids';
import { put, scanned } from '#test/support/agentFiles';
import {
  decideAll,
  newTurnId,
  openChange,
  openChanges,
  prepareSession,
  treeOf,
  undo,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { testFolder } from '#test/support/testFolder';

const MEGABYTE = 1024 * 1024;
const LARGE = 5 * MEGABYTE;
/** What a store may hold beside what is needed, whatever the limits say. */
const LEFT_OVER = 40 * MEGABYTE;
const PATIENCE = { timeout: 240_000 };

async function start(isolation: 'isolated' | 'in-place') {
  const files = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' };
  const prepared = await prepareSession(files, { isolation });
  const shadow = prepared.harness.folder.join('data', prepared.sessionId, 'shadow.git');
  return { ...prepared, shadow };
}

describe.each(['isolated', 'in-place'] as const)(
  'git gc in the user’s repository, %s',
  (isolation) => {
    it('deletes nothing that the session needs', async () => {
      const { repository, open, shadow } = await start(isolation);
      // Staged, and then unstaged: no commit of the user's holds these versions.
      repository.write('a.txt', 'staged a\n');
      repository.write('b.txt', 'staged b\n');
      await repository.git('add', '-A');
      const session = await open();
      await session.drain();
      const store = isolation === 'isolated' ? join(shadow, '../history.git') : shadow;
      expect(existsSync(join(store, 'objects/info/alternates'))).toBe(false);
      const turnId = newTurnId();
      value(await session.checkpoint(turnId));
      put(session, 'a.txt', 'agent\n');
      put(session, 'c.txt', 'agent c\n');
      expect(await scanned(session)).toEqual(['modify a.txt', 'modify c.txt']);
      await repository.git('read-tree', 'HEAD');
      await repository.git('reflog', 'expire', '--expire=now', '--all');
      await repository.git('gc', '--quiet', '--prune=now');
      put(session, 'b.txt', 'agent b\n');
      expect(await scanned(session)).toEqual(['modify a.txt', 'modify b.txt', 'modify c.txt']);
      expect(session.changes.notices).toEqual([]);
      const { changeId } = openChange(session, 'a.txt').change;
      expect(value(await session.changes.texts(changeId)).base).toBe('staged a\n');
      await decideAll(session, 'reject');
      expect(treeOf(session.cwd)).toMatchObject({
        'a.txt': '644 staged a\n',
        'b.txt': '644 staged b\n',
        'c.txt': '644 c\n',
      });
      await session.close();
      const again = await open();
      value(await again.checkpoint(newTurnId()));
      put(again, 'a.txt', 'agent again\n');
      value(await again.changes.rewind(turnId));
      expect(treeOf(again.cwd)['a.txt']).toBe('644 staged a\n');
    });
  },
);

it('a missing version is reported once, and the rest is shown', async () => {
  const { repository, open, shadow } = await start('isolated');
  const session = await open();
  await session.drain();
  put(session, 'a.txt', 'agent\n');
  await scanned(session);
  const proposed = openChange(session, 'a.txt').change.proposed?.blob ?? '';
  for (const id of [proposed, await repository.git('rev-parse', 'HEAD:c.txt')]) {
    for (const store of [shadow, join(shadow, '../history.git')]) {
      rmSync(join(store, 'objects', id.slice(0, 2), id.slice(2)), { force: true });
    }
  }
  put(session, 'b.txt', 'agent b\n');
  // To tell whether this one was moved to the new file, git reads what is gone, and gives up.
  rmSync(join(session.cwd, 'c.txt'));
  put(session, 'd.txt', 'c d\n');
  expect(await scanned(session)).toEqual(['create d.txt', 'modify a.txt', 'modify b.txt']);
  expect(session.changes.notices).toEqual([
    { path: 'a.txt', reason: 'not-kept' },
    { path: 'c.txt', reason: 'not-kept' },
  ]);
  const [a, b] = [openChange(session, 'a.txt'), openChange(session, 'b.txt')];
  const results = await session.changes.decide([verdictOn(a, 'accept'), verdictOn(b, 'accept')]);
  expect(results).toMatchObject([{ ok: false }, { ok: true }]);
  expect(repository.read('a.txt')).toBe('a\n');
  expect(repository.read('b.txt')).toBe('agent b\n');
});

describe('the object store of a session', () => {
  it('does not grow with every scan of a file that changes each time', PATIENCE, async () => {
    const { open, shadow } = await start('isolated');
    const session = await open();
    for (let look = 0; look < 20; look++) {
      put(session, 'bundle.bin', randomBytes(LARGE));
      expect(await scanned(session)).toEqual(['create bundle.bin']);
    }
    const size = () => measureFolder(join(shadow, 'objects'), { ownBytes: true });
    expect((await size()).bytes).toBeLessThan(LEFT_OVER + LARGE);
    await session.close();
    // What a run of the program left is taken away by the next one.
    const again = await open();
    put(again, 'bundle.bin', randomBytes(LARGE));
    expect(await scanned(again)).toEqual(['create bundle.bin']);
    expect((await size()).bytes).toBeLessThan(2 * LARGE);
  });

  it('keeps everything that can still be decided, undone or rewound to', PATIENCE, async () => {
    const { repository, open } = await start('isolated');
    const session = await open();
    const turnId = newTurnId();
    put(session, 'early.bin', 'early\n');
    value(await session.checkpoint(turnId));
    put(session, 'a.txt', 'accepted\n');
    await scanned(session);
    const [accepted] = await session.changes.decide([
      verdictOn(openChange(session, 'a.txt'), 'accept'),
    ]);
    const second = newTurnId();
    value(await session.checkpoint(second));
    put(session, 'c.txt', 'accepted\n');
    await scanned(session);
    await session.changes.decide([verdictOn(openChange(session, 'c.txt'), 'accept')]);
    repository.write('b.txt', 'user\n');
    put(session, 'b.txt', 'agent\n');
    await scanned(session);
    for (let look = 0; look < 9; look++) {
      put(session, 'a.txt', `later ${look}\n`);
      put(session, 'early.bin', `later ${look}\n`);
      put(session, 'bundle.bin', randomBytes(LARGE));
      await scanned(session);
    }
    const { before: later } = value(await session.changes.rewind(second));
    expect(treeOf(session.cwd)).toMatchObject({
      'a.txt': '644 accepted\n',
      'c.txt': '644 accepted\n',
    });
    value(await session.changes.rewind(later));
    if (!accepted?.ok) throw new Error('It was to be accepted.');
    value(await undo(session, accepted.value.decisionId as DecisionId));
    expect(repository.read('a.txt')).toBe('a\n');
    for (const { change } of openChanges(session))
      value(await session.changes.texts(change.changeId));
    const { before } = value(await session.changes.rewind(turnId));
    expect(treeOf(session.cwd)).toMatchObject({ 'a.txt': '644 a\n', 'early.bin': '644 early\n' });
    value(await session.changes.rewind(before));
    expect(treeOf(session.cwd)['a.txt']).toBe('644 later 8\n');
  });

  it('keeps a text whose write an agent waits for', PATIENCE, async () => {
    const { repository, open } = await start('in-place');
    const session = await open();
    const shown = nextValue(session.changes.onDidChange);
    const written = session.write(join(session.cwd, 'held.txt'), 'held\n');
    await shown;
    for (let look = 0; look < 9; look++) {
      put(session, 'bundle.bin', randomBytes(LARGE));
      value(await session.scan());
    }
    const held = verdictOn(openChange(session, 'held.txt'), 'accept');
    expect(await session.changes.decide([held])).toMatchObject([{ ok: true }]);
    value(await written);
    expect(repository.read('held.txt')).toBe('held\n');
  });
});

describe('a damaged list of object stores', () => {
  it('is read as far as it names folders', async () => {
    const folder = testFolder();
    const alternates = join(folder.folder('objects', 'info'), 'alternates');
    writeFileSync(alternates, `/a/store\n\0\x01\nb\0c\n${'x/y\n'.repeat(1_000)}`);
    const stores = await storesOf(folder.join('objects'));
    expect(stores[0]).toBe('/a/store');
    expect(stores.some((store) => store.includes('\0'))).toBe(false);
    expect(stores.length).toBeLessThan(100);
  });
});

describe.each(['isolated', 'in-place'] as const)('a ledger that lost its end, %s', (isolation) => {
  it.each([
    ['in the middle of a line', 0],
    ['between two lines', 1],
  ])('lets nothing be tidied away that the end mentions: cut %s', async (_, isWholeLine) => {
    const { repository, open, shadow } = await start(isolation);
    const session = await open();
    for (const text of ['one\n', 'two\n', 'three\n']) {
      const turnId = newTurnId();
      value(await session.checkpoint(turnId));
      put(session, 'a.txt', text);
      put(session, `by-${text.trim()}.txt`, text);
      value(await session.endTurn(turnId));
      repository.write('c.txt', `mine, after ${text}`);
      value(await session.scan());
    }
    const proposed = openChanges(session).map(({ change }) => change.path);
    await session.close();

    const ledger = join(shadow, '../ledger.ndjson');
    const whole = readFileSync(ledger);
    const half = whole.subarray(0, whole.length / 2);
    writeFileSync(ledger, isWholeLine ? half.subarray(0, half.lastIndexOf('\n') + 1) : half);
    const poorer = await open();
    value(await poorer.scan());
    await poorer.close();

    writeFileSync(ledger, whole);
    const again = await open();
    value(await again.scan());
    expect(openChanges(again).map(({ change }) => change.path)).toEqual(proposed);
    for (const { change } of openChanges(again)) value(await again.changes.texts(change.changeId));
    expect(again.changes.notices).toEqual([]);
  });
});

describe('a mark of the ledger’s length that cannot be read', () => {
  it.each<readonly [string, (mark: string) => void]>([
    ['unharmed', () => undefined],
    ['empty', (mark) => writeFileSync(mark, '')],
    ['blank', (mark) => writeFileSync(mark, ' \n')],
    ['of another kind', (mark) => writeFileSync(mark, '-1')],
    ['a folder', replaceByFolder],
  ])('lets nothing be tidied away, like one that can: %s', async (_, damage) => {
    const { repository, open, shadow } = await start('isolated');
    const lines = (first: string, last: string) => `${first}\n1\n2\n3\n4\n5\n6\n${last}\n`;
    repository.write('long.txt', lines('first', 'last'));
    const session = await open();
    value(await session.scan());
    const ledger = join(shadow, '../ledger.ndjson');
    put(session, 'long.txt', lines('agent', 'last'));
    value(await session.scan());
    const length = readFileSync(ledger).length;
    // Only the decision knows of this version.
    repository.write('long.txt', lines('first', 'mine'));
    const [decided] = await decideAll(session, 'accept');
    put(session, 'more.txt', 'more\n');
    value(await session.scan());
    await session.close();

    const whole = readFileSync(ledger);
    writeFileSync(ledger, whole.subarray(0, length));
    damage(join(shadow, 'unpruned'));
    const poorer = await open();
    put(poorer, 'more.txt', 'even more\n');
    value(await poorer.scan());
    await poorer.close();

    writeFileSync(ledger, whole);
    const again = await open();
    value(await undo(again, decided?.decisionId as DecisionId));
    expect(readFileSync(repository.join('long.txt'), 'utf8')).toBe(lines('first', 'mine'));
  });
});

it('a mark of an earlier version, which is empty, keeps unneeded objects for one more run only', async () => {
  const { open, shadow } = await start('isolated');
  const mark = join(shadow, 'unpruned');
  const session = await open();
  put(session, 'more.txt', 'more\n');
  value(await session.scan());
  await session.close();
  writeFileSync(mark, '');
  const next = await open();
  value(await next.scan());
  await next.close();
  expect(readFileSync(mark, 'utf8')).toMatch(/^\d+$/);
  const afterThat = await open();
  value(await afterThat.scan());
  await afterThat.close();
  expect(existsSync(mark)).toBe(false);
});

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}
