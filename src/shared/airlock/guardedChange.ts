/**
 * The place of a guarded file: the agent's tree, the user's tree (a file that git's configuration
 * names), the folder of the user's repository, a flag in the user's index, a staged file, a branch
 * or tag, or the user's tree once more (any file, while the agent works in a copy).
 */
export type GuardedPlace = 'work' | 'project' | 'repository' | 'index' | 'staged' | 'ref' | 'user';

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
  /** Why the file matters. */
  readonly reason: string;
  /** The earlier version is available. */
  readonly canRestore: boolean;
  /** The listed version; a decision applies to no other version. Null: the file did not exist. */
  readonly now: string | null;
}

/** A file that was restored, and whose change can be brought back until the next turn begins. */
export type RestoredFile = Pick<GuardedChange, 'id' | 'place' | 'path'>;

/** Restore the earlier version, keep the current one, or undo a restore. */
export type GuardedVerdict = 'restore' | 'keep' | 'undo';
