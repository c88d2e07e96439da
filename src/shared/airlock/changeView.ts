import type { DecisionId } from '#shared/ids';
import type { Change, Hunk } from './change';
import { type ChangeRecord, type ChangeStatus, changeStatus } from './ledger';
import type { HunkOutcome } from './ledgerEvents';
import { assessPath, type Risk } from './policy';
import type { SelfArmingTest } from './selfArming';

export interface HunkView {
  readonly hunk: Hunk;
  readonly outcome: HunkOutcome;
  readonly decisionId: DecisionId | null;
}

/** A change as the reviewer sees it, without the texts. */
export interface ChangeView {
  readonly change: Change;
  readonly at: number;
  readonly status: ChangeStatus;
  readonly hunks: readonly HunkView[];
  /** The worst of the places it touches. */
  readonly risk: Risk;
  readonly addedLines: number;
  readonly removedLines: number;
}

export function viewOf(record: ChangeRecord, selfArming?: SelfArmingTest): ChangeView {
  const { change, at, hunks } = record;
  const { added, removed } = linesIn(change.hunks);
  return {
    change,
    at,
    status: changeStatus(record),
    hunks,
    risk: riskOf(change, selfArming),
    addedLines: added,
    removedLines: removed,
  };
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** The latest change of each file that has something left to decide. */
export function openFiles(changes: readonly ChangeView[]): readonly ChangeView[] {
  const latest = new Map(changes.map((view) => [view.change.path, view]));
  return [...latest.values()].filter(({ status }) => status === 'open');
}

/** Hunks that are still to be decided on. */
export function openHunks({ hunks }: Pick<ChangeView, 'hunks'>): readonly HunkView[] {
  return hunks.filter(({ outcome }) => outcome.state === 'pending');
}

/** Lines of the hunks that are still to be decided on. */
export function undecidedLines(views: readonly Pick<ChangeView, 'hunks'>[]): LineCounts {
  return linesIn(views.flatMap(openHunks).map(({ hunk }) => hunk));
}

function linesIn(hunks: readonly Hunk[]): LineCounts {
  let [added, removed] = [0, 0];
  for (const hunk of hunks) {
    if (hunk.type === 'text') {
      added += hunk.proposedCount;
      removed += hunk.baseCount;
    } else if (hunk.type === 'whole') removed += hunk.lines ?? 0;
  }
  return { added, removed };
}

export function riskOf(
  { path, oldPath, arms }: Pick<Change, 'path' | 'oldPath' | 'arms'>,
  selfArming?: SelfArmingTest,
): Risk {
  const risk = assessPath(path, selfArming);
  if (risk.type === 'refused') return risk;
  const before = oldPath === undefined ? risk : assessPath(oldPath, selfArming);
  if (before.type !== 'ordinary') return before;
  return risk.type === 'ordinary' && arms !== undefined ? { type: 'red', reason: arms } : risk;
}

/** The note that tells an agent which lines of its text were rejected. */
export function refusalNote({ change, hunks }: Pick<ChangeView, 'change' | 'hunks'>): string {
  const refused = hunks.filter(({ outcome }) => outcome.state === 'rejected');
  return `Rejected: ${refused.map(({ hunk }) => nameOf(hunk)).join(', ')} of ${change.path}`;
}

function nameOf(hunk: Hunk): string {
  switch (hunk.type) {
    case 'text':
      return linesOf(hunk);
    case 'whole':
      return hunk.reason === 'deletion' ? 'the deletion' : 'the content';
    case 'mode':
      return 'the file mode';
    case 'rename':
      return `the move from ${hunk.from}`;
    case 'format':
      return 'the encoding or line endings';
  }
}

function linesOf(hunk: Extract<Hunk, { type: 'text' }>): string {
  const { proposedStart, proposedCount, baseStart, baseCount } = hunk;
  if (proposedCount === 0) return `the removal of ${span(baseStart, baseCount)}`;
  return span(proposedStart, proposedCount);
}

function span(start: number, count: number): string {
  return count === 1 ? `line ${start + 1}` : `lines ${start + 1}–${start + count}`;
}
