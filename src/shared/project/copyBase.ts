/** A branch or tag that a copy can begin from. */
export interface CopyBase {
  /** The branch's full name, such as `refs/heads/main`. */
  readonly ref: string;
  readonly kind: 'branch' | 'remote branch' | 'tag';
}

/** The name that users know a ref by. */
export function baseName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|remotes|tags)\//, '');
}
