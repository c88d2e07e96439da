import type { HunkId } from '#shared/ids';
import type { FileMode, Hunk } from './change';
import {
  type ComposedContent,
  type Composition,
  compose,
  keptContent,
  textHunksOf,
} from './diff/compose';
import { splitLines } from './diff/lines';
import { type MergeConflict, mergeHunks, mergeResolved, type Resolution } from './diff/merge';
import {
  canEncode,
  type DecodedText,
  formatOf,
  type TextFormat,
  withFormat,
} from './diff/textFormat';
import { invertHunks, rebaseHunks, type TextHunk } from './hunks';
import type { Side, Sides } from './review';

/** Why a hunk could not go into the user's file. Nothing of it was written. */
export type CrossingConflict =
  | ({ readonly type: 'lines' } & MergeConflict)
  /** The file has changed since, and is not text that could be merged. */
  | { readonly type: 'changed' }
  | { readonly type: 'missing' }
  | { readonly type: 'occupied'; readonly path: string }
  /** The lines have characters that the file's encoding cannot represent. */
  | { readonly type: 'encoding' };

export interface CrossingRequest {
  /** The state that the user's file is assumed to have, and the state that it should get. */
  readonly from: Composition | null;
  readonly to: Composition | null;
  readonly hunks: readonly Hunk[];
  /** The text hunks to apply, relative to the text of `from`. */
  readonly edits: readonly TextHunk[];
  /** How to resolve conflicts; without it they are reported and not written. */
  readonly resolution?: Resolution;
}

export interface PlannedWrite {
  readonly path: string;
  /** Null: the file is deleted. */
  readonly file: { readonly mode: FileMode; readonly content: ComposedContent } | null;
}

export interface CrossingPlan {
  readonly writes: readonly PlannedWrite[];
  /** One entry per hunk that was not applied; the others are applied, or were already. */
  readonly conflicts: ReadonlyMap<HunkId, CrossingConflict>;
}

/** The current content of the user's files; null where a file does not exist. */
export type TargetReader = (path: string) => Side | null;

/** Plans how to apply hunks to files that may have changed since. The user's own changes stay. */
export function planCrossing(request: CrossingRequest, targetAt: TargetReader): CrossingPlan {
  const { from, to } = request;
  const path = (from ?? to)?.path;
  if (path === undefined) return { writes: [], conflicts: new Map() };
  const target = targetAt(path);
  const moves = from !== null && to !== null && from.path !== to.path;
  const destination = moves ? targetAt(to.path) : null;
  if (matches(target, from) && destination === null) {
    if (to === null || isEncodable(to.content)) {
      return { writes: transition(from, to), conflicts: new Map() };
    }
    const conflict: CrossingConflict = { type: 'encoding' };
    return { writes: [], conflicts: new Map(request.hunks.map(({ id }) => [id, conflict])) };
  }
  if (moves && matches(target, from) && matches(destination, to)) {
    return { writes: [{ path: from.path, file: null }], conflicts: new Map() };
  }
  const hasArrived = moves ? target === null && matches(destination, to) : matches(target, to);
  if (hasArrived) return { writes: [], conflicts: new Map() };
  if (from === null || to === null || target === null) return wholePlan(request, path, target);
  return aspectPlan(request, from, to, target, destination);
}

/** The writes that turn one state of a file into the other. */
export function transition(
  from: Composition | null,
  to: Composition | null,
): readonly PlannedWrite[] {
  const writes: PlannedWrite[] = [];
  if (to !== null) writes.push({ path: to.path, file: { mode: to.mode, content: to.content } });
  // The old path comes last: a crash may leave the file in both places, but never in none.
  if (from !== null && from.path !== to?.path) writes.push({ path: from.path, file: null });
  return writes;
}

function wholePlan(
  { from, to, hunks, resolution }: CrossingRequest,
  path: string,
  target: Side | null,
): CrossingPlan {
  if (resolution !== undefined) return { writes: transition(from, to), conflicts: new Map() };
  const conflict: CrossingConflict =
    target === null
      ? { type: 'missing' }
      : from === null
        ? { type: 'occupied', path }
        : { type: 'changed' };
  return { writes: [], conflicts: new Map(hunks.map(({ id }) => [id, conflict])) };
}

function aspectPlan(
  request: CrossingRequest,
  from: Composition,
  to: Composition,
  target: Side,
  destination: Side | null,
): CrossingPlan {
  const conflicts = new Map<HunkId, CrossingConflict>();
  const content = contentPlan(request, from, to, target, conflicts);
  const takesPath = settle(request, 'rename', conflicts, () =>
    destination === null ? null : { type: 'occupied', path: to.path },
  );
  const takesMode = settle(request, 'mode', conflicts, () => {
    const isKnown = target.version.mode === from.mode || target.version.mode === to.mode;
    return isKnown ? null : { type: 'changed' };
  });
  const present: Composition = {
    path: from.path,
    mode: target.version.mode,
    content: keptContent(target),
  };
  const wanted: Composition = {
    path: takesPath ? to.path : from.path,
    mode: takesMode ? to.mode : target.version.mode,
    content,
  };
  const isSame =
    wanted.path === present.path &&
    wanted.mode === present.mode &&
    sameContent(wanted.content, present.content);
  return { writes: isSame ? [] : transition(present, wanted), conflicts };
}

