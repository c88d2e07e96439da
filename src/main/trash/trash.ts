import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { ifExists } from '#main/base/ifExists';
import { explainRead, problemOf } from '#main/base/keptFile';
import type { Logger } from '#main/base/logger';
import { measureFolder } from '#main/base/measureFolder';
import { patiently } from '#main/base/passingFault';
import { Queue } from '#main/base/queue';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { TrashContent, TrashEntry } from '#shared/ipc/storage';
import { eraseFolder } from './eraseFolder';
import { KEPT_BYTES, KEPT_MILLISECONDS, NOTED_MILLISECONDS } from './limits';
import { moveFolder } from './moveFolder';
import {
  aged,
  isManifest,
  nameItem,
  parseName,
  readManifest,
  type TrashManifest,
  type TrashName,
  type TrashState,
  writeManifest,
} from './trashItem';
import { PARTS, type Part, type TrashFolders, TrashPlaces } from './trashPlaces';

/** Where a session's airlock and its tree are. */
export interface TreePlace {
  readonly sessionId: SessionId;
  readonly folder: string;
  readonly workRoot: string;
}

/** Whoever knows the repositories that sessions' trees belong to. */
export interface TreeKeeper {
  /** The tree is there now, and stays a tree of its repository, so that git keeps its objects. */
  follow(place: TreePlace): Promise<void>;
  /** The tree is about to be removed: its repository need not know it any more. */
  forget(place: TreePlace): Promise<void>;
}

export interface TrashOptions extends TrashFolders {
  readonly trees: TreeKeeper;
  readonly logger: Logger;
  readonly clock?: () => number;
  readonly limits?: Pick<TrashContent, 'keptMilliseconds' | 'keptBytes'>;
}

export type TrashFacts = Pick<TrashManifest, 'reason' | 'title' | 'project'>;

interface Item extends TrashName {
  /** Null if it cannot be read: then it is never removed by itself. */
  readonly manifest: TrashManifest | null;
  readonly problem: string | null;
}

/**
 * I19: deleted sessions, kept for a while. What is to happen to one is on the disk before it is done, and
 * is finished at the next start if the program ends meanwhile.
 */
