import type { ObjectId, SessionId } from '#shared/ids';
import type { Hunk } from '../change';
import { type ChangeView, openFiles } from '../changeView';

/** What a session wants to do to a file and nobody has decided about yet. */
export interface FileTouch {
  /** Null: the file is new. */
  readonly base: ObjectId | null;
  readonly proposed: ObjectId | null;
  readonly hunks: readonly Hunk[];
}

/** By the path before the change. */
export type TouchedFiles = ReadonlyMap<string, FileTouch>;

/** `lines`: both change the same or adjacent lines, or one of them the whole file. */
export type CollisionLevel = 'lines' | 'file';

/** Two sessions that change the same file differently. */
export interface Collision {
  readonly path: string;
  readonly level: CollisionLevel;
  readonly other: SessionId;
}

export function touchedFiles(changes: readonly ChangeView[]): TouchedFiles {
  return new Map(
    openFiles(changes).map(({ change, hunks }) => [
      change.oldPath ?? change.path,
      {
        base: change.base?.blob ?? null,
        proposed: change.proposed?.blob ?? null,
        hunks: hunks.filter(({ outcome }) => outcome.state === 'pending').map(({ hunk }) => hunk),
      },
    ]),
  );
}

/** Null if both do the same, so that either can be accepted. Symmetric. */
export function collisionLevel(left: FileTouch, right: FileTouch): CollisionLevel | null {
  if (left.base === right.base && left.proposed === right.proposed) return null;
  // Places in different texts cannot be compared by their numbers.
  if (left.base !== right.base) return 'file';
  const own = without(left.hunks, right.hunks);
  const others = without(right.hunks, left.hunks);
  return own.some((hunk) => others.some((other) => touch(hunk, other))) ? 'lines' : 'file';
}

/** An id follows from the place and the texts: the same id is the same edit. */
function without(hunks: readonly Hunk[], others: readonly Hunk[]): readonly Hunk[] {
  const known = new Set(others.map(({ id }) => id));
  return hunks.filter(({ id, type }) => type !== 'text' || !known.has(id));
}

/** A hunk that is not about lines is about the whole file; its mode and format touch no line. */
function touch(left: Hunk, right: Hunk): boolean {
  if (left.type !== 'text' || right.type !== 'text') {
    return left.type === 'whole' || right.type === 'whole' || left.type === right.type;
  }
  return (
    left.baseStart <= right.baseStart + right.baseCount &&
    right.baseStart <= left.baseStart + left.baseCount
  );
}
