import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { PRUNE_BYTES } from '#main/airlock/limits';
import { KEPT_TURNS } from '#shared/airlock/limits';
import type { DecisionId, SessionId, TurnId } from '#shared/ids';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  newTurnId,
  undo,
  value,
} from '#test/support/airlockHarness';
import type { GitRepository } from '#test/support/gitRepository';

/** Of the size that is allowed for the older turns, two large files and no third. */
const LARGE = 60_000;
/** Far fewer turns than the app keeps. */
vi.mock('#shared/airlock/limits', async (original) => ({
  ...(await original<object>()),
  KEPT_TURN_BYTES: 150_000,
  KEPT_TURNS: 8,
}));

const PATIENCE = { timeout: 600_000 };
const FORGOTTEN = 2;

it('the files of the last turns are kept, up to a limit', PATIENCE, async () => {
  const harness = new AirlockHarness();
  const repository = await harness.repository({ 'a.txt': 'start\n' });
  const sessionId = newSessionId();
  const session = await harness.open(repository.path, { sessionId });
  const file = join(session.cwd, 'a.txt');
  const turns: TurnId[] = [];
  const decisions: DecisionId[] = [];
  const blobs: string[] = [];
  for (let index = 0; index < KEPT_TURNS + FORGOTTEN; index++) {
    const turnId = newTurnId();
    value(await session.checkpoint(turnId));
    turns.push(turnId);
    writeFileSync(file, `turn ${index}\n`);
    value(await session.endTurn(turnId));
    blobs.push(await repository.git('hash-object', file));
    const [report] = await decideAll(session, 'accept');
    if (report) decisions.push(report.decisionId);
  }
  // More than is read before a store is tidied up.
  writeFileSync(join(session.cwd, 'large.bin'), randomBytes(PRUNE_BYTES + 1));
  value(await session.scan());
  const isKept = keptIn(harness, repository, sessionId);
  expect(session.checkpoints.map(({ turnId }) => turnId)).toEqual(turns.slice(FORGOTTEN));
  // A turn begins with what the one before it wrote.
  expect(await isKept(blobs[FORGOTTEN - 2])).toBe(false);
  expect(await isKept(blobs[FORGOTTEN - 1])).toBe(true);
  const tooFar = await session.changes.rewind(turns[FORGOTTEN - 1] as TurnId);
  expect(tooFar).toMatchObject({ ok: false, error: { code: 'not-found' } });
  if (!tooFar.ok) expect(tooFar.error.message).toContain(String(KEPT_TURNS));
  expect(await undo(session, decisions[0] as DecisionId)).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
  value(await session.changes.rewind(turns[FORGOTTEN] as TurnId));
});

it('fewer turns are kept where they are large, and always the last', PATIENCE, async () => {
  const harness = new AirlockHarness();
  const repository = await harness.repository({ 'a.bin': 'start\n' });
  const sessionId = newSessionId();
  const session = await harness.open(repository.path, { sessionId });
  const file = join(session.cwd, 'a.bin');
  const turns: TurnId[] = [];
  const blobs: string[] = [];
  const play = async (bytes: number) => {
    const turnId = newTurnId();
    value(await session.checkpoint(turnId));
    turns.push(turnId);
    writeFileSync(file, randomBytes(bytes));
    value(await session.endTurn(turnId));
    blobs.push(await repository.git('hash-object', file));
  };
  const reached = () => session.checkpoints.map(({ turnId }) => turns.indexOf(turnId));
  for (let turn = 0; turn < 3; turn++) await play(LARGE);
  expect(reached()).toEqual([0, 1, 2]);
  expect(session.changes.snapshot().hasForgottenTurns).toBe(false);
  for (let turn = 3; turn < 6; turn++) await play(LARGE);
  expect(reached()).toEqual([3, 4, 5]);
  expect(session.changes.snapshot().hasForgottenTurns).toBe(true);
  expect(await session.changes.rewind(turns[2] as TurnId)).toMatchObject({
    error: { code: 'not-found' },
  });
  value(await session.changes.rewind(turns[3] as TurnId));
  // More than is read before a store is tidied up.
  writeFileSync(join(session.cwd, 'large.bin'), randomBytes(PRUNE_BYTES + 1));
  value(await session.scan());
  const isKept = keptIn(harness, repository, sessionId);
  // A turn begins with what the one before it wrote.
  expect(await Promise.all([1, 2].map((turn) => isKept(blobs[turn])))).toEqual([false, true]);
  for (let turn = 6; turn < 9; turn++) await play(3 * LARGE);
  expect(reached()).toEqual([8]);
  value(await session.changes.rewind(turns[8] as TurnId));
});

function keptIn(harness: AirlockHarness, repository: GitRepository, sessionId: SessionId) {
  const shadow = harness.folder.join('data', sessionId, 'shadow.git');
  return (blob: string | undefined) =>
    repository.git('--git-dir', shadow, 'cat-file', '-e', blob ?? '').then(
      () => true,
      () => false,
    );
}
