import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PRUNE_BYTES } from '#main/airlock/limits';
import { KEPT_TURNS } from '#shared/airlock/limits';
import type { DecisionId, TurnId } from '#shared/ids';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  newTurnId,
  value,
} from '#test/support/airlockHarness';

const PATIENCE = { timeout: 600_000 };
const FORGOTTEN = 2;

it('keeps the files of the last turns, and no more of them with every turn', PATIENCE, async () => {
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
  const shadow = harness.folder.join('data', sessionId, 'shadow.git');
  const isKept = (blob: string | undefined) =>
    repository.git('--git-dir', shadow, 'cat-file', '-e', blob ?? '').then(
      () => true,
      () => false,
    );
  expect(session.checkpoints.map(({ turnId }) => turnId)).toEqual(turns.slice(FORGOTTEN));
  // A turn begins with what the one before it wrote.
  expect(await isKept(blobs[FORGOTTEN - 2])).toBe(false);
  expect(await isKept(blobs[FORGOTTEN - 1])).toBe(true);
  const tooFar = await session.rewind(turns[FORGOTTEN - 1] as TurnId);
  expect(tooFar).toMatchObject({ ok: false, error: { code: 'not-found' } });
  if (!tooFar.ok) expect(tooFar.error.message).toContain(String(KEPT_TURNS));
  expect(await session.undo(decisions[0] as DecisionId)).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
  value(await session.rewind(turns[FORGOTTEN] as TurnId));
});
