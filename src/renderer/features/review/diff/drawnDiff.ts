import type { HunkRange } from '#shared/airlock/hunks';
import type { LineSpan, SpanPair } from './lineSpans';

/** Start line, start column, end line, end column, all from one. */
export type TextSpan = readonly [number, number, number, number];

export interface WordChange {
  readonly original: TextSpan;
  readonly modified: TextSpan;
}

/** One change as the editor draws it. Null: the words were not compared. */
export interface DrawnChange extends SpanPair {
  readonly words: readonly WordChange[] | null;
}

/** A moved block, with its changes. */
export interface DrawnMove {
  readonly original: LineSpan;
  readonly modified: LineSpan;
  readonly changes: readonly DrawnChange[];
}

export interface DrawnDiff {
  readonly changes: readonly DrawnChange[];
  readonly moves: readonly DrawnMove[];
}

export interface DiffRequest {
  readonly original: string;
  readonly modified: string;
  /** The positions of the hunks; null computes them, as after the user's own edits. */
  readonly ranges: readonly HunkRange[] | null;
  /** Leaves out differences that are only whitespace at the ends of lines. */
  readonly ignoreWhitespace: boolean;
}
