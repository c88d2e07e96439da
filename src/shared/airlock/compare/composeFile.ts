import type { HunkId } from '#shared/ids';
import type { FileMode, Hunk } from '../change';
import { type Composition, compose, keptContent, textHunksOf } from '../diff/compose';
import type { TextHunk } from '../hunks';
import type { Side, Sides } from '../review';
import {
  type BroughtLines,
  broughtLines,
  composeText,
  type PickConflict,
  type PickedHunk,
} from './composeText';

/** What was picked of one agent's change of a file. */
export interface FilePicks<Owner> {
  readonly owner: Owner;
  readonly sides: Sides;
  readonly hunks: readonly Hunk[];
  readonly picked: ReadonlySet<HunkId>;
}

/** The current path and content of a file; `side` is null if the file does not exist. */
export interface PresentSide {
  readonly path: string;
  readonly side: Side | null;
}

export interface ComposedFile<Owner> {
  /** Null: the file should not exist. */
  readonly result: Composition | null;
  /** The owners of the lines of the result that have changed. */
  readonly brought: readonly BroughtLines<Owner>[];
  readonly conflicts: readonly PickConflict<Owner>[];
}

/**
 * Composes one file from what was picked of several agents' changes. Picks that cannot be applied
 * together are all left out and reported.
 */
export function composeFile<Owner>(
  present: PresentSide,
  picks: readonly FilePicks<Owner>[],
): ComposedFile<Owner> {
  const taken = picks.filter(({ picked }) => picked.size > 0);
  if (taken.length === 0) return { result: asItIs(present), brought: [], conflicts: [] };
  // Agents may have begun with different versions: any pick that began with the present one will
  // do.
  const fitting = taken.find((pick) => isAsBefore(present, pick));
  if (fitting && taken.every((pick) => isSamePick(pick, fitting))) {
    const { owner, sides, hunks, picked } = fitting;
    const taken = pickedText(fitting).map((hunk) => ({ owner, hunk }));
    const result = compose(sides, hunks, picked);
    return { result, brought: broughtLines(taken), conflicts: [] };
  }
  if (!taken.every((pick) => isMergeable(pick)) || present.side?.text == null) {
    const conflicts = [{ picks: named(taken), start: 0, lines: [] }];
    return { result: asItIs(present), brought: [], conflicts };
  }
  const { text, encoding } = present.side.text;
  const composed = composeText(
    text,
    taken.map((pick) => ({
      owner: pick.owner,
      base: pick.sides.base?.text?.text ?? '',
      hunks: pickedText(pick),
    })),
  );
  return {
    result: {
      path: present.path,
      mode: pickedMode(taken) ?? present.side.version.mode,
      content: { type: 'text', text: { text: composed.text, encoding } },
    },
    brought: composed.brought,
    conflicts: composed.conflicts,
  };
}

function pickedText<Owner>({ sides, hunks, picked }: FilePicks<Owner>): readonly TextHunk[] {
  return textHunksOf(
    sides,
    hunks.filter(({ id }) => picked.has(id)),
  );
}

function asItIs({ path, side }: PresentSide): Composition | null {
  return side && { path, mode: side.version.mode, content: keptContent(side) };
}

/** Whether the user's file is the one that the agent began with. */
function isAsBefore<Owner>({ path, side }: PresentSide, { sides }: FilePicks<Owner>): boolean {
  const { base } = sides;
  if (base === null || side === null) return base === side;
  return (
    path === (sides.oldPath ?? sides.path) &&
    base.version.blob === side.version.blob &&
    base.version.mode === side.version.mode
  );
}

/** Whether the picks of both agents turn the same file into the same result. */
function isSamePick<Owner>(left: FilePicks<Owner>, right: FilePicks<Owner>): boolean {
  if (left === right) return true;
  const ofLeft = compose(left.sides, left.hunks, left.picked);
  const ofRight = compose(right.sides, right.hunks, right.picked);
  return JSON.stringify(ofLeft) === JSON.stringify(ofRight);
}

/** Lines and modes of several agents can be combined; anything else must come from one agent. */
function isMergeable<Owner>({ hunks, picked }: FilePicks<Owner>): boolean {
  return hunks.every(({ id, type }) => !picked.has(id) || type === 'text' || type === 'mode');
}

/** A file has one of two modes, so all agents that change its mode agree on the new one. */
function pickedMode<Owner>(picks: readonly FilePicks<Owner>[]): FileMode | undefined {
  const taken = picks.flatMap(({ hunks, picked }) => hunks.filter(({ id }) => picked.has(id)));
  return taken.find((hunk) => hunk.type === 'mode')?.to;
}

function named<Owner>(picks: readonly FilePicks<Owner>[]): PickedHunk<Owner>[] {
  return picks.flatMap(({ owner, picked }) => [...picked].map((hunkId) => ({ owner, hunkId })));
}
