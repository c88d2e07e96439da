import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DisposableOwner, toDisposable } from '#main/base/disposable';
import { FILES_AT_ONCE, WATCHED_FOLDERS } from '../limits';
import { mapLimited } from '../mapLimited';
import type { Touched } from './touchedPaths';
import type { Watching, WithoutIgnored } from './treeWatcher';

/** One watch per folder that git does not ignore: what is installed or built costs none. */
export class FolderWatches extends DisposableOwner implements Watching {
  fault: string | null = null;
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
      for (const folder of level) this.watch(folder);
      // Read after it is watched: whatever is made in between is told.
      const inner = (await mapLimited(FILES_AT_ONCE, level, (path) => this.foldersIn(path))).flat();
      level = await this.withoutIgnored(inner);
    }
  }

  private watch(folder: string): void {
    if (this.watchers.has(folder) || this.fault !== null || this.isDisposed) return;
    if (this.watchers.size >= WATCHED_FOLDERS) {
      this.giveUp('There are too many folders to watch.');
      return;
    }
    try {
      const watcher = watch(join(this.root, folder), (_, name) => {
        if (name === null || this.isDisposed) return;
        this.onTouch(folder === '' ? name : `${folder}/${name}`);
      });
      watcher.on('error', () => this.forget(folder));
      this.watchers.set(folder, watcher);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // Gone again, or closed to us: git cannot look into it either.
      if (!['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code ?? '')) this.giveUp(message);
    }
  }

  /** Half a watch tells nobody anything that counts, and takes from what others can have. */
  private giveUp(fault: string): void {
    this.fault = fault;
    this.closeAll();
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

  private async foldersIn(folder: string): Promise<readonly string[]> {
    const entries = await readdir(join(this.root, folder), { withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isDirectory() && entry.name !== '.git')
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
  }
}
