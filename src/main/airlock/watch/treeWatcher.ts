import type { Disposable } from '#main/base/disposable';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Git } from '#main/git/git';
import { withoutIgnored } from '../git/withoutIgnored';
import { FolderWatches } from './folderWatches';
import { RecursiveWatch } from './recursiveWatch';
import { type Touched, TouchedPaths } from './touchedPaths';

/** What the system offers to hear of changes below a folder. */
export interface Watching extends Disposable {
  /** Null while all of it is watched; otherwise why some of it is not. */
  readonly fault: string | null;
  /** Settles when what there is by now is watched, too. */
  follow(touched: Touched): Promise<void>;
}

/** Without those that git ignores and does not track. */
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
    const onTouch = (path: string) => {
      if (!isGitOwn(path) && !this.isDisposed) this.touched.add(path);
    };
    // Elsewhere one watch of the system's own serves a whole tree.
    this.watching = this.register(
      platform === 'linux'
        ? new FolderWatches(root, onTouch, (paths) => withoutIgnored(git, paths))
        : new RecursiveWatch(root, onTouch),
    );
    this.register(this.touched.onDidSettle((paths) => this.settle(paths)));
  }

  /** Settles when all that there is by now is watched. */
  start(): Promise<void> {
    return this.work.run(() => this.watching.follow(null));
  }

  /** Null while it would tell of everything; otherwise why it may miss something. */
  get fault(): string | null {
    return this.watching.fault;
  }

  drain(): Promise<void> {
    return this.work.drain();
  }

  private settle(paths: Touched): void {
    if (this.isDisposed) return;
    this.work.run(() => this.judge(paths)).catch(onUnexpectedError);
  }

  private async judge(paths: Touched): Promise<void> {
    const wanted = paths && new Set(await withoutIgnored(this.git, [...paths]));
    if (this.isDisposed || wanted?.size === 0) return;
    const changesRules = wanted && [...wanted].some((path) => /(^|\/)\.gitignore$/.test(path));
    // First, so that whatever comes after the look is told.
    await this.watching.follow(changesRules ? null : wanted);
    if (!this.isDisposed) this.touches.fire();
  }
}

function isGitOwn(path: string): boolean {
  return path === '.git' || path.startsWith('.git/');
}
