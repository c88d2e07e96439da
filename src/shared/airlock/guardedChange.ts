/**
 * Where it lies: in the agent's tree, in the user's own, or in the folder of the user's repository. Or
 * it is a mark in the user's index, a file that is staged there, or a branch or tag.
 */
export type GuardedPlace = 'work' | 'project' | 'repository' | 'index' | 'staged' | 'ref';

/**
 * A file that no review of a tree can show, such as a git hook or an ignored `.env`, and that
 * differs from what it was when the turn began.
 */
export interface GuardedChange {
  readonly id: string;
  readonly place: GuardedPlace;
  /** Below the place, with forward slashes. */
  readonly path: string;
  readonly state: 'created' | 'changed' | 'deleted';
  /** What it can do. */
  readonly reason: string;
  /** What it was is at hand. */
  readonly canRestore: boolean;
}

/** One that was put back, and whose change can be brought back until the next turn begins. */
export type RestoredFile = Pick<GuardedChange, 'id' | 'place' | 'path'>;

/** It is put back to what it was, or taken as it is; or what was put back is taken back again. */
export type GuardedVerdict = 'restore' | 'keep' | 'undo';
