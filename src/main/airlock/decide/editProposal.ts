import { refuse } from '#main/airlock/disk/attempt';
import type { SessionParts } from '#main/airlock/sessionParts';
import { type Change, sameVersion } from '#shared/airlock/change';
import { alignedTexts, textHunksOf } from '#shared/airlock/diff/compose';
import { editedHunks, withoutHunks } from '#shared/airlock/diff/editedHunks';
import type { ChangeRecord } from '#shared/airlock/ledger';
import type { LedgerEvent } from '#shared/airlock/ledgerEvents';
import { AppException } from '#shared/errors';
import type { ChangeId } from '#shared/ids';
import { writeOver } from './writeNow';

/**
 * Replaces the text that a change proposes. Returns the change that is held instead, null if none
 * is needed, or `on-disk` if the agent's file was written and a look must follow.
 */
export async function editProposal(
  parts: SessionParts,
  record: ChangeRecord,
  text: string,
): Promise<ChangeId | null | 'on-disk'> {
  const { change, standing } = record;
  if (change.proposed === null)
    throw refuse(`${change.path} is being deleted: there is no text to edit.`);
  const kept = await withoutRejected(parts, record, text);
  if (change.origin !== 'scan') return exchange(parts, record, kept);
  const path = standing.work?.path ?? change.path;
  const present = await parts.effects.read('workspace', path);
  const isReviewed = sameVersion(present?.version ?? null, standing.work?.version ?? null);
  if (isReviewed && (await writeOver(parts.effects, path, present, kept)) === 'done') {
    return 'on-disk';
  }
  const message = `${path} has changed since you reviewed it. Review it again.`;
  throw new AppException({ code: 'conflict', message });
}

/**
 * Removes hunks that the user has rejected since they began to type, because they would be proposed
 * again with the rest of the text. Other lines in their place are the user's.
 */
async function withoutRejected(
  { shadow }: SessionParts,
  { change, hunks }: ChangeRecord,
  text: string,
): Promise<string> {
  const rejected = hunks.filter(({ outcome }) => outcome.state === 'rejected');
  if (rejected.length === 0) return text;
  const sides = await shadow.objects.sides(change);
  const texts = alignedTexts(sides);
  if (texts === null) return text;
  const gone = textHunksOf(
    sides,
    rejected.map(({ hunk }) => hunk),
  );
  return withoutHunks(texts.base, text, gone);
}

/**
 * Determines, for the scoreboard, which hunks of the proposal are now the user's instead of the
 * agent's.
 */
export async function noteEdit(
  { ledger, shadow }: SessionParts,
  before: ChangeRecord,
): Promise<void> {
  const { change, standing } = before;
  const path = standing.work?.path ?? change.path;
  const next = [...ledger.state.changes.values()].findLast(
    (record) => record.change.path === path && !record.isSuperseded,
  );
  const base = standing.base?.version ?? null;
  const textsOf = async (proposed: Change['proposed']) =>
    alignedTexts(await shadow.objects.sides({ path, base, proposed }));
  const [old, edited] = [
    await textsOf(standing.work?.version ?? null),
    await textsOf(next?.change.proposed ?? base),
  ];
  if (old === null || edited === null) return;
  const found = editedHunks(old.base, old.proposed, edited.proposed);
  const { changeId } = (next ?? before).change;
  await ledger.append([{ type: 'hunks.edited', changeId, ...found }]);
}

/**
 * Replaces the proposal. The agent never writes the user's own text: if it is accepted, we write
 * it.
 */
async function exchange(
  parts: SessionParts,
  { change }: ChangeRecord,
  text: string,
): Promise<ChangeId | null> {
  const next = await parts.gate.proposeWrite(change.path, text, change);
  const events: LedgerEvent[] = [{ type: 'change.superseded', changeId: change.changeId }];
  if (next) events.push({ type: 'change.proposed', change: next });
  await parts.ledger.append(events);
  return next?.changeId ?? null;
}
