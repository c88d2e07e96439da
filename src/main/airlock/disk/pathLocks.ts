import { Queue } from '#main/base/queue';
import { foldName } from '#shared/airlock/foldName';

/** One writer per file, across all sessions. Paths that may be the same file share a lock. */
export class PathLocks {
  private readonly queues = new Map<string, Queue>();

  /** Takes locks in a fixed order, so that two tasks never wait for each other. */
  async run<T>(root: string, paths: readonly string[], task: () => Promise<T>): Promise<T> {
    const keys = new Set(
      paths.map((path) => `${root}\0${path.split('/').map(foldName).join('/')}`),
    );
    const locked = [...keys]
      .sort()
      .reduceRight<() => Promise<T>>((inner, key) => () => this.locked(key, inner), task);
    return locked();
  }

  private async locked<T>(key: string, task: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? new Queue();
    this.queues.set(key, queue);
    try {
      return await queue.run(task);
    } finally {
      if (queue.size === 0) this.queues.delete(key);
    }
  }
}
