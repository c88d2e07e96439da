import { type Dirent, type FSWatcher, watch } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { DisposableOwner, toDisposable } from '#main/base/disposable';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import { isOutOfDescriptors, NO_DESCRIPTORS } from '#main/base/files/outOfDescriptors';
import { EVENTS_AT_ONCE, FILES_AT_ONCE, WATCHED_FOLDERS } from '../limits';
import type { TouchReport } from './touchedPaths';
import type { Watching, WithoutIgnored } from './treeWatcher';

/** One watch per folder that git does not ignore; installed packages and build output need none. */
export class FolderWatches extends DisposableOwner implements Watching {
  fault: string | null = null;
  /** Whether the fault may be gone at the next attempt. */
  private isPassing = false;
  private readonly watchers = new Map<string, FSWatcher>();
  /** Events in this turn of the event loop. */
  private events = 0;

  constructor(
    private readonly root: string,
    private readonly onTouch: (path: string | null) => void,
    private readonly withoutIgnored: WithoutIgnored,
  ) {
    super();
    this.register(toDisposable(() => this.closeAll()));
  }

  async follow(touched: TouchReport): Promise<void> {
    if (this.isPassing) {
      this.isPassing = false;
      this.fault = null;
      return this.watchAll(['']);
    }
    if (touched === null) return this.watchAll(['']);
    const folders = await mapLimited(FILES_AT_ONCE, [...touched], async (path) => {
      const isFolder = await this.isFolder(path);
      // A new folder with the same name may have replaced it, while the watch is on the deleted
      // one.
      this.forget(path);
      return isFolder ? path : null;
    });
    await this.watchAll(folders.filter((path) => path !== null));
  }

  /** Watches level by level, so that git is asked only once per level. */
  private async watchAll(folders: readonly string[]): Promise<void> {
    for (let level = folders; level.length > 0 && this.fault === null && !this.isDisposed; ) {
      await mapLimited(FILES_AT_ONCE, level, (path) => this.watch(path));
      // Read after the watch has started, so that files created in between are reported.
      const inner = (await mapLimited(FILES_AT_ONCE, level, (path) => this.foldersIn(path))).flat();
      level = await this.withoutIgnored(inner);
    }
  }

  /** Watches through the held folder, so that a link in its place is not followed. */
  private async watch(folder: string): Promise<void> {
    try {
      const held = await AnchoredFolder.open(this.root, partsOf(folder));
      try {
        this.add(folder, held);
      } finally {
        await held.close();
      }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (isOutOfDescriptors(error)) return this.giveUpForNow();
      // The folder is gone, behind a link, or closed to us, so git cannot read it either.
      const isNoneOfOurs = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'].includes(code ?? '');
      if (!isNoneOfOurs) this.giveUp(message);
    }
  }

  private add(folder: string, held: AnchoredFolder): void {
    if (this.watchers.has(folder) || this.fault !== null || this.isDisposed) return;
    if (this.watchers.size >= WATCHED_FOLDERS) {
      this.giveUp('There are too many folders to watch.');
      return;
    }
    const watcher = watch(held.path, (_, name) => {
      if (name === null || this.isDisposed) return;
      if (this.isFlooded()) return this.pause(folder);
      this.onTouch(folder === '' ? name : `${folder}/${name}`);
    });
    watcher.on('error', () => this.forget(folder));
    this.watchers.set(folder, watcher);
  }

  /**
   * Whether events arrive too fast. Node reads events until there are none, so a program that
   * creates them faster than we read would keep us in that loop.
   */
  private isFlooded(): boolean {
    if (this.events === 0) setImmediate(() => (this.events = 0));
    this.events++;
    return this.events > EVENTS_AT_ONCE;
  }

  /** Stops watching a flooded folder; the next `follow` watches it again. */
  private pause(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
    this.onTouch(null);
  }

  /**
   * Gives up all watches: a partial watch is useless, and takes watches away from other programs.
   */
  private giveUp(fault: string): void {
    this.fault = fault;
    this.closeAll();
  }

  private giveUpForNow(): void {
    this.isPassing = true;
    this.giveUp(NO_DESCRIPTORS);
  }

  private closeAll(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  private forget(folder: string): void {
    if (!this.watchers.has(folder)) return;
    for (const [path, watcher] of this.watchers) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.watchers.delete(path);
    }
  }

  private async isFolder(path: string): Promise<boolean> {
    return lstat(join(this.root, path)).then(
      (status) => status.isDirectory(),
      () => false,
    );
  }

  private async entriesOf(folder: string): Promise<readonly Dirent[]> {
    try {
      const held = await AnchoredFolder.open(this.root, partsOf(folder));
      return await held.entries().finally(() => held.close());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      // A folder that cannot be read now is not empty; one that is gone or closed to us is.
      if (isOutOfDescriptors(error)) this.giveUpForNow();
      return [];
    }
  }

  private async foldersIn(folder: string): Promise<readonly string[]> {
    const entries = await this.entriesOf(folder);
    return entries
      .filter((entry) => entry.isDirectory() && entry.name !== '.git')
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
  }
}

function partsOf(folder: string): readonly string[] {
  return folder === '' ? [] : folder.split('/');
}
