import type { ObjectFormat } from '#main/airlock/objects/objectHash';
import type { TreeEntry } from './treeDifference';

export interface IndexEntry {
  readonly path: string;
  /** Null takes the path out. */
  readonly entry: TreeEntry | null;
}

/** In the format of `git update-index -z --index-info`. */
export function indexLine({ path, entry }: IndexEntry, format: ObjectFormat): string {
  const none = '0'.repeat(format === 'sha256' ? 64 : 40);
  return `${entry?.mode ?? '0'} ${entry?.blob ?? none}\t${path}\0`;
}
