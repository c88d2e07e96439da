import { type Dirent, type FSWatcher, watch } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { AnchoredFolder } from '#main/base/anchoredFolder';
import { DisposableOwner, toDisposable } from '#main/base/disposable';
import { isOutOfDescriptors, NO_DESCRIPTORS } from '#main/base/outOfDescriptors';
import { FILES_AT_ONCE, WATCHED_FOLDERS } from '../limits';
import { mapLimited } from '../mapLimited';
import type { Touched } from './touchedPaths';
import type { Watching, WithoutIgnored } from './treeWatcher';

/** One watch per folder that git does not ignore: what is installed or built costs none. */
export class FolderWatches extends DisposableOwner implements Watching {
  fault: string | null = null;
  /** What was in the way may be gone the next time. */
  private isPassing = false;
  private readonly watchers = new Map<string, FSWatcher>();

  constructor(
    private readonly root: string,
    private readonly onTouch: (path: string) => void,
    private readonly withoutIgnored: WithoutIgnored,
  ) {
    super();
    this.register(toDisposable(() => this.closeAll()));
  }

  async follow(touched: Touched): Promise<void> {
    if (this.isPassing) {
      this.isPassing = false;
      this.fault = null;
      return this.watchAll(['']);
    }
    if (touched === null) return this.watchAll(['']);
    const folders = await mapLimited(FILES_AT_ONCE, [...touched], async (path) => {
      const isFolder = await this.isFolder(path);
      // A folder of the same name may have taken its place: its watch is on the one that is gone.
      this.forget(path);
      return isFolder ? path : null;
    });
    await this.watchAll(folders.filter((path) => path !== null));
  }

  /** Level by level, so that git is asked once for many. */
  private async watchAll(folders: readonly string[]): Promise<void> {
    for (let level = folders; level.length > 0 && this.fault === null && !this.isDisposed; ) {
      await mapLimited(FILES_AT_ONCE, level, (path) => this.watch(path));
      // Read after it is watched: whatever is made in between is told.
      const inner = (await mapLimited(FILES_AT_ONCE, level, (path) => this.foldersIn(path))).flat();
      level = await this.withoutIgnored(inner);
    }
  }

  /** Through the held folder: a link that has taken its place is not followed. */
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
      // Gone again, behind a link, or closed to us: git cannot look into it either.
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
      this.onTouch(folder === '' ? name : `${folder}/${name}`);
    });
    watcher.on('error', () => this.forget(folder));
    this.watchers.set(folder, watcher);
  }

  /** Half a watch tells nobody anything that counts, and takes from what others can have. */
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
      // What cannot be read now is not nothing; what is gone or closed to us is.
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