export class Trash extends DisposableOwner {
  private readonly changes = this.register(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  /** Those that have been here for longest come first. */
  private readonly items = new Map<string, Item>();
  /** Why its folder could not be read at the start, in words. */
  private problem: string | null = null;
  /** What takes a moment, one at a time. */
  private readonly moves = this.register(new Queue());
  /** What may take minutes: measuring and removing. */
  private readonly chores = this.register(new Queue());
  private readonly closing = new AbortController();
  private readonly clock: () => number;
  private readonly limits: Pick<TrashContent, 'keptMilliseconds' | 'keptBytes'>;

  private readonly places: TrashPlaces;

  private constructor(private readonly options: TrashOptions) {
    super();
    this.places = new TrashPlaces(options);
    this.clock = options.clock ?? Date.now;
    this.limits = options.limits ?? {
      keptMilliseconds: KEPT_MILLISECONDS,
      keptBytes: KEPT_BYTES,
    };
  }

  /** Finishes what an earlier run had begun. Do it before sessions are listed. */
  static async open(options: TrashOptions): Promise<Trash> {
    const trash = new Trash(options);
    await trash.load();
    return trash;
  }

  list(): TrashContent {
    const entries = [...this.items.values()]
      .filter(({ manifest, problem }) => manifest?.state === 'kept' || problem !== null)
      .map(entryOf)
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
    return { entries, ...this.limits, problem: this.problem };
  }

  /** Writes down that a session is to be deleted. Nothing is moved yet. */
  begin(sessionId: SessionId, facts: TrashFacts): Promise<Result<string>> {
    return this.move('The session could not be deleted.', async () => {
      const parts = PARTS.map((part) => this.places.isInUse(sessionId, part));
      if (!(await Promise.all(parts)).includes(true)) {
        return fail('not-found', 'There is no such session.');
      }
      const at = this.clock();
      const id = nameItem(sessionId, at, randomBytes(4).toString('hex'));
      const manifest = aged({ v: 1, state: 'taking', ...facts, bytes: null }, at);
      await mkdir(this.places.item(id), { recursive: true, mode: 0o700 });
      await writeManifest(this.places.item(id), manifest);
      this.items.set(id, { id, sessionId, at, manifest, problem: null });
      return ok(id);
    });
  }

  /** Does what was written down. If it fails, everything is where it was. */
  async carryOut(id: string): Promise<Result<void>> {
    const done = await this.move('The session could not be deleted.', async () => {
      const item = this.items.get(id);
      if (item?.manifest?.state !== 'taking') return fail('not-found', 'This was not begun.');
      try {
        await this.take(item);
      } catch (error) {
        await this.drop(item);
        throw error;
      }
      return ok();
    });
    if (done.ok) this.tidy();
    return done;
  }

  /** Both at once, for what nobody is using. */
  async discard(sessionId: SessionId, facts: TrashFacts): Promise<Result<string>> {
    const begun = await this.begin(sessionId, facts);
    if (!begun.ok) return begun;
    const done = await this.carryOut(begun.value);
    return done.ok ? begun : done;
  }

  /** Puts a session back where it was. */
  restore(id: string): Promise<Result<SessionId>> {
    return this.move('The session could not be restored.', async () => {
      const item = await this.lookAgain(id);
      if (item === undefined || item.manifest?.state === 'erasing') {
        return fail('not-found', 'This is not in the trash any more.');
      }
      const refusal = await this.refusalToRestore(item);
      if (refusal !== null) return refusal;
      await this.mark(item, 'restoring');
      await this.putBack(item);
      await this.restoreOrphans(item.sessionId);
      return ok(item.sessionId);
    });
  }

  /** Sessions that are there, and whose files were found without them at an earlier start. */
  async reunite(sessions: readonly SessionId[]): Promise<void> {
    for (const id of sessions) {
      const reunited = await this.move(
        'The files of a session could not be restored.',
        async () => {
          await this.restoreOrphans(id);
          return ok();
        },
      );
      if (!reunited.ok) this.options.logger.warn('files stay in the trash', { ...reunited.error });
    }
  }

  /** Removes for good what is in it now; that goes on after this has settled. */
  async empty(): Promise<Result<void>> {
    return this.move('The trash could not be emptied.', async () => {
      for (const item of this.items.values()) {
        const state = item.manifest?.state ?? 'kept';
        if (state === 'kept' || state === 'erasing') await this.condemn(item);
      }
      return ok();
    });
  }

  /** Settles when nothing is being moved, measured or removed. */
  async drain(): Promise<void> {
    await this.moves.drain();
    await this.chores.drain();
  }

  /** What is being removed is left, and gone on with at the next start. */
  async close(): Promise<void> {
    this.closing.abort();
    this.dispose();
    await this.drain();
  }

  private async load(): Promise<void> {
    try {
      await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
      const names = await patiently(() => readdir(this.options.folder));
      const found = await Promise.all(names.map((name) => this.readItem(name)));
      const items = found.filter((item) => item !== null).sort(byAge);
      for (const item of items) this.items.set(item.id, item);
    } catch (error) {
      // Sessions can be used all the same; deleting one says what is wrong.
      this.problem = explainRead(error);
      this.options.logger.warn('the trash cannot be read', { error });
    }
    for (const item of [...this.items.values()]) await this.finish(item);
    this.tidy();
  }

  /** Null for what is no item. */
  private async readItem(id: string): Promise<Item | null> {
    const name = parseName(id);
    if (name === null) return null;
    const kept = await readManifest(this.places.item(id));
    const manifest = kept.type === 'found' ? kept.value : null;
    // The program ended before its description was written, and so before anything was moved.
    if (kept.type === 'none' && (await this.places.isEmpty(id))) {
      await this.drop(name);
      return null;
    }
    const problem = kept.type === 'none' ? 'Its description is missing.' : problemOf(kept);
    return { ...name, manifest, problem };
  }

  /** What could not be read at the start may be by now. */
  private async lookAgain(id: string): Promise<Item | undefined> {
    const item = this.items.get(id);
    if (item === undefined || item.manifest !== null) return item;
    const kept = await readManifest(this.places.item(id));
    if (kept.type !== 'found') return item;
    const known: Item = { ...item, manifest: kept.value, problem: null };
    this.items.set(id, known);
    return known;
  }

  private async finish(item: Item): Promise<void> {
    try {
      if (item.manifest?.state === 'taking') await this.take(item);
      if (item.manifest?.state === 'restoring') await this.putBack(item);
      if (item.manifest?.state === 'erasing') await this.condemn(item);
    } catch (error) {
      // It is tried again at the next start; until then everything stays where it is.
      const { id } = item;
      const problem = `It was interrupted and could not be finished: ${(error as Error).message}`;
      this.items.set(id, { ...item, problem });
      this.options.logger.warn('an item of the trash could not be finished', { id, error });
    }
  }

  /** Throws only if nothing was moved. */
  private async take(item: Item): Promise<void> {
    let moved = (await this.places.locate(item.id, 'session')) === null ? 0 : 1;
    let failures = 0;
    for (const part of PARTS) {
      if (!(await this.places.isInUse(item.sessionId, part))) continue;
      const from = this.places.inUse(item.sessionId, part);
      try {
        await moveFolder(from, await this.places.target(item.id, part));
        moved++;
      } catch (error) {
        if (moved === 0) throw error;
        failures++;
        this.options.logger.warn('a part of a deleted session stayed', { from, error });
      }
    }
    await this.follow(item);
    if (failures === 0) await this.markKept(item);
  }

  /** All of it is in the trash, so it counts as deleted; the next start writes down what could not be. */
  private async markKept(item: Item): Promise<void> {
    try {
      await this.mark(item, 'kept');
    } catch (error) {
      const manifest: TrashManifest = { ...(item.manifest ?? UNKNOWN), state: 'kept' };
      this.items.set(item.id, { ...item, manifest });
      this.changes.fire();
      this.options.logger.warn('the trash could not be written to', { id: item.id, error });
    }
  }

  private async refusalToRestore(item: Item): Promise<Result<never> | null> {
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
      const message = 'The session that these files belong to is not there. Restore it first.';
      return fail('refused', message);
    }
    for (const [index, part] of PARTS.entries()) {
      const isTaken = await this.places.isInUse(item.sessionId, part);
      if (found[index] !== null && isTaken) {
        return fail('conflict', 'The session has other files by now. Delete it first.');
      }
    }
    return null;
  }

