import type { ObjectId, SessionId } from '#shared/ids';
import type { Hunk } from '../change';
import { type ChangeView, openFiles } from '../changeView';

/** An undecided change of a session to a file. */
export interface FileTouch {
  /** Null: the file is new. */
  readonly base: ObjectId | null;
  readonly proposed: ObjectId | null;
  /** The path of the file afterwards, if it is moved. */
  readonly movedTo?: string;
  readonly hunks: readonly Hunk[];
}

/** Keyed by the path before the change, and moved files also by the new one. */
export type TouchedFiles = ReadonlyMap<string, FileTouch>;

/**
 * `lines`: both change the same or adjacent lines. `whole`: one of them deletes the file or changes
 * it as a whole, such as an image. `move`: they move the file to different places. `place`: they
 * put different files in one place. `file`: they change the same file, and both changes can be kept
 * as far as is known.
 */
export type CollisionLevel = 'lines' | 'whole' | 'move' | 'place' | 'file';

/** Whether only one of the two changes can be kept as it is. */
export function areExclusive({ level }: Pick<Collision, 'level'>): boolean {
  return level !== 'file';
}

/** Two sessions that change the same file differently. */
export interface Collision {
  readonly path: string;
  readonly level: CollisionLevel;
  readonly other: SessionId;
}

export function touchedFiles(changes: readonly ChangeView[]): TouchedFiles {
  const touched = new Map<string, FileTouch>();
  for (const { change, hunks } of openFiles(changes)) {
    const { path, oldPath = path } = change;
    const proposed = change.proposed?.blob ?? null;
    const open = hunks.filter(({ outcome }) => outcome.state === 'pending');
    touched.set(oldPath, {
      base: change.base?.blob ?? null,
      proposed,
      ...(oldPath !== path && { movedTo: path }),
      hunks: open.map(({ hunk }) => hunk),
    });
    const move = open.find(({ hunk }) => hunk.type === 'rename')?.hunk;
    // The move puts a file at a path that had none.
    if (move && !touched.has(path)) touched.set(path, { base: null, proposed, hunks: [move] });
  }
  return touched;
}

/** Null if both make the same change, so that either can be accepted. Symmetric. */
export function collisionLevel(left: FileTouch, right: FileTouch): CollisionLevel | null {
  const isSame = left.base === right.base && left.proposed === right.proposed;
  if (isSame && left.movedTo === right.movedTo) return null;
  // Two files that arrive at one path are different files, whatever their lines.
  if (left.base === null && right.base === null && [left, right].some(isArrival)) return 'place';
  // Line numbers in different texts cannot be compared.
  if (left.base !== right.base) return 'file';
  const own = without(left.hunks, right.hunks);
  const others = without(right.hunks, left.hunks);
  return (
    WORST_FIRST.find((level) =>
      own.some((hunk) => others.some((other) => touch(hunk, other) === level)),
    ) ?? 'file'
  );
}

const WORST_FIRST = ['lines', 'whole', 'move'] as const;

function isArrival({ base, hunks }: FileTouch): boolean {
  return base === null && hunks.some(({ type }) => type === 'rename');
}

function without(hunks: readonly Hunk[], others: readonly Hunk[]): readonly Hunk[] {
  const known = new Set(others.map(editKey));
  return hunks.filter((hunk) => !known.has(editKey(hunk)) || hunk.type === 'whole');
}

/** Equal for equal edits. The id of a text hunk is derived from its place and its texts. */
function editKey(hunk: Hunk): string {
  return hunk.type === 'rename' || hunk.type === 'mode' ? `${hunk.type} ${hunk.to}` : hunk.id;
}

/** A hunk that is not about lines is about the whole file; its mode and format touch no line. */
function touch(left: Hunk, right: Hunk): CollisionLevel {
  if (left.type === 'whole' || right.type === 'whole') return 'whole';
  if (left.type === 'rename' && right.type === 'rename') return 'move';
  if (left.type !== 'text' || right.type !== 'text') {
    return left.type === right.type ? 'whole' : 'file';
  }
  const isApart =
    left.baseStart > right.baseStart + right.baseCount ||
    right.baseStart > left.baseStart + left.baseCount;
  return isApart ? 'file' : 'lines';
}
