import { refuse } from '#main/airlock/disk/attempt';
import { GUARDED_BYTES, GUARDED_FILE_BYTES } from '#main/airlock/limits';
import { type GitFacts, isTold, type Told, toldOf } from './gitFacts';
import type { GuardedDisk } from './guardedDisk';
import type { GuardedFile } from './guardedFile';
import { type GuardedRecord, type GuardedVersion, type GuardStore, guardHash } from './guardStore';

/** A guarded file's states before and now; null if it did not exist. */
export interface GuardedContents {
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

/** Throws unless this version may be replaced. */
export type AssertVersion = (present: GuardedVersion | null) => Promise<void>;

export interface GuardedVersionsParts {
  readonly store: GuardStore;
  readonly disk: GuardedDisk;
  readonly facts: GitFacts;
  /** Git's current answer. */
  told(): Promise<Told>;
}

/**
 * The versions of guarded files, with their bytes kept for a restore. Also changes files to another
 * version.
 */
export class GuardedVersions {
  private keptBytes = 0;

  constructor(private readonly parts: GuardedVersionsParts) {}

  /** Called when a turn begins: restarts the count of kept bytes. */
  beginCount(): void {
    this.keptBytes = 0;
  }

  /** The state when the turn began, and the state now. */
  async contents(record: GuardedRecord): Promise<GuardedContents> {
    if (isTold(record)) {
      const now = toldOf(record, await this.parts.told());
      return {
        before: await this.parts.facts.text(record, record.before?.hash ?? null),
        after: await this.parts.facts.text(record, now),
      };
    }
    const before = record.before && (await this.parts.store.bytes(record.before));
    const after = await this.parts.disk.read(record);
    return { before, after: after?.bytes ?? null };
  }

  /** The state now, without its bytes. */
  async current(file: GuardedFile): Promise<GuardedVersion | null> {
    return isTold(file)
      ? toldVersion(toldOf(file, await this.parts.told()))
      : this.parts.disk.version(file);
  }

  /** The current state, with its bytes kept within the limits. */
  async take(file: GuardedFile, told: Told): Promise<GuardedVersion | null> {
    if (isTold(file)) return toldVersion(toldOf(file, told));
    const now = await this.parts.disk.version(file);
    if (now === null || !/^[0-9a-f]{64}$/.test(now.hash)) return now;
    const present = await this.parts.disk.read(file);
    if (present === null) return now;
    const hash = guardHash(present.bytes);
    const size = present.bytes.byteLength;
    if (size > GUARDED_FILE_BYTES || this.keptBytes + size > GUARDED_BYTES) return { ...now, hash };
    this.keptBytes += size;
    await this.parts.store.keep(hash, present.bytes);
    return { hash, mode: present.version.mode, kept: true };
  }

  /** An earlier version from elsewhere; unknown if its bytes are. */
  async keep(bytes: Buffer | undefined, mode: string): Promise<GuardedVersion> {
    const known = mode === '100755' || mode === '120000' ? mode : '100644';
    if (bytes === undefined) return { hash: 'unknown', mode: known, kept: false };
    const hash = guardHash(bytes);
    await this.parts.store.keep(hash, bytes);
    return { hash, mode: known, kept: true };
  }

  /** Changes the file to this version, and returns the previous one with its bytes kept. */
  async put(
    file: GuardedFile,
    version: GuardedVersion | null,
    assertPresent: AssertVersion,
  ): Promise<GuardedVersion | null> {
    if (isTold(file)) {
      const told = await this.parts.told();
      const present = toldOf(file, told);
      await assertPresent(toldVersion(present));
      const now = await this.parts.facts.valueOf(file, told);
      await this.parts.facts.put(file, version?.hash ?? null, present);
      return toldVersion(now);
    }
    const bytes = version && (await this.parts.store.bytes(version));
    if (version !== null && bytes === null) {
      throw refuse(`Airlock has no earlier version of ${file.path}. Restore it yourself.`);
    }
    let now: GuardedVersion | null = null;
    const content = version && bytes ? { bytes, mode: version.mode } : null;
    await this.parts.disk.put(file, content, async (present) => {
      await assertPresent(present && this.parts.disk.versionOf(present));
      if (present === null) return;
      const hash = guardHash(present.bytes);
      await this.parts.store.keep(hash, present.bytes);
      now = { hash, mode: present.version.mode, kept: true };
    });
    return now;
  }
}

/** Git's answer as a version. */
export function toldVersion(value: string | null): GuardedVersion | null {
  return value === null ? null : { hash: value, mode: '100644', kept: false };
}