/** Whether that aspect is requested and possible. Records the conflict if it is not possible. */
function settle(
  { hunks, resolution }: CrossingRequest,
  type: Hunk['type'],
  conflicts: Map<HunkId, CrossingConflict>,
  obstacle: () => CrossingConflict | null,
): boolean {
  const hunk = hunks.find((candidate) => candidate.type === type);
  if (hunk === undefined) return false;
  const conflict = resolution === undefined || type === 'rename' ? obstacle() : null;
  if (conflict !== null) conflicts.set(hunk.id, conflict);
  return conflict === null;
}

function contentPlan(
  request: CrossingRequest,
  from: Composition,
  to: Composition,
  target: Side,
  conflicts: Map<HunkId, CrossingConflict>,
): ComposedContent {
  const present = keptContent(target);
  const takesWhole = settle(request, 'whole', conflicts, () =>
    sameContent(present, from.content) || sameContent(present, to.content)
      ? null
      : { type: 'changed' },
  );
  if (takesWhole) return to.content;
  if (sameContent(present, from.content) && request.edits.length > 0) return to.content;
  const merged = textPlan(request, from, target, conflicts);
  return merged === null ? present : { type: 'text', text: merged };
}

/** Null: the text stays as it is. */
function textPlan(
  request: CrossingRequest,
  from: Composition,
  target: Side,
  conflicts: Map<HunkId, CrossingConflict>,
): DecodedText | null {
  const format = request.hunks.find((hunk) => hunk.type === 'format');
  const base = from.content.text;
  if (target.text === null || base === null) {
    for (const { id } of request.edits) conflicts.set(id, { type: 'changed' });
    if (format) conflicts.set(format.id, { type: 'changed' });
    return null;
  }
  const text = mergeEdits(request, base.text, target.text.text, conflicts);
  const present = formatOf(target.text.encoding, splitLines(target.text.text));
  const takesFormat = settle(request, 'format', conflicts, () =>
    format && canReformat(present, format) ? null : { type: 'changed' },
  );
  const result =
    takesFormat && format
      ? withFormat(text, format.from, format.to)
      : { text, encoding: target.text.encoding };
  if (canEncode(result.text, result.encoding)) return result;
  for (const { id } of request.edits) conflicts.set(id, { type: 'encoding' });
  return null;
}

function mergeEdits(
  { edits, resolution }: CrossingRequest,
  base: string,
  target: string,
  conflicts: Map<HunkId, CrossingConflict>,
): string {
  if (edits.length === 0) return target;
  if (resolution !== undefined) return mergeResolved(base, target, edits, resolution);
  const merge = mergeHunks(base, target, edits);
  for (const hunk of merge.hunks) {
    if (hunk.outcome === 'conflict') conflicts.set(hunk.id, { type: 'lines', ...hunk.conflict });
  }
  return merge.text;
}

function matches(target: Side | null, wanted: Composition | null): boolean {
  if (target === null || wanted === null) return target === wanted;
  return target.version.mode === wanted.mode && sameContent(keptContent(target), wanted.content);
}

function isEncodable(content: ComposedContent): boolean {
  return content.type === 'kept' || canEncode(content.text.text, content.text.encoding);
}

function sameContent(left: ComposedContent, right: ComposedContent): boolean {
  if (left.type === 'kept' && right.type === 'kept') {
    return left.version.blob === right.version.blob;
  }
  return (
    left.text !== null &&
    right.text !== null &&
    left.text.encoding === right.text.encoding &&
    left.text.text === right.text.text
  );
}

/** Mixed endings can only be restored in the very text that had them. */
function canReformat(
  present: TextFormat,
  { from, to }: { readonly from: TextFormat; readonly to: TextFormat },
): boolean {
  if (from.ending === to.ending) {
    return present.encoding === from.encoding || present.encoding === to.encoding;
  }
  return to.ending !== 'mixed' && (sameFormat(present, from) || sameFormat(present, to));
}

function sameFormat(left: TextFormat, right: TextFormat): boolean {
  return left.encoding === right.encoding && left.ending === right.ending;
}

/** The edit that brings a file from one set of applied hunks to another. */
export function crossingRequest(
  sides: Sides,
  hunks: readonly Hunk[],
  before: ReadonlySet<HunkId>,
  after: ReadonlySet<HunkId>,
  resolution?: Resolution,
): CrossingRequest {
  const present = hunks.filter(({ id }) => before.has(id));
  const taken = hunks.filter(({ id }) => after.has(id) && !before.has(id));
  const returned = present.filter(({ id }) => !after.has(id));
  if (taken.length > 0 && returned.length > 0)
    throw new Error('Accepted and rejected hunks cannot be mixed.');
  const presentTexts = textHunksOf(sides, present);
  const isReturned = new Set(returned.map(({ id }) => id));
  const edits =
    returned.length > 0
      ? invertHunks(presentTexts).filter(({ id }) => isReturned.has(id))
      : rebaseHunks(textHunksOf(sides, taken), presentTexts);
  return {
    from: compose(sides, hunks, before),
    to: compose(sides, hunks, after),
    hunks: [...taken, ...returned.map(inverse)],
    edits,
    ...(resolution !== undefined && { resolution }),
  };
}

/**
 * Text and other aspects follow from the two states; only a format hunk names its own direction.
 */
function inverse(hunk: Hunk): Hunk {
  return hunk.type === 'format' ? { ...hunk, from: hunk.to, to: hunk.from } : hunk;
}
