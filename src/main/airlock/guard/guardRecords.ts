import { refuse } from '#main/airlock/disk/attempt';
import type { Compared } from './guardComparison';
import { type GuardedFile, guardedId } from './guardedFile';
import type { GuardedRecord } from './guardStore';

/** The state of each guarded file when the turn began, and whether it was found to differ since. */
export class GuardRecords {
  private readonly records = new Map<string, GuardedRecord>();

  get all(): readonly GuardedRecord[] {
    return [...this.records.values()];
  }

  /** The records of files that differed at the last comparison. */
  get differing(): readonly GuardedRecord[] {
    return this.all.filter(({ isOpen, isSeen }) => isOpen || isSeen);
  }

  has(file: Pick<GuardedFile, 'place' | 'path'>): boolean {
    return this.records.has(guardedId(file));
  }

  put(record: GuardedRecord): void {
    this.records.set(guardedId(record), record);
  }

  /** Records that this is the file's state from now on. */
  begin(file: GuardedFile, before: GuardedRecord['before']): void {
    this.put({ ...file, before, isOpen: false });
  }

  delete(file: Pick<GuardedFile, 'place' | 'path'>): boolean {
    return this.records.delete(guardedId(file));
  }

  /** Deletes the records of files about which nothing is left to decide. */
  deleteSettled(): void {
    for (const record of this.all) {
      if (!record.isOpen && record.isSeen !== true) this.delete(record);
    }
  }

  /** The record of a file that has to be decided on. */
  open(id: string): GuardedRecord {
    const record = this.records.get(id);
    if (record?.isOpen) return record;
    throw refuse('This file no longer differs. Check the list again.');
  }

  settle(id: string): void {
    const record = this.records.get(id);
    if (record) this.put({ ...record, isOpen: false, isSeen: false });
  }

  /** Records the comparison's results; true if something is new. */
  note(compared: readonly GuardedRecord[], { found, seen }: Compared): boolean {
    const open = new Set(found.map(({ id }) => id));
    let isNews = false;
    for (const record of compared) {
      const id = guardedId(record);
      const [isOpen, isSeen] = [open.has(id), seen.has(id)];
      if (record.isOpen === isOpen && (record.isSeen ?? false) === isSeen) continue;
      this.put({ ...record, isOpen, isSeen });
      isNews = true;
    }
    return isNews;
  }
}
