import { Range } from 'monaco-editor/editor/common/core/range.js';
import { LineRange } from 'monaco-editor/editor/common/core/ranges/lineRange.js';
import { DateTimeout } from 'monaco-editor/editor/common/diff/defaultLinesDiffComputer/algorithms/diffAlgorithm.js';
import { DefaultLinesDiffComputer } from 'monaco-editor/editor/common/diff/defaultLinesDiffComputer/defaultLinesDiffComputer.js';
import {
  DetailedLineRangeMapping,
  RangeMapping,
} from 'monaco-editor/editor/common/diff/rangeMapping.js';
import { computeHunks, rangeOf } from '#shared/airlock/hunks';
import {
  MOVE_CHANGES,
  MOVE_MILLISECONDS,
  WORD_CHARACTERS,
  WORD_LINES,
  WORD_MILLISECONDS,
} from '#window/features/review/limits';
import type { DiffRequest, DrawnChange, DrawnDiff, DrawnMove, WordChange } from './drawnDiff';
import { closedAtEnd, isEmptySpan, type LineSpan, type SpanPair, spansOf } from './lineSpans';

const options = { ignoreTrimWhitespace: false, computeMoves: false };

/**
 * The data that an editor needs to draw a change. It uses our own hunks, so that what is shown is
 * what is decided, refined with Monaco's comparison of words and its search for moved blocks.
 */
export function drawDiff(request: DiffRequest, now: () => number = Date.now): DrawnDiff {
  const original = editorLines(request.original);
  const modified = editorLines(request.modified);
  const ranges = request.ranges ?? computeHunks(request.original, request.modified).map(rangeOf);
  const pairs = closedAtEnd(ranges.map(spansOf), original.length, modified.length);
  const shown = request.ignoreWhitespace
    ? pairs.filter((pair) => !isWhitespaceOnly(pair, original, modified))
    : pairs;
  const deadline = now() + WORD_MILLISECONDS;
  const changes = shown.map((pair): DrawnChange => {
    const remaining = deadline - now();
    const words = remaining > 0 ? compareWords(pair, original, modified, remaining) : null;
    return { ...pair, words };
  });
  return { changes, moves: findMoves(changes, original, modified) };
}

/** Split as editors do: a text that ends with a line ending has an empty line after it. */
function editorLines(text: string): string[] {
  return text.split(/\r?\n/);
}

/** Only compares lines that pair up, because the editor places unchanged lines side by side. */
function isWhitespaceOnly(
  { original, modified }: SpanPair,
  originalLines: readonly string[],
  modifiedLines: readonly string[],
): boolean {
  const removed = originalLines.slice(original.start - 1, original.end - 1);
  const added = modifiedLines.slice(modified.start - 1, modified.end - 1);
  return (
    removed.length === added.length &&
    removed.every((line, index) => line.trim() === added[index]?.trim())
  );
}

function compareWords(
  { original, modified }: SpanPair,
  originalLines: readonly string[],
  modifiedLines: readonly string[],
  milliseconds: number,
): readonly WordChange[] | null {
  if (isEmptySpan(original) || isEmptySpan(modified)) return null;
  const removed = originalLines.slice(original.start - 1, original.end - 1);
  const added = modifiedLines.slice(modified.start - 1, modified.end - 1);
  if (removed.length + added.length > WORD_LINES) return null;
  if (lengthOf(removed) + lengthOf(added) > WORD_CHARACTERS) return null;
  const { changes, hitTimeout } = new DefaultLinesDiffComputer().computeDiff(removed, added, {
    ...options,
    maxComputationTimeMs: Math.max(1, Math.floor(milliseconds)),
  });
  if (hitTimeout) return null;
  return changes.flatMap(({ innerChanges }) =>
    (innerChanges ?? []).map(({ originalRange, modifiedRange }) => ({
      original: spanOf(originalRange, original.start - 1),
      modified: spanOf(modifiedRange, modified.start - 1),
    })),
  );
}

/** Monaco looks above the first line for more of a block. A line that is like no other stops it. */
const LEAD = 1;

function findMoves(
  changes: readonly DrawnChange[],
  original: readonly string[],
  modified: readonly string[],
): readonly DrawnMove[] {
  if (changes.length < 2 || changes.length > MOVE_CHANGES) return [];
  const numbers = new Map<string, number>();
  const [originals, modifieds] = [
    ['\u0001', ...original],
    ['\u0002', ...modified],
  ];
  const moves = new DefaultLinesDiffComputer().computeMoves(
    changes.map((change) =>
      mappingOf({
        original: shifted(change.original, LEAD),
        modified: shifted(change.modified, LEAD),
        words: null,
      }),
    ),
    originals,
    modifieds,
    numberLines(originals, numbers),
    numberLines(modifieds, numbers),
    new DateTimeout(MOVE_MILLISECONDS),
    true,
    { ...options, maxComputationTimeMs: MOVE_MILLISECONDS },
  );
  return moves.map((move) => ({
    original: lineSpan(move.lineRangeMapping.original),
    modified: lineSpan(move.lineRangeMapping.modified),
    changes: move.changes.map((change) => ({
      original: lineSpan(change.original),
      modified: lineSpan(change.modified),
      words: (change.innerChanges ?? []).map(({ originalRange, modifiedRange }) => ({
        original: spanOf(originalRange, -LEAD),
        modified: spanOf(modifiedRange, -LEAD),
      })),
    })),
  }));
}

/** The changes in Monaco's own form. */
export function mappingOf({ original, modified, words }: DrawnChange): DetailedLineRangeMapping {
  return new DetailedLineRangeMapping(
    new LineRange(original.start, original.end),
    new LineRange(modified.start, modified.end),
    words?.map(
      (word) => new RangeMapping(new Range(...word.original), new Range(...word.modified)),
    ),
  );
}

function numberLines(lines: readonly string[], numbers: Map<string, number>): number[] {
  return lines.map((line) => {
    const text = line.trim();
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
}

function lineSpan({ startLineNumber, endLineNumberExclusive }: LineRange): LineSpan {
  return shifted({ start: startLineNumber, end: endLineNumberExclusive }, -LEAD);
}

function shifted({ start, end }: LineSpan, by: number): LineSpan {
  return { start: start + by, end: end + by };
}

function spanOf(range: Range, shift: number): WordChange['original'] {
  return [
    range.startLineNumber + shift,
    range.startColumn,
    range.endLineNumber + shift,
    range.endColumn,
  ];
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
