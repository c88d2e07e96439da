import type { ObjectId } from '#shared/ids';

export interface TreeEntry {
  readonly mode: string;
  readonly blob: ObjectId;
}

/** One path that differs between two trees. */
export interface TreeDifference {
  readonly path: string;
  readonly oldPath?: string;
  readonly base: TreeEntry | null;
  readonly proposed: TreeEntry | null;
}

export function sameEntry(left: TreeEntry | null, right: TreeEntry | null): boolean {
  return left?.blob === right?.blob && left?.mode === right?.mode;
}

const ABSENT_MODE = '000000';

/** Reads what `git diff-tree -z --raw` prints. */
export function parseDifferences(fields: readonly string[]): TreeDifference[] {
  const differences: TreeDifference[] = [];
  for (let at = 0; at < fields.length; ) {
    const [oldMode = '', mode = '', oldBlob = '', blob = '', status = ''] = (fields[at++] ?? '')
      .slice(1)
      .split(' ');
    const first = fields[at++] ?? '';
    const isMove = status.startsWith('R') || status.startsWith('C');
    const path = isMove ? (fields[at++] ?? '') : first;
    differences.push({
      path,
      ...(isMove && { oldPath: first }),
      base: entry(oldMode, oldBlob),
      proposed: entry(mode, blob),
    });
  }
  return differences;
}

function entry(mode: string, blob: string): TreeEntry | null {
  return mode === ABSENT_MODE ? null : { mode, blob: blob as ObjectId };
}
