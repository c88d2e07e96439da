import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DisposableOwner } from '#main/base/disposable';
import { eraseFolder } from '#main/base/files/eraseFolder';
import { explainRead } from '#main/base/files/keptFile';
import { measureFolder } from '#main/base/files/measureFolder';
import type { Logger } from '#main/base/log/logger';
import { Queue } from '#main/base/queue';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { TrashContent } from '#shared/ipc/storage';
import { TRASH_BYTES } from '#shared/trashLimits';
import { DeletedTrees, type TreeKeeper } from './deletedTrees';
import { KEPT_MILLISECONDS } from './limits';
import { moveFolder } from './moveFolder';
import { aged, nameItem, type TrashManifest, writeManifest } from './trashItem';
import { type TrashItem, TrashItems, UNKNOWN } from './trashItems';
import { PARTS, type Part, type TrashFolders, TrashPlaces } from './trashPlaces';

export interface TrashOptions extends TrashFolders {
  readonly trees: TreeKeeper;
  readonly logger: Logger;
  readonly clock?: () => number;
  readonly limits?: Pick<TrashContent, 'keptMilliseconds' | 'keptBytes'>;
}

export type TrashFacts = Pick<TrashManifest, 'reason' | 'title' | 'project'>;

/**
 * I19: keeps deleted sessions for a while. Each operation is recorded on disk before it is done,
 * and is finished at the next start if the app ends in between.
 */
export class Trash extends DisposableOwner {
  private readonly items: TrashItems;
  readonly onDidChange: TrashItems['onDidChange'];
  /** Why the trash could not be read at the start. */
  private problem: string | null = null;
  /** Short tasks, one at a time. */
  private readonly moves = this.register(new Queue());
  /** Tasks that may take minutes: measuring and removing. */
  private readonly chores = this.register(new Queue());
  private readonly closing = new AbortController();
  private readonly clock: () => number;
  private readonly limits: Pick<TrashContent, 'keptMilliseconds' | 'keptBytes'>;

  private readonly places: TrashPlaces;
  private readonly trees: DeletedTrees;

  private constructor(private readonly options: TrashOptions) {
    super();
    this.places = new TrashPlaces(options);
    this.items = this.register(new TrashItems(options.folder, this.places, options.logger));
    this.onDidChange = this.items.onDidChange;
    this.trees = new DeletedTrees(options.trees, this.places, options.logger);
    this.clock = options.clock ?? Date.now;
    this.limits = options.limits ?? {
      keptMilliseconds: KEPT_MILLISECONDS,
      keptBytes: TRASH_BYTES,
    };
  }

  /** Opens the trash and finishes operations of an earlier run. Call it before sessions are listed. */
  static async open(options: TrashOptions): Promise<Trash> {
    const trash = new Trash(options);
    await trash.load();
    return trash;
  }

  list(): TrashContent {
    return { entries: this.items.entries(), ...this.limits, problem: this.problem };
  }

