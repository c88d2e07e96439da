import { type FSWatcher, watch } from 'node:fs';
import { sep } from 'node:path';
import { DisposableOwner, toDisposable } from '#main/base/disposable';
import type { Watching } from './treeWatcher';

/** One watch for a whole tree, where the system supports it. */
export class RecursiveWatch extends DisposableOwner implements Watching {
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
