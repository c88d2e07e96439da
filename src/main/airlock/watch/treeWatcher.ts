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

/** The system's means to watch for changes below a folder. */
export interface Watching extends Disposable {
  /** Null while all of it is watched; otherwise why some of it is not. */
  readonly fault: string | null;
  /** Settles when all present folders are watched, too. */
  follow(touched: TouchReport): Promise<void>;
}

/** Without paths that git ignores and does not track. */
export type WithoutIgnored = (paths: readonly string[]) => Promise<readonly string[]>;

/** Tells when a working tree may hold something new; what git ignores is of no interest. */
export class TreeWatcher extends DisposableOwner {
  private readonly touches = this.register(new Emitter<void>());
  /** Fires soon after, once for many changes in a row. */
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
    // Elsewhere one watch of the system's own serves a whole tree.
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

  /** Null while it reports every change; otherwise why it may miss one. */
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
    // First, so that changes after the look are reported.
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
