import type { ChangeId, HunkId } from '#shared/ids';
import type { Resolution } from './diff/merge';
import type { LineSelection } from './diff/splitHunk';

export type Verdict = 'accept' | 'reject';

export interface HunkVerdict {
  readonly hunkId: HunkId;
  readonly verdict: Verdict;
  /** Only these lines of the hunk; the others stay undecided. */
  readonly lines?: LineSelection;
}

/** The user's verdict on one change. */
export interface ChangeVerdict {
  readonly changeId: ChangeId;
  readonly hunks: readonly HunkVerdict[];
  /** How to resolve a conflict with the user's file. */
  readonly resolution?: Resolution;
  /** The user was shown that this file can run code, and confirmed it. */
  readonly acknowledgesRisk?: boolean;
}
