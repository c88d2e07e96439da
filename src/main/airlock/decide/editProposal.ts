import { refuse } from '#main/airlock/disk/attempt';
import type { SessionParts } from '#main/airlock/sessionParts';
import { sameVersion } from '#shared/airlock/change';
import type { ChangeRecord, LedgerEvent } from '#shared/airlock/ledger';
import { AppException } from '#shared/errors';
import type { ChangeId } from '#shared/ids';
import { writeNow } from './writeNow';

/**
 * Puts another text in the place of what a change proposes. Gives the change that is held instead,
 * null if none is needed, or `on-disk` if the agent's file was written and must be looked at.
 */
export async function editProposal(
  parts: SessionParts,
  record: ChangeRecord,
  text: string,
): Promise<ChangeId | null | 'on-disk'> {
  const { change, standing } = record;
  if (change.proposed === null)
    throw refuse(`${change.path} is being deleted: there is no text to edit.`);
  if (change.origin !== 'scan') return exchange(parts, record, text);
  const path = standing.work?.path ?? change.path;
  const present = await parts.effects.read('workspace', path);
  if (!sameVersion(present?.version ?? null, standing.work?.version ?? null)) {
    const message = `${path} has changed since you reviewed it. Review it again.`;
    throw new AppException({ code: 'conflict', message });
  }
  await writeNow(parts.effects, path, text, 1);
  return 'on-disk';
}

/** The user's own text is never left to the agent to write: if it is accepted, we write it. */
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
