import { LineRange } from 'monaco-editor/editor/common/core/ranges/lineRange.js';
import { MovedText } from 'monaco-editor/editor/common/diff/linesDiffComputer.js';
import { LineRangeMapping } from 'monaco-editor/editor/common/diff/rangeMapping.js';
import type { HunkRange } from '#shared/airlock/hunks';
import { diffClient } from '#window/features/review/diff/diffClient';
import { mappingOf } from '#window/features/review/diff/drawDiff';
import type { TextModel } from './monaco';

interface Known {
  readonly ranges: readonly HunkRange[];
  readonly version: number;
}

const known = new WeakMap<TextModel, Known>();

/** Sets the hunks of a proposed text. They are valid until the text is edited. */
export function setHunks(modified: TextModel, ranges: readonly HunkRange[]): void {
  known.set(modified, { ranges, version: modified.getVersionId() });
}

/**
 * Replaces Monaco's own comparison. The editor then draws exactly the hunks that are decided on,
 * and cannot give up on a long file and silently show it as one change.
 */
export const hunkDiffProviders = {
  createDiffProvider: () => ({
    onDidChange: () => ({ dispose: () => undefined }),
    dispose: () => undefined,
    computeDiff,
  }),
};

async function computeDiff(
  original: TextModel,
  modified: TextModel,
  { ignoreTrimWhitespace }: { readonly ignoreTrimWhitespace: boolean },
) {
  // Monaco asks once more if options change while a pane is closing.
  if (original.isDisposed() || modified.isDisposed()) {
    return { identical: true, quitEarly: true, changes: [], moves: [] };
  }
  const hunks = known.get(modified);
  const diff = await diffClient.draw({
    original: original.getValue(),
    modified: modified.getValue(),
    ranges: hunks?.version === modified.getVersionId() ? hunks.ranges : null,
    ignoreWhitespace: ignoreTrimWhitespace,
  });
  return {
    identical: diff.changes.length === 0,
    quitEarly: false,
    changes: diff.changes.map(mappingOf),
    moves: diff.moves.map(
      (move) =>
        new MovedText(
          new LineRangeMapping(
            new LineRange(move.original.start, move.original.end),
            new LineRange(move.modified.start, move.modified.end),
          ),
          move.changes.map(mappingOf),
        ),
    ),
  };
}