  /** Files of a session that were found without it, and that it lacks now that it is back. */
  private async restoreOrphans(sessionId: SessionId): Promise<void> {
    for (const item of [...this.items.values()].reverse()) {
      const isOrphan = item.manifest?.state === 'kept' && item.manifest.reason === 'orphan';
      if (item.sessionId !== sessionId || !isOrphan) continue;
      if ((await this.refusalToRestore(item)) !== null) continue;
      await this.mark(item, 'restoring');
      await this.putBack(item);
    }
  }

  /** The session's own folder comes last: it is listed once all of it is there. */
  private async putBack(item: Item): Promise<void> {
    await this.putPartBack(item, 'worktree');
    await this.putPartBack(item, 'airlock');
    await this.follow(item);
    await this.putPartBack(item, 'session');
    await this.drop(item);
  }

  private async putPartBack(item: Item, part: Part): Promise<void> {
    const from = await this.places.locate(item.id, part);
    if (from === null) return;
    const to = this.places.inUse(item.sessionId, part);
    await mkdir(dirname(to), { recursive: true });
    if (await this.places.isInUse(item.sessionId, part)) {
      const message = 'The session has other files by now. Delete it first.';
      throw new AppException({ code: 'conflict', message, detail: to });
    }
    await moveFolder(from, to);
  }

  private async condemn(item: Item): Promise<void> {
    const manifest = item.manifest ?? UNKNOWN;
    const condemned: Item = { ...item, manifest: { ...manifest, state: 'erasing' }, problem: null };
    this.items.set(item.id, condemned);
    this.changes.fire();
    // On a full disk it cannot be written down, and removing is what makes room.
    if (condemned.manifest) {
      await writeManifest(this.places.item(item.id), condemned.manifest).catch((error: unknown) =>
        this.options.logger.warn('the trash could not be written to', { error }),
      );
    }
    this.chore(async () => {
      try {
        await this.erase(condemned);
      } catch (error) {
        this.closing.signal.throwIfAborted();
        const problem = `It could not be removed: ${(error as Error).message}`;
        this.items.set(item.id, { ...condemned, problem });
        this.options.logger.warn('an item of the trash could not be removed', { error });
        this.changes.fire();
      }
    });
  }

  private async erase(item: Item): Promise<void> {
    const workRoot = await this.places.target(item.id, 'worktree');
    await eraseFolder(workRoot, this.closing.signal);
    const folder = await this.places.locate(item.id, 'airlock');
    if (folder !== null) await this.tellTree('forget', { ...item, folder, workRoot });
    for (const part of PARTS) {
      const path = await this.places.locate(item.id, part);
      if (path !== null) await eraseFolder(path, this.closing.signal);
    }
    await this.drop(item);
  }

