import { randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isTorn,
  type PresentFile,
  readPresent,
  removeAnchored,
  removeTemporary,
  UnusableFileError,
  writeAnchored,
} from '#main/airlock/disk/anchoredFile';
import { attempt, refuse } from '#main/airlock/disk/attempt';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import type { GuardedPlace } from '#shared/airlock/guardedChange';
import { GUARDED_FILE_BYTES, YOUNG_MILLISECONDS } from '../limits';
import { type GuardedFile, guardedId } from './guardedFile';
import { type GuardedVersion, guardHash } from './guardStore';
import type { RestoringFiles, RestoringNote } from './restoringFiles';

/** Replaces the hash of the content for a folder, which has none. */
export const FOLDER = 'folder';

export interface FileContent {
  readonly bytes: Buffer;
  readonly mode: GuardedVersion['mode'];
}

const NONE = Buffer.alloc(0);

interface Seen {
  readonly stamp: string;
  readonly version: GuardedVersion | null;
}

/**
 * Guarded files on disk. They are never reached through a link, and are read only if their status
 * is new.
 */
export class GuardedDisk {
  private readonly seen = new Map<string, Seen>();

  constructor(
    private readonly rootOf: (place: GuardedPlace) => Promise<string>,
    /** The earlier content of files while they are overwritten in place. */
    private readonly restoring: RestoringFiles,
  ) {}

  /** Restores files that a kill left half written. Returns the failures as text. */
  async recover(assertThere: () => Promise<void>): Promise<readonly string[]> {
    const { notes, unread } = await this.restoring.left();
    if (notes.length > 0) await assertThere();
    const faults = unread.map(
      ({ path, message }) =>
        `Its record cannot be read: ${path}. ${message} Check git’s own files and ignored files yourself. The record is set aside when the next turn begins.`,
    );
    for (const note of notes) {
      const done = await attempt(note.file.path, () => this.recoverOne(note));
      if (!done.ok)
        faults.push(`${done.error.message} Airlock tries again when it next checks the files.`);
    }
    return faults;
  }

  /** Drops notes that could not be read. */
  forgetUnread(): Promise<void> {
    return this.restoring.setUnreadAside();
  }

  private async recoverOne(restoring: RestoringNote): Promise<void> {
    const { name: note, file, before, after, temporary: left } = restoring;
    await this.inFolder(file, false, async (folder, name) => {
      if (left !== undefined) return removeTemporary(folder, left);
      const present = await readPresent(folder, name, 'sha256');
      if (present === null || present.bytes.equals(after)) return;
      if (present.bytes.equals(before) || !isTorn(present.bytes, before, after)) return;
      const { mode } = present.version;
      const backUp = async () => before;
      await writeAnchored({
        folder,
        name,
        present,
        bytes: before,
        mode,
        temporary: temporaryName(),
        backUp,
      });
      await folder.sync();
    });
    await this.restoring.done(note);
  }

  async status(file: GuardedFile): Promise<BigIntStats | null> {
    const place = join(await this.rootOf(file.place), file.path);
    return lstat(place, { bigint: true }).catch(() => null);
  }

  async version(file: GuardedFile): Promise<GuardedVersion | null> {
    const id = guardedId(file);
    const status = await this.status(file);
    if (status === null) {
      this.seen.delete(id);
      return null;
    }
    const stamp = stampOf(status);
    const known = this.seen.get(id);
    if (known?.stamp === stamp) return known.version;
    const version = await this.fresh(file, status);
    // The status of a file this young may stay the same after its next write.
    const isSettled = Number(status.ctimeMs) < Date.now() - YOUNG_MILLISECONDS;
    if (isSettled) this.seen.set(id, { stamp, version });
    return version;
  }

  /** Null if the file does not exist or cannot be read. */
  read(file: GuardedFile): Promise<PresentFile | null> {
    return this.inFolder(file, false, (folder, name) => readPresent(folder, name, 'sha256')).catch(
      () => null,
    );
  }

  /** Writes the file or removes it. Content that is about to be removed is first passed on. */
  async put(
    file: GuardedFile,
    content: FileContent | null,
    replaces: (present: PresentFile | null) => Promise<void>,
  ): Promise<void> {
    if (file.path.includes('\\')) {
      throw refuse(`${file.path} has a backslash in its name. Restore it yourself.`);
    }
    const isDone = await this.inFolder(file, content !== null, async (folder, name) => {
      const present = await readPresent(folder, name, 'sha256').catch((error) => {
        if (!(error instanceof UnusableFileError)) throw error;
        // A file whose content cannot be kept must not be removed.
        throw refuse(`${file.path}: ${error.message} Remove it yourself, then restore it.`);
      });
      await replaces(present);
      if (content === null) {
        if (present) await removeAnchored(folder, name, present);
        await folder.sync();
        return true;
      }
      const notes: RestoringNote[] = [];
      const backUp = async (before: Buffer) => {
        const restoring = { file, before, after: content.bytes };
        notes.push({ name: await this.restoring.begin(restoring), ...restoring });
        return before;
      };
      const temporary = temporaryName();
      const beside = await this.restoring.begin({ file, before: NONE, after: NONE, temporary });
      try {
        await writeAnchored({ ...content, folder, name, present, temporary, backUp });
      } catch (error) {
        // I13: later writes to these files must not count as leftovers of a kill. If this fails,
        // too, the notes stay.
        await Promise.allSettled(notes.map((note) => this.recoverOne(note)));
        throw error;
      } finally {
        await this.restoring.done(beside);
      }
      await folder.sync();
      for (const note of notes) await this.restoring.done(note.name);
      return true;
    });
    if (isDone === null) await replaces(null);
  }

  private async fresh(file: GuardedFile, status: BigIntStats): Promise<GuardedVersion> {
    if (status.isDirectory()) return opaque(FOLDER);
    if (isLarge(status)) return opaque(`stamp ${stampOf(status)}`);
    const present = await this.read(file);
    return present === null ? opaque(`stamp ${stampOf(status)}`) : this.versionOf(present);
  }

  /** The `version` of a file that was read. */
  versionOf({ bytes, version, status }: PresentFile): GuardedVersion {
    if (isLarge(status)) return opaque(`stamp ${stampOf(status)}`);
    return { hash: guardHash(bytes), mode: version.mode, kept: false };
  }

  private async inFolder<T>(
    { place, path }: GuardedFile,
    create: boolean,
    task: (folder: AnchoredFolder, name: string) => Promise<T>,
  ): Promise<T | null> {
    return AnchoredFolder.within(await this.rootOf(place), path, { create }, task);
  }
}

function temporaryName(): string {
  return `.airlock-${randomBytes(12).toString('hex')}.tmp`;
}

function isLarge({ size }: BigIntStats): boolean {
  return size > BigInt(GUARDED_FILE_BYTES);
}

/** A version with this text instead of a hash of its content. */
function opaque(hash: string): GuardedVersion {
  return { hash, mode: '100644', kept: false };
}

function stampOf({ ino, size, mode, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mode} ${mtimeNs} ${ctimeNs}`;
}
