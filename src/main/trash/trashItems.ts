import { mkdir, readdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { ifExists } from '#main/base/files/ifExists';
import { problemOf } from '#main/base/files/keptFile';
import { patiently } from '#main/base/files/passingFault';
import type { Logger } from '#main/base/log/logger';
import { fail, type Result } from '#shared/errors';
import type { TrashEntry } from '#shared/ipc/storage';
import { NOTED_MILLISECONDS } from './limits';
import {
  aged,
  isManifest,
  parseName,
  readManifest,
  type TrashManifest,
  type TrashName,
  type TrashState,
  writeManifest,
} from './trashItem';
import { PARTS, type TrashPlaces } from './trashPlaces';

export interface TrashItem extends TrashName {
  /** Null if it cannot be read: the item is then never removed automatically. */
  readonly manifest: TrashManifest | null;
  readonly problem: string | null;
}

/** Replaces a manifest that cannot be read. */
export const UNKNOWN: TrashManifest = {
  v: 1,
  state: 'kept',
  reason: 'orphan',
  title: null,
  project: null,
  bytes: null,
};

/** The items in the trash with their manifests. */
export class TrashItems extends DisposableOwner {
  private readonly changes = this.register(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly items = new Map<string, TrashItem>();

  constructor(
    private readonly folder: string,
    private readonly places: TrashPlaces,
    private readonly logger: Logger,
  ) {
    super();
  }

  get(id: string): TrashItem | undefined {
    return this.items.get(id);
  }

  /** All items, oldest first. */
  all(): readonly TrashItem[] {
    return [...this.items.values()];
  }

  /** The items that can be restored or have a problem, newest first. */
  entries(): readonly TrashEntry[] {
    return this.all()
      .filter(({ manifest, problem }) => manifest?.state === 'kept' || problem !== null)
      .map(entryOf)
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  }

  /** Remembers an item; writes nothing. */
  put(item: TrashItem): void {
    this.items.set(item.id, item);
  }

  /** Remembers an item and fires the change event. */
  tell(item: TrashItem): void {
    this.put(item);
    this.changes.fire();
  }

  async load(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const names = await patiently(() => readdir(this.folder));
    const found = await Promise.all(names.map((name) => this.readItem(name)));
    for (const item of found.filter((one) => one !== null).sort(byAge)) this.put(item);
  }

  /** Null if the folder is not an item. */
  private async readItem(id: string): Promise<TrashItem | null> {
    const name = parseName(id);
    if (name === null) return null;
    const kept = await readManifest(this.places.item(id));
    const manifest = kept.type === 'found' ? kept.value : null;
    // The app ended before the manifest was written, so nothing was moved.
    if (kept.type === 'none' && (await this.places.isEmpty(id))) {
      await this.drop(name);
      return null;
    }
    const problem = kept.type === 'none' ? 'Its description is missing.' : problemOf(kept);
    return { ...name, manifest, problem };
  }

  /** Reads an item again that could not be read at the start. */
  async lookAgain(id: string): Promise<TrashItem | undefined> {
    const item = this.items.get(id);
    if (item === undefined || item.manifest !== null) return item;
    const kept = await readManifest(this.places.item(id));
    if (kept.type !== 'found') return item;
    const known: TrashItem = { ...item, manifest: kept.value, problem: null };
    this.items.set(id, known);
    return known;
  }

  /** Why an item cannot be restored; null if it can. */
  async refusalToRestore(item: TrashItem): Promise<Result<never> | null> {
    const kept = item.manifest === null ? await readManifest(this.places.item(item.id)) : null;
    if (kept?.type === 'newer') {
      return fail('refused', 'A newer version of Airlock deleted this. Restore it there.');
    }
    if (kept?.type === 'unavailable') {
      return fail('io', `The description of this item cannot be read. ${kept.message}`);
    }
    const found = await Promise.all(PARTS.map((part) => this.places.locate(item.id, part)));
    if (await this.places.isEmpty(item.id)) {
      return fail('not-found', 'The files of this item are gone.');
    }
    const isBack = await this.places.isInUse(item.sessionId, 'session');
    if (found[0] === null && !isBack) {
      const message = 'The session that these files belong to does not exist. Restore it first.';
      return fail('refused', message);
    }
    for (const [index, part] of PARTS.entries()) {
      const isTaken = await this.places.isInUse(item.sessionId, part);
      if (found[index] !== null && isTaken) {
        return fail('conflict', 'The session has other files now. Delete it first.');
      }
    }
    return null;
  }

  /**
   * Marks an item as kept when all its parts are in the trash, so that it counts as deleted; the
   * next start repeats a failed write.
   */
  async markKept(item: TrashItem): Promise<void> {
    try {
      await this.mark(item, 'kept');
    } catch (error) {
      const manifest: TrashManifest = { ...(item.manifest ?? UNKNOWN), state: 'kept' };
      this.items.set(item.id, { ...item, manifest });
      this.changes.fire();
      this.logger.warn('the trash could not be written to', { id: item.id, error });
    }
  }

  /** Forgets an empty item and removes its folder. */
  async drop({ id }: TrashName): Promise<void> {
    const folder = this.places.item(id);
    for (const name of (await ifExists(readdir(folder))) ?? []) {
      if (isManifest(name)) await ifExists(unlink(join(folder, name)));
    }
    // A folder with other files in it is left alone.
    await ifExists(rmdir(folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    this.items.delete(id);
    this.changes.fire();
  }

  async mark(item: TrashItem, state: TrashState): Promise<void> {
    const manifest: TrashManifest = { ...(item.manifest ?? UNKNOWN), state };
    await writeManifest(this.places.item(item.id), manifest);
    this.items.set(item.id, { ...item, manifest, problem: null });
    this.changes.fire();
  }

  /** Counts ages up at each check. They are not computed from the clock, which may be wrong. */
  async countTime(now: number): Promise<void> {
    for (const item of this.items.values()) {
      const { manifest } = item;
      if (manifest?.state !== 'kept') continue;
      const { countedAt } = manifest;
      if (countedAt !== undefined && Math.abs(now - countedAt) < NOTED_MILLISECONDS) continue;
      const counted = aged(manifest, now);
      try {
        await writeManifest(this.places.item(item.id), counted);
      } catch (error) {
        // Counted again the next time: the item is then kept longer, never shorter.
        this.logger.warn('the age of an item was not written', { id: item.id, error });
        continue;
      }
      this.items.set(item.id, { ...item, manifest: counted });
    }
  }
}

/** Sorts by age; by the time of deletion if the ages are unknown or equal. */
function byAge(a: TrashItem, b: TrashItem): number {
  return (b.manifest?.age ?? 0) - (a.manifest?.age ?? 0) || a.at - b.at;
}

function entryOf({ id, sessionId, at, manifest, problem }: TrashItem): TrashEntry {
  const { reason, title, project, bytes } = manifest ?? UNKNOWN;
  return { id, sessionId, at, reason, title, project, bytes, problem };
}
