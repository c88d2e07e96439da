import { type TextHunk, textHunk } from '../hunks';
import { endingOf } from './lines';

/** Lines of a hunk that somebody picked, as indexes into `removed` and `added`. */
export interface LineSelection {
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

export interface SplitHunk {
  readonly selected: readonly TextHunk[];
  readonly rest: readonly TextHunk[];
}

/**
 * Splits a hunk into the picked lines and the others, each decidable alone. Lines pair up by
 * position: the first added line replaces the first removed one, and so on. Null if the pick would
 * leave a line without an ending in the middle of the file.
 */
export function splitHunk(hunk: TextHunk, selection: LineSelection): SplitHunk | null {
  const removed = new Set(selection.removed);
  const added = new Set(selection.added);
  const pieces: Piece[] = [];
  const whole = wholeRows(hunk);
  for (let row = 0; row < whole; row++) {
    const hasRemoved = row < hunk.removed.length;
    const hasAdded = row < hunk.added.length;
    if (hasRemoved && hasAdded && removed.has(row) === added.has(row)) {
      pieces.push({ isSelected: removed.has(row), ...rowsOf(hunk, row, row + 1) });
      continue;
    }
    if (hasRemoved) {
      const addedAt = Math.min(row, hunk.added.length);
      pieces.push({
        isSelected: removed.has(row),
        removedFrom: row,
        removedTo: row + 1,
        addedFrom: addedAt,
        addedTo: addedAt,
      });
    }
    if (hasAdded) {
      const removedAt = Math.min(row + 1, hunk.removed.length);
      pieces.push({
        isSelected: added.has(row),
        removedFrom: removedAt,
        removedTo: removedAt,
        addedFrom: row,
        addedTo: row + 1,
      });
    }
  }
  const tail = tailOf(hunk, whole, removed, added);
  if (tail === 'torn') return null;
  if (tail) pieces.push(tail);
  return collect(hunk, pieces);
}

interface Piece {
  readonly isSelected: boolean;
  readonly removedFrom: number;
  readonly removedTo: number;
  readonly addedFrom: number;
  readonly addedTo: number;
}

/**
 * Rows before the first one with a line that has no ending; from there on nothing can be divided.
 */
function wholeRows(hunk: TextHunk): number {
  const lastRemoved = hunk.removed.at(-1);
  const lastAdded = hunk.added.at(-1);
  // If one side is empty, the line without an ending stays last whatever is picked.
  if (lastRemoved === undefined || lastAdded === undefined) return rowCount(hunk);
  if (endingOf(lastRemoved) !== '' && endingOf(lastAdded) !== '') return rowCount(hunk);
  return Math.min(hunk.removed.length, hunk.added.length) - 1;
}

function rowCount(hunk: TextHunk): number {
  return Math.max(hunk.removed.length, hunk.added.length);
}

function tailOf(
  hunk: TextHunk,
  from: number,
  removed: ReadonlySet<number>,
  added: ReadonlySet<number>,
): Piece | 'torn' | null {
  const rows = rowsOf(hunk, from, rowCount(hunk));
  const picks: boolean[] = [];
  for (let index = rows.removedFrom; index < rows.removedTo; index++)
    picks.push(removed.has(index));
  for (let index = rows.addedFrom; index < rows.addedTo; index++) picks.push(added.has(index));
  const [first] = picks;
  if (first === undefined) return null;
  return picks.every((pick) => pick === first) ? { isSelected: first, ...rows } : 'torn';
}

function rowsOf(hunk: TextHunk, from: number, to: number): Omit<Piece, 'isSelected'> {
  return {
    removedFrom: Math.min(from, hunk.removed.length),
    removedTo: Math.min(to, hunk.removed.length),
    addedFrom: Math.min(from, hunk.added.length),
    addedTo: Math.min(to, hunk.added.length),
  };
}

function collect(hunk: TextHunk, pieces: readonly Piece[]): SplitHunk {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && last.isSelected === piece.isSelected) {
      joined[joined.length - 1] = {
        ...last,
        removedTo: piece.removedTo,
        addedTo: piece.addedTo,
      };
    } else {
      joined.push(piece);
    }
  }
  const cut = ({ removedFrom, removedTo, addedFrom, addedTo }: Piece) =>
    textHunk(
      hunk.baseStart + removedFrom,
      hunk.removed.slice(removedFrom, removedTo),
      hunk.proposedStart + addedFrom,
      hunk.added.slice(addedFrom, addedTo),
    );
  return {
    selected: joined.filter((piece) => piece.isSelected).map(cut),
    rest: joined.filter((piece) => !piece.isSelected).map(cut),
  };
}
