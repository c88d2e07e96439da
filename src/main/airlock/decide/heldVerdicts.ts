import type { SessionLooks } from '#main/airlock/find/sessionLooks';
import { NOBODY } from '#main/airlock/find/surveyor';
import type { SessionParts } from '#main/airlock/sessionParts';
import { sameVersion } from '#shared/airlock/change';
import { type ChangeRecord, changeStatus } from '#shared/airlock/ledger';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import type { ChangeId } from '#shared/ids';

type Changes = ReadonlyMap<ChangeId, ChangeRecord>;

/**
 * A rejected held text may already be on disk, because some agents write without waiting for the
 * answer. The verdict then applies to the file on disk.
 */
export async function afterWrites(
  verdicts: readonly ChangeVerdict[],
  { ledger, effects }: Pick<SessionParts, 'ledger' | 'effects'>,
  looks: Pick<SessionLooks, 'look'>,
): Promise<readonly ChangeVerdict[]> {
  const rejected = verdicts.flatMap((verdict) => {
    const record = ledger.state.changes.get(verdict.changeId);
    return record !== undefined && rejectsHeld(verdict, record) ? [record] : [];
  });
  const isWritten = await Promise.all(
    rejected.map(async ({ change, standing: { base } }) => {
      const present = await effects.read('project', base?.path ?? change.path);
      return !sameVersion(present?.version ?? null, base?.version ?? null);
    }),
  );
  if (!isWritten.includes(true)) return verdicts;
  await looks.look(NOBODY);
  return verdicts.map((verdict) => onDisk(verdict, ledger.state.changes));
}

function rejectsHeld({ hunks }: ChangeVerdict, { change: { origin } }: ChangeRecord): boolean {
  const isHeld = origin === 'held-write' || origin === 'permission';
  return isHeld && hunks.some(({ verdict }) => verdict === 'reject');
}

/** The same verdict, for the change that was found on disk instead of the held text. */
function onDisk(verdict: ChangeVerdict, changes: Changes): ChangeVerdict {
  const held = changes.get(verdict.changeId);
  if (held === undefined || changeStatus(held) !== 'superseded') return verdict;
  const found = [...changes.values()].find(
    (record) =>
      record.change.origin === 'scan' &&
      record.change.path === held.change.path &&
      changeStatus(record) === 'open' &&
      verdict.hunks.every(({ hunkId }) => record.hunks.some(({ hunk }) => hunk.id === hunkId)),
  );
  return found === undefined ? verdict : { ...verdict, changeId: found.change.changeId };
}
