import type { HunkId } from '#shared/ids';
import { splitLines } from '../diff/lines';
import { joinWhole, placeHunks } from '../diff/merge';
import { applyToLines, type TextHunk } from '../hunks';

/** The picked hunks of one side, and the text that they apply to. */
export interface PickedHunks<Owner> {
  readonly owner: Owner;
  readonly base: string;
  readonly hunks: readonly TextHunk[];
}

export interface PickedHunk<Owner> {
  readonly owner: Owner;
  readonly hunkId: HunkId;
}

/** Picks that conflict with each other, or a single pick that conflicts with the target. */
export interface PickConflict<Owner> {
  readonly picks: readonly PickedHunk<Owner>[];
  /** The lines of the target in conflict, counted from zero. */
  readonly start: number;
  readonly lines: readonly string[];
}

/** Lines of a composed text that somebody's picks brought in. */
export interface BroughtLines<Owner> {
  readonly owner: Owner;
  /** Counted from zero. */
  readonly start: number;
  readonly count: number;
}

export interface ComposedText<Owner> {
  /** The target with all picks that have no conflict. */
  readonly text: string;
  readonly brought: readonly BroughtLines<Owner>[];
  readonly conflicts: readonly PickConflict<Owner>[];
}

interface Placed<Owner> extends PickedHunk<Owner> {
  readonly hunk: TextHunk;
}

/**
 * Puts hunks of several sides into one text. Equal hunks of different sides count once. Hunks that
 * touch the same or adjacent lines are a conflict, in whichever order they are given.
 */
export function composeText<Owner>(
  target: string,
  sides: readonly PickedHunks<Owner>[],
): ComposedText<Owner> {
  const lines = splitLines(target);
  const conflicts: PickConflict<Owner>[] = [];
  const placed: Placed<Owner>[] = [];
  for (const { owner, base, hunks } of sides) {
    const found = placeHunks(base, target, hunks);
    for (const hunk of found.placed) placed.push({ owner, hunkId: hunk.id, hunk });
    for (const result of found.outcomes) {
      if (result.outcome !== 'conflict') continue;
      const { targetStart: start, target: present } = result.conflict;
      conflicts.push({ picks: [{ owner, hunkId: result.id }], start, lines: present });
    }
  }
  placed.sort((left, right) => inPlace(left.hunk, right.hunk));
  const taken: Placed<Owner>[] = [];
  for (const group of touching(placed)) {
    const [first] = group;
    if (first === undefined) continue;
    const owners = new Set(group.map(({ owner }) => owner));
    if (owners.size === 1) taken.push(...group);
    else if (areAlike(group)) {
      taken.push(...group.filter(({ owner }) => owner === first.owner));
    } else {
      const start = first.hunk.baseStart;
      const end = Math.max(...group.map(({ hunk }) => endOf(hunk)));
      const picks = group.map(({ owner, hunkId }) => ({ owner, hunkId }));
      conflicts.push({ picks, start, lines: lines.slice(start, end) });
    }
  }
  conflicts.sort((left, right) => left.start - right.start);
  const hunks = taken.map(({ hunk }) => hunk);
  return { text: joinWhole(applyToLines(lines, hunks)), brought: broughtLines(taken), conflicts };
}

/** The positions of these hunks' lines once all hunks of a text are applied. */
export function broughtLines<Owner>(
  taken: readonly { readonly owner: Owner; readonly hunk: TextHunk }[],
): readonly BroughtLines<Owner>[] {
  let grown = 0;
  return taken
    .toSorted((left, right) => inPlace(left.hunk, right.hunk))
    .map(({ owner, hunk: { baseStart, removed, added } }) => {
      const start = baseStart + grown;
      grown += added.length - removed.length;
      return { owner, start, count: added.length };
    });
}

/** Groups of hunks that touch each other, or others of the group. */
function touching<Owner>(placed: readonly Placed<Owner>[]): Placed<Owner>[][] {
  const groups: Placed<Owner>[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const next of placed) {
    const group = groups.at(-1);
    if (group === undefined || next.hunk.baseStart > end) groups.push([next]);
    else group.push(next);
    end = Math.max(end, endOf(next.hunk));
  }
  return groups;
}

/** Whether all sides change these lines in the same way. */
function areAlike<Owner>(group: readonly Placed<Owner>[]): boolean {
  const byOwner = new Map<Owner, string[]>();
  for (const { owner, hunk } of group) {
    const words = [hunk.baseStart, hunk.removed.length, ...hunk.added].join('\0');
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), words]);
  }
  return new Set([...byOwner.values()].map((words) => words.join('\0\0'))).size === 1;
}

function inPlace(left: TextHunk, right: TextHunk): number {
  return (
    left.baseStart - right.baseStart ||
    endOf(left) - endOf(right) ||
    left.proposedStart - right.proposedStart
  );
}

function endOf({ baseStart, removed }: TextHunk): number {
  return baseStart + removed.length;
}
