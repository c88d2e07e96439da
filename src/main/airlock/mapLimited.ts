import { Queue } from '#main/base/queue';

/** Does the same for many items, so many at a time; results come in the order of the items. */
export async function mapLimited<T, R>(
  limit: number,
  items: readonly T[],
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const queue = new Queue({ limit });
  return Promise.all(items.map((item) => queue.run(() => task(item))));
}