  /** Records that a session is to be deleted. Nothing is moved yet. */
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
      this.items.put({ id, sessionId, at, manifest, problem: null });
      return ok(id);
    });
  }

  /** Carries out a recorded deletion. If it fails, everything is where it was before. */
  async carryOut(id: string): Promise<Result<void>> {
    const done = await this.move('The session could not be deleted.', async () => {
      const item = this.items.get(id);
      if (item?.manifest?.state !== 'taking')
        return fail('not-found', 'This operation was not started.');
      try {
        await this.take(item);
      } catch (error) {
        await this.items.drop(item);
        throw error;
      }
      return ok();
    });
    if (done.ok) this.tidy();
    return done;
  }

  /** Records and carries out a deletion, for a session that is not in use. */
  async discard(sessionId: SessionId, facts: TrashFacts): Promise<Result<string>> {
    const begun = await this.begin(sessionId, facts);
    if (!begun.ok) return begun;
    const done = await this.carryOut(begun.value);
    return done.ok ? begun : done;
  }

  /** Puts a session back where it was. */
  restore(id: string): Promise<Result<SessionId>> {
    return this.move('The session could not be restored.', async () => {
      const item = await this.items.lookAgain(id);
      if (item === undefined || item.manifest?.state === 'erasing') {
        return fail('not-found', 'This is no longer in the trash.');
      }
      const refusal = await this.items.refusalToRestore(item);
      if (refusal !== null) return refusal;
      await this.bringBack(item);
      await this.restoreOrphans(item.sessionId);
      return ok(item.sessionId);
    });
  }

  /** Returns files that an earlier start found without a session to their existing sessions. */
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

  /** Permanently removes the current content; the removal continues after this has settled. */
  async empty(): Promise<Result<void>> {
    return this.move('The trash could not be emptied.', async () => {
      for (const item of this.items.all()) {
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

  /** Stops a removal in progress, which continues at the next start. */
  async close(): Promise<void> {
    this.closing.abort();
    this.dispose();
    await this.drain();
  }

  private async load(): Promise<void> {
    try {
      await this.items.load();
    } catch (error) {
      // Sessions can be used anyway; deleting one reports the problem.
      this.problem = explainRead(error);
      this.options.logger.warn('the trash cannot be read', { error });
    }
    for (const item of this.items.all()) await this.finish(item);
    this.tidy();
  }

  private async finish(item: TrashItem): Promise<void> {
    try {
      if (item.manifest?.state === 'taking') await this.take(item);
      if (item.manifest?.state === 'restoring') await this.putBack(item);
      if (item.manifest?.state === 'erasing') await this.condemn(item);
    } catch (error) {
      // Retried at the next start; until then everything stays where it is.
      const { id } = item;
      const problem = `It was interrupted and could not be finished: ${(error as Error).message}`;
      this.items.put({ ...item, problem });
      this.options.logger.warn('an item of the trash could not be finished', { id, error });
    }
  }

  /** Throws only if nothing was moved. */
  private async take(item: TrashItem): Promise<void> {
    let moved = (await this.places.locate(item.id, 'session')) === null ? 0 : 1;
    let failure: unknown = null;
    for (const part of PARTS) {
      if (!(await this.places.isInUse(item.sessionId, part))) continue;
      const from = this.places.inUse(item.sessionId, part);
      try {
        await moveFolder(from, await this.places.target(item.id, part));
        moved++;
      } catch (error) {
        if (!(await this.places.isInUse(item.sessionId, part))) {
          moved++;
          this.options.logger.warn('the disk did not confirm a move', { from, error });
          continue;
        }
        if (moved === 0) throw error;
        failure ??= error;
        this.options.logger.warn('a part of a deleted session stayed', { from, error });
      }
    }
    await this.trees.follow(item);
    if (failure === null) return this.items.markKept(item);
    // Listed, so that it can be restored; the rest follows at the next start.
    const problem = `It could be moved only in part, which is finished at the next start. ${(failure as Error).message}`;
    this.items.tell({ ...item, problem });
  }

  /** Restores files that were found without their session, if the session lacks them now. */
  private async restoreOrphans(sessionId: SessionId): Promise<void> {
    for (const item of this.items.all().toReversed()) {
      const isOrphan = item.manifest?.state === 'kept' && item.manifest.reason === 'orphan';
      if (item.sessionId !== sessionId || !isOrphan) continue;
      if ((await this.items.refusalToRestore(item)) !== null) continue;
      await this.bringBack(item);
    }
  }

  /**
   * Restores an item. One that fails halfway stays listed, so that it can be retried before the
   * next start.
   */
  private async bringBack(item: TrashItem): Promise<void> {
    await this.items.mark(item, 'restoring');
    try {
      await this.putBack(item);
    } catch (error) {
      const problem = `It could be restored only in part. ${(error as Error).message}`;
      this.items.tell({ ...(this.items.get(item.id) ?? item), problem });
      throw error;
    }
  }

  /**
   * Moves an item back, the session's own folder last, so that the session is listed only when it
   * is complete.
   */
  private async putBack(item: TrashItem): Promise<void> {
    await this.putPartBack(item, 'worktree');
    await this.putPartBack(item, 'airlock');
    await this.trees.follow(item);
    await this.putPartBack(item, 'session');
    await this.items.drop(item);
  }

  private async putPartBack(item: TrashItem, part: Part): Promise<void> {
    const from = await this.places.locate(item.id, part);
    if (from === null) return;
    const to = this.places.inUse(item.sessionId, part);
    await mkdir(dirname(to), { recursive: true });
    if (await this.places.isInUse(item.sessionId, part)) {
      const message = 'The session has other files now. Delete it first.';
      throw new AppException({ code: 'conflict', message, detail: to });
    }
    await moveFolder(from, to);
  }

  private async condemn(item: TrashItem): Promise<void> {
    const manifest = item.manifest ?? UNKNOWN;
    const condemned: TrashItem = {
      ...item,
      manifest: { ...manifest, state: 'erasing' },
      problem: null,
    };
    this.items.tell(condemned);
    // Ignore a failed write: on a full disk, removing is what makes room.
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
        this.items.tell({ ...condemned, problem });
        this.options.logger.warn('an item of the trash could not be removed', { error });
      }
    });
  }

  private async erase(item: TrashItem): Promise<void> {
    const workRoot = await this.places.target(item.id, 'worktree');
    await eraseFolder(workRoot, this.closing.signal);
    const folder = await this.places.locate(item.id, 'airlock');
    if (folder !== null) await this.trees.forget({ ...item, folder, workRoot });
    for (const part of PARTS) {
      const path = await this.places.locate(item.id, part);
      if (path !== null) await eraseFolder(path, this.closing.signal);
    }
    await this.items.drop(item);
  }

  /** Measures new items, and removes those that are too old or too large. */
  private tidy(): void {
    this.chore(async () => {
      for (const { id, manifest } of this.items.all()) {
        if (manifest?.state !== 'kept' || manifest.bytes !== null) continue;
        // A failure with one item must not stop the removal of others.
        await this.measure(id).catch((error: unknown) => {
          this.closing.signal.throwIfAborted();
          this.options.logger.warn('an item of the trash could not be measured', { id, error });
        });
      }
      await this.moves.run(async () => {
        await this.items.countTime(this.clock());
        await this.prune();
      });
    });
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
      this.items.tell({ ...item, manifest });
    });
  }

  /**
   * Removes old and large items, but keeps the newest item whatever its size, because the user may
   * want to restore it. Items that the user did not delete are removed only by age.
   */
  private async prune(): Promise<void> {
    const kept = this.items.all().filter(({ manifest }) => manifest?.state === 'kept');
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

function adviceOn(code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full: free some disk space, or empty the trash in the settings.';
    case 'EBUSY':
    case 'EPERM':
    case 'EACCES':
      return 'Another program has its files open, or Airlock has no permission to write there. Close it and try again.';
    default:
      return `Writing to the disk failed (${code}).`;
  }
}
