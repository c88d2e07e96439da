import { mapLimited } from '#main/airlock/disk/mapLimited';
import type { GuardedChange } from '#shared/airlock/guardedChange';
import { FILES_AT_ONCE } from '../limits';
import { type GitFacts, isTold, type Told, toldOf } from './gitFacts';
import { FOLDER, type GuardedDisk } from './guardedDisk';
import { guardedId } from './guardedFile';
import { toldVersion } from './guardedVersions';
import { type GuardedRecord, markOf } from './guardStore';

/** Changes to show, and files that differ only in the same way as the user's own file. */
export interface Compared {
  readonly found: readonly GuardedChange[];
  readonly seen: ReadonlySet<string>;
}

/** Compares guarded files with their earlier state. */
export class GuardComparison {
  constructor(
    private readonly disk: GuardedDisk,
    private readonly facts: GitFacts,
  ) {}

  /** Compares the files; if git was not asked, its earlier result still counts. */
  async of(
    records: readonly GuardedRecord[],
    told: Told | null,
    before: readonly GuardedChange[],
  ): Promise<Compared> {
    const seen = new Set<string>();
    const found = await mapLimited(FILES_AT_ONCE, records, async (record) => {
      const id = guardedId(record);
      if (!isTold(record)) return this.ofFile(record);
      if (told !== null) return this.ofTold(record, told, () => seen.add(id));
      if (record.isSeen === true) seen.add(id);
      return before.find((change) => change.id === id) ?? null;
    });
    return { found: found.filter((change) => change !== null), seen };
  }

  private async ofTold(
    record: GuardedRecord,
    told: Told,
    noteSeen: () => void,
  ): Promise<GuardedChange | null> {
    const { place, path, reason, before } = record;
    const now = toldOf(record, told);
    if (now === (before?.hash ?? null) || (place === 'index' && now === null)) return null;
    if (now !== null && (await this.facts.isSeen(record, now))) {
      noteSeen();
      return null;
    }
    const state = before === null ? 'created' : now === null ? 'deleted' : 'changed';
    return {
      id: guardedId(record),
      place,
      path,
      reason,
      state,
      canRestore: true,
      now: markOf(toldVersion(now)),
    };
  }

  private async ofFile(record: GuardedRecord): Promise<GuardedChange | null> {
    const id = guardedId(record);
    const { place, path, reason, before } = record;
    const version = await this.disk.version(record);
    const now = markOf(version);
    if (now === markOf(before)) return null;
    const state = before === null ? 'created' : version === null ? 'deleted' : 'changed';
    const canRestore = version?.hash !== FOLDER && (before?.kept ?? true);
    return { id, place, path, reason, state, canRestore, now };
  }
}
