import type { ChangeId, HunkId } from '#shared/ids';
import type { Resolution } from './merge';
import type { LineSelection } from './splitHunk';

export type Verdict = 'accept' | 'reject';

export interface HunkVerdict {
  readonly hunkId: HunkId;
  readonly verdict: Verdict;
  /** Only these lines of it; the others stay undecided. */
  readonly lines?: LineSelection;
}

/** What somebody says about one change. */
export interface ChangeVerdict {
  readonly changeId: ChangeId;
  readonly hunks: readonly HunkVerdict[];
  /** What to do where the user's file has moved on in the same place. */
  readonly resolution?: Resolution;
  /** Said by somebody who was shown that this file makes programs run or trust things. */
  readonly acknowledgesRisk?: boolean;
}
