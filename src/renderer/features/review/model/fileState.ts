import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import type { Verdict } from '#shared/airlock/verdict';

/** The user's verdict on a hunk, applied or only collected. */
export type HunkState =
  | 'undecided'
  | 'accepted'
  | 'rejected'
  | 'conflict'
  | 'to-accept'
  | 'to-reject';

export type FileState =
  | 'undecided'
  | 'partly'
  | 'accepted'
  | 'rejected'
  | 'mixed'
  | 'conflict'
  | 'noted';

/** Verdicts that are collected to be applied together, by hunk. */
export type Collected = ReadonlyMap<string, Verdict>;

export function collectedKey(view: ChangeView, { hunk }: HunkView): string {
  return `${view.change.changeId}/${hunk.id}`;
}

export function hunkState(view: ChangeView, hunk: HunkView, collected: Collected): HunkState {
  const { outcome } = hunk;
  if (outcome.state !== 'pending') return outcome.state;
  const noted = collected.get(collectedKey(view, hunk));
  if (noted) return noted === 'accept' ? 'to-accept' : 'to-reject';
  const isConflict = 'conflict' in outcome || 'interrupted' in outcome;
  return isConflict ? 'conflict' : 'undecided';
}

export function fileState(view: ChangeView, collected: Collected): FileState {
  const states = new Set(view.hunks.map((hunk) => hunkState(view, hunk, collected)));
  if (states.has('conflict')) return 'conflict';
  if (states.has('undecided')) return states.size === 1 ? 'undecided' : 'partly';
  if (states.has('to-accept') || states.has('to-reject')) return 'noted';
  if (states.size > 1) return 'mixed';
  return states.has('rejected') ? 'rejected' : 'accepted';
}

export const fileStateWords: Readonly<Record<FileState, string>> = {
  undecided: 'undecided',
  partly: 'partly decided',
  accepted: 'accepted',
  rejected: 'rejected',
  mixed: 'partly accepted',
  conflict: 'conflict',
  noted: 'decided, not applied yet',
};

export const hunkStateWords: Readonly<Record<HunkState, string>> = {
  undecided: 'Undecided',
  accepted: 'Accepted',
  rejected: 'Rejected',
  conflict: 'Conflict',
  'to-accept': 'Will be accepted',
  'to-reject': 'Will be rejected',
};
