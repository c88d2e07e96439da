import { expect, it } from 'vitest';
import type { ObjectId, SessionId, TurnId } from '#shared/ids';
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

it('reads entries of an earlier version, which did not name their session', async () => {
  const folder = testFolder();
  const record = { v: 1, at: 1, ...turn, turnId: 'trn_one' };
  const path = folder.write('ledger.ndjson', `${JSON.stringify(record)}\n`);
  const ledger = await Ledger.open(path, one, () => 2);
  expect(ledger.state.checkpoints).toMatchObject([{ turnId: 'trn_one' }]);
  await ledger.close();
});
