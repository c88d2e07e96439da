import { Queue } from '#main/base/queue';

/** Maps items with at most `limit` at a time; the results have the order of the items. */
export async function mapLimited<T, R>(
  limit: number,
  items: readonly T[],
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const queue = new Queue({ limit });
  return Promise.all(items.map((item) => queue.run(() => task(item))));
}
