import { appendFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explainOpen } from '#main/base/files/keptFile';
import type { Effect, LedgerEvent } from '#shared/airlock/ledgerEvents';
import type { ObjectId, RefreshId, SessionId, TurnId } from '#shared/ids';
import { testFolder } from '#test/support/testFolder';
import { Ledger } from './ledger';

const one = 'ses_ledger000001' as SessionId;
const two = 'ses_ledger000002' as SessionId;
const tree = 'a'.repeat(40) as ObjectId;
const turn = { type: 'turn.checkpointed', tree, baseTree: tree } as const;

it('ignores entries that another session wrote, keeps them, and says so', async () => {
  const path = testFolder().join('ledger.ndjson');
  const first = await Ledger.open(path, one, () => 1);
  await first.append([{ ...turn, turnId: 'trn_one' as TurnId }]);
  await first.close();
  const second = await Ledger.open(path, two, () => 2);
  expect(second.state.checkpoints).toEqual([]);
  expect(second.repair.unreadLines).toBe(1);
  await second.append([{ ...turn, turnId: 'trn_two' as TurnId }]);
  await second.close();
  const again = await Ledger.open(path, one, () => 3);
  expect(again.state.checkpoints).toMatchObject([{ turnId: 'trn_one' }]);
  expect(again.repair.unreadLines).toBe(1);
  await again.close();
});

it('says of a link that leads nowhere that it is one, and creates nothing in its place', async () => {
  const folder = testFolder();
  const path = folder.join('ledger.ndjson');
  symlinkSync(folder.join('gone'), path);
  await expect(Ledger.open(path, one, () => 0)).rejects.toThrow(
    'The list of this session’s changes cannot be opened. It is a link to a file that does not exist.',
  );
  expect(existsSync(folder.join('gone'))).toBe(false);
});

it('says of a file that may be read and not written which of the two it is', async () => {
  const path = testFolder().write('ledger.ndjson', '');
  const refused = (code: string) => Object.assign(new Error(code), { code });
  for (const code of ['EACCES', 'EPERM', 'EROFS']) {
    expect(await explainOpen(path, refused(code))).toBe(
      'Airlock has no permission to write to it. Make it writable, then open the session again.',
    );
  }
  expect(await explainOpen(`${path}.gone`, refused('EACCES'))).toBe(
    'Airlock has no permission to read it.',
  );
});

it('reads entries of an earlier version, which did not name their session', async () => {
  const folder = testFolder();
  const record = { v: 1, at: 1, ...turn, turnId: 'trn_one' };
  const path = folder.write('ledger.ndjson', `${JSON.stringify(record)}\n`);
  const ledger = await Ledger.open(path, one, () => 2);
  expect(ledger.state.checkpoints).toMatchObject([{ turnId: 'trn_one' }]);
  await ledger.close();
});

describe('a refresh', () => {
  const point = { tree, baseTree: tree, ownTree: tree };
  const refreshId = 'rfr_00000001' as RefreshId;
  const version = { blob: tree, mode: '100644', bytes: 1 } as const;
  const effect: Effect = {
    place: 'workspace',
    path: 'a.txt',
    expected: version,
    next: null,
    temporary: '.airlock-aaaaaaaa.tmp',
  };
  const events: readonly LedgerEvent[] = [
    {
      type: 'refresh.begun',
      refreshId,
      before: point,
      files: [
        { path: 'a.txt', base: version, user: null, effect, dropped: '+agent' },
        { path: 'b.txt', base: null, user: version, effect: null },
      ],
      left: ['c.txt'],
    },
    { type: 'refresh.settled', refreshId, after: point, left: ['c.txt'] },
    { type: 'refresh.undoing', refreshId, to: point, effects: [effect] },
    { type: 'refresh.undone', refreshId, left: [] },
    { type: 'refresh.dismissed', refreshId },
  ];
  const linesOf = (path: string) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  async function write(...of: readonly LedgerEvent[]) {
    const path = testFolder().join('ledger.ndjson');
    const ledger = await Ledger.open(path, one, () => 1);
    await ledger.append(of);
    const { state } = ledger;
    await ledger.close();
    return { path, state };
  }

  async function reopen(path: string) {
    const ledger = await Ledger.open(path, one, () => 2);
    const { state, repair } = ledger;
    await ledger.close();
    return { state, repair };
  }

  it('is read as it was written, at each of its steps', async () => {
    for (let count = 1; count <= events.length; count++) {
      const { path, state } = await write(...events.slice(0, count));
      expect(await reopen(path)).toEqual({ state, repair: { tornBytes: 0, unreadLines: 0 } });
    }
  });

  it('is of version 2, which earlier versions of the app leave alone; all else is of version 1', async () => {
    const { path } = await write({ ...turn, turnId: 'trn_one' as TurnId }, ...events);
    expect(linesOf(path).map(({ v }) => v)).toEqual([1, 2, 2, 2, 2, 2]);
    appendFileSync(path, '{"v":3,"type":"refresh.begun"}\n');
    await expect(Ledger.open(path, one, () => 2)).rejects.toThrow(/newer version/);
  });

  it.each([
    ['writes to the user’s files', '"place":"workspace"', '"place":"project"'],
    ['names no version', '"v":2', '"v":1'],
    ['has a tree that is none', `"ownTree":"${tree}"`, '"ownTree":"../x"'],
    ['lacks its files', '"files":', '"fils":'],
  ])('is not carried out if its line %s, and that is told', async (_, from, to) => {
    const { path } = await write(...events.slice(0, 1));
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
    const { state, repair } = await reopen(path);
    expect(state.refresh).toBeNull();
    expect(repair.unreadLines).toBe(1);
  });
});
