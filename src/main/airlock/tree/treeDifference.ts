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

/** Parses the output of `git diff-tree -z --raw`. */
export function parseDifferences(fields: readonly string[]): TreeDifference[] {
  const differences: TreeDifference[] = [];
  for (let at = 0; at < fields.length; ) {
    const [oldMode = '', mode = '', oldBlob = '', blob = '', status = ''] = (fields[at++] ?? '')
      .slice(1)
      .split(' ');
    const first = fields[at++] ?? '';
    const isMove = status.startsWith('R') || status.startsWith('C');
    const path = isMove ? (fields[at++] ?? '') : first;
    const [base, proposed] = [entry(oldMode, oldBlob), entry(mode, blob)];
    if (!isMove) differences.push({ path, base, proposed });
    else if (!isWithin(path, first) && !isWithin(first, path)) {
      differences.push({ path, oldPath: first, base, proposed });
    } else {
      // A file and a folder with the same name cannot coexist, so each is decided separately.
      differences.push({ path: first, base, proposed: null }, { path, base: null, proposed });
    }
  }
  return differences;
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function entry(mode: string, blob: string): TreeEntry | null {
  return mode === ABSENT_MODE ? null : { mode, blob: blob as ObjectId };
}