  /** Forgets an item that holds nothing any more. */
  private async drop({ id }: TrashName): Promise<void> {
    const folder = this.places.item(id);
    for (const name of (await ifExists(readdir(folder))) ?? []) {
      if (isManifest(name)) await ifExists(unlink(join(folder, name)));
    }
    // Files that somebody else put there are left alone.
    await ifExists(rmdir(folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    this.items.delete(id);
    this.changes.fire();
  }

  private async mark(item: Item, state: TrashState): Promise<void> {
    const manifest: TrashManifest = { ...(item.manifest ?? UNKNOWN), state };
    await writeManifest(this.places.item(item.id), manifest);
    this.items.set(item.id, { ...item, manifest, problem: null });
    this.changes.fire();
  }

  private async follow(item: Item): Promise<void> {
    const [folder, workRoot] = await Promise.all(
      (['airlock', 'worktree'] as const).map(
        async (part) =>
          (await this.places.locate(item.id, part)) ?? this.places.inUse(item.sessionId, part),
      ),
    );
    if (folder && workRoot) await this.tellTree('follow', { ...item, folder, workRoot });
  }

  private async tellTree(what: keyof TreeKeeper, place: TreePlace): Promise<void> {
    const { sessionId, folder, workRoot } = place;
    try {
      await this.options.trees[what]({ sessionId, folder, workRoot });
    } catch (error) {
      // The files are safe either way; git says itself what it misses.
      this.options.logger.warn('a repository was not told of a tree', { sessionId, what, error });
    }
  }

  /** Measures what is new, and removes what is too old or too much. */
  private tidy(): void {
    this.chore(async () => {
      for (const { id, manifest } of [...this.items.values()]) {
        if (manifest?.state === 'kept' && manifest.bytes === null) await this.measure(id);
      }
      await this.moves.run(async () => {
        await this.countTime();
        await this.prune();
      });
    });
  }

  /** How long an item has been here is what was seen of it, since clocks are set and go wrong. */
  private async countTime(): Promise<void> {
    const now = this.clock();
    for (const item of this.items.values()) {
      const { manifest } = item;
      if (manifest?.state !== 'kept') continue;
      const { countedAt } = manifest;
      if (countedAt !== undefined && Math.abs(now - countedAt) < NOTED_MILLISECONDS) continue;
      const counted = aged(manifest, now);
      try {
        await writeManifest(this.places.item(item.id), counted);
      } catch (error) {
        // Counted again the next time: it is kept for longer, never for less.
        this.options.logger.warn('the age of an item was not written', { id: item.id, error });
        continue;
      }
      this.items.set(item.id, { ...item, manifest: counted });
    }
  }

  private async measure(id: string): Promise<void> {
    let bytes = 0;
    for (const part of PARTS) {
      const path = await this.places.locate(id, part);
      const { signal } = this.closing;
      if (path !== null) bytes += (await measureFolder(path, { signal, ownBytes: true })).bytes;
    }
    await this.moves.run(async () => {
      const item = this.items.get(id);
      if (item?.manifest?.state !== 'kept') return;
      const manifest: TrashManifest = { ...item.manifest, bytes };
      await writeManifest(this.places.item(id), manifest);
      this.items.set(id, { ...item, manifest });
      this.changes.fire();
    });
  }

  /**
   * The newest stays whatever its size: somebody may want it back at once. What nobody decided to delete
   * goes by its age alone.
   */
  private async prune(): Promise<void> {
    const kept = [...this.items.values()].filter(({ manifest }) => manifest?.state === 'kept');
    const deleted = kept.filter(({ manifest }) => manifest?.reason === 'deleted');
    let total = deleted.reduce((sum, { manifest }) => sum + (manifest?.bytes ?? 0), 0);
    for (const item of kept) {
      const isSpare = deleted.includes(item) && item !== deleted.at(-1);
      const isTooMuch = isSpare && total > this.limits.keptBytes;
      const isTooOld = (item.manifest?.age ?? 0) >= this.limits.keptMilliseconds;
      if (!isTooOld && !isTooMuch) continue;
      if (deleted.includes(item)) total -= item.manifest?.bytes ?? 0;
      await this.condemn(item);
    }
  }

  private async move<T>(what: string, task: () => Promise<Result<T>>): Promise<Result<T>> {
    if (this.isDisposed) return fail('unavailable', 'Airlock is closing.');
    return this.moves.run(async () => {
      try {
        return await task();
      } catch (error) {
        if (error instanceof AppException) return fail(error.code, error.message, error.detail);
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === undefined) throw error;
        return fail('io', `${what} ${adviceOn(code)}`, message);
      }
    });
  }

  private chore(task: () => Promise<void>): void {
    if (this.isDisposed) return;
    this.chores.run(task).catch((error: unknown) => {
      if (!this.isDisposed) this.options.logger.warn('the trash could not be tidied', { error });
    });
  }
}

/** For an item whose description cannot be read. */
const UNKNOWN: TrashManifest = {
  v: 1,
  state: 'kept',
  reason: 'orphan',
  title: null,
  project: null,
  bytes: null,
};

/** By when they were deleted where nothing is known of their age, or it is the same. */
function byAge(a: Item, b: Item): number {
  return (b.manifest?.age ?? 0) - (a.manifest?.age ?? 0) || a.at - b.at;
}

function entryOf({ id, sessionId, at, manifest, problem }: Item): TrashEntry {
  const { reason, title, project, bytes } = manifest ?? UNKNOWN;
  return { id, sessionId, at, reason, title, project, bytes, problem };
}

function adviceOn(code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full: make room, or empty the trash in the settings.';
    case 'EBUSY':
    case 'EPERM':
    case 'EACCES':
      return 'A program has its files open, or Airlock may not write there. Close it and try again.';
    default:
      return `The disk refused (${code}).`;
  }
}
