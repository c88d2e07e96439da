import type { ObjectFormat } from '#main/airlock/objects/objectHash';
import type { TreeEntry } from './treeDifference';

export interface IndexEntry {
  readonly path: string;
  /** The entry; null removes the path. */
  readonly entry: TreeEntry | null;
}

/** The entry in the format of `git update-index -z --index-info`. */
export function indexLine({ path, entry }: IndexEntry, format: ObjectFormat): string {
  const none = '0'.repeat(format === 'sha256' ? 64 : 40);
  return `${entry?.mode ?? '0'} ${entry?.blob ?? none}\t${path}\0`;
}
