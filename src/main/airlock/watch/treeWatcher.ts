import { type FSWatcher, watch } from 'node:fs';
import { sep } from 'node:path';
import { withoutIgnored } from '#main/airlock/find/withoutIgnored';
import { type Disposable, DisposableOwner, toDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Git } from '#main/git/git';
import { FolderWatches } from './folderWatches';
import { TouchedPaths, type TouchReport } from './touchedPaths';

/** A system's method to watch for changes below a folder. */
export interface Watching extends Disposable {
  /** Null while everything is watched; otherwise why a part is not. */
  readonly fault: string | null;
  /** Watches the touched folders as well; settles when all existing folders are watched. */
  follow(touched: TouchReport): Promise<void>;
}

/** Leaves out untracked paths that git ignores. */
export type WithoutIgnored = (paths: readonly string[]) => Promise<readonly string[]>;

/** Reports when a working tree may have changed, except for files that git ignores. */
export class TreeWatcher extends DisposableOwner {
  private readonly touches = this.register(new Emitter<void>());
  /** Fires shortly after a change, once for many changes in a row. */
  readonly onDidTouch = this.touches.event;
  private readonly touched = this.register(new TouchedPaths());
  private readonly work = this.register(new Queue());
  private readonly watching: Watching;

  constructor(
    private readonly git: Git,
    root: string,
    platform: NodeJS.Platform = process.platform,
  ) {
    super();
    const onTouch = (path: string | null) => {
      const isOfInterest = path === null || !isGitOwn(path);
      if (isOfInterest && !this.isDisposed) this.touched.add(path);
    };
    // On other systems, one watch by the system covers a whole tree.
    this.watching = this.register(
      platform === 'linux'
        ? new FolderWatches(root, onTouch, (paths) => withoutIgnored(git, paths))
        : new RecursiveWatch(root, onTouch),
    );
    this.register(this.touched.onDidSettle((paths) => this.settle(paths)));
  }

  /** Settles when everything that exists is watched. */
  start(): Promise<void> {
    return this.work.run(() => this.watching.follow(null));
  }

  /** Null while every change is reported; otherwise why changes may be missed. */
  get fault(): string | null {
    return this.watching.fault;
  }

  drain(): Promise<void> {
    return this.work.drain();
  }

  private settle(paths: TouchReport): void {
    if (this.isDisposed) return;
    this.work.run(() => this.judge(paths)).catch(onUnexpectedError);
  }

  private async judge(paths: TouchReport): Promise<void> {
    const wanted = paths && new Set(await withoutIgnored(this.git, [...paths]));
    if (this.isDisposed || wanted?.size === 0) return;
    const changesRules = wanted && [...wanted].some((path) => /(^|\/)\.gitignore$/.test(path));
    // Watch first, so that changes after the look are reported.
    await this.watching.follow(changesRules ? null : wanted);
    if (!this.isDisposed) this.touches.fire();
  }
}

function isGitOwn(path: string): boolean {
  return path === '.git' || path.startsWith('.git/');
}

/** One watch for a whole tree, where the system supports it. */
class RecursiveWatch extends DisposableOwner implements Watching {
  fault: string | null = null;
  private watcher: FSWatcher | undefined;

  constructor(
    private readonly root: string,
    private readonly onTouch: (path: string) => void,
  ) {
    super();
    this.register(toDisposable(() => this.watcher?.close()));
  }

  async follow(): Promise<void> {
    if (this.watcher || this.fault !== null || this.isDisposed) return;
    try {
      this.watcher = watch(this.root, { recursive: true }, (_, name) => {
        if (name !== null) this.onTouch(name.replaceAll(sep, '/'));
      });
      this.watcher.on('error', (error) => {
        this.fault = error.message;
        this.watcher?.close();
      });
    } catch (error) {
      this.fault = (error as Error).message;
    }
  }
}
