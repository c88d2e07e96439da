import type { Change, FileMode } from '#shared/airlock/change';
import { type ChangeView, viewOf } from '#shared/airlock/changeView';
import type { HunkOutcome } from '#shared/airlock/ledgerEvents';
import { reviewOf, type Side } from '#shared/airlock/review';
import type { ChangeId, DecisionId, ObjectId } from '#shared/ids';

interface Example {
  readonly path?: string;
  readonly oldPath?: string;
  readonly base?: string | null;
  readonly proposed?: string | null;
  readonly baseMode?: FileMode;
  /** The mode of the proposed file. */
  readonly mode?: FileMode;
  readonly origin?: Change['origin'];
  readonly at?: number;
  /** What became of each hunk, in order; the rest is undecided. */
  readonly states?: readonly HunkOutcome['state'][];
}

let count = 0;

/** A change as main would tell of it, for tests. */
export function exampleChange({
  path = 'src/a.txt',
  oldPath,
  base = 'one\ntwo\nthree\n',
  proposed = 'one\n2\nthree\n',
  baseMode = '100644',
  mode = '100644',
  origin = 'scan',
  at = 0,
  states = [],
}: Example = {}): ChangeView {
  const changeId = `chg_${++count}` as ChangeId;
  const sides = {
    path,
    ...(oldPath !== undefined && { oldPath }),
    base: sideOf(base, baseMode),
    proposed: sideOf(proposed, mode),
  };
  const review = reviewOf(sides);
  return viewOf({
    change: {
      changeId,
      ...sides,
      ...review,
      base: sides.base?.version ?? null,
      proposed: sides.proposed?.version ?? null,
      origin,
      turnId: null,
      toolCallId: null,
      afterTheFact: false,
    },
    at,
    hunks: review.hunks.map((hunk, index) => {
      const state = states[index] ?? 'pending';
      return {
        hunk,
        outcome: { hunkId: hunk.id, state } as HunkOutcome,
        decisionId: state === 'pending' ? null : (`dec_${changeId}_${index}` as DecisionId),
      };
    }),
    isSuperseded: false,
    isWithdrawn: false,
    standing: { base: null, work: null },
  });
}

/** With a zero byte it is no text. */
function sideOf(text: string | null, mode: FileMode): Side | null {
  if (text === null) return null;
  const version = { blob: text as ObjectId, mode, bytes: text.length } as const;
  if (mode === '120000' || text.includes('\0')) return { version, text: null };
  return { version, text: { text, encoding: 'utf8' } };
}
