/** Something in a working tree that the airlock cannot carry, and therefore says. */
export interface Notice {
  readonly path: string;
  readonly reason:
    | 'too-large'
    | 'nested-repository'
    /** A new folder with so many files that nobody could decide on them. */
    | 'too-many'
    | 'unreadable'
    /** It is written to all the time; what is known of it may be an older version. */
    | 'unsettled'
    /** It could not be looked at when the turn began, and was changed or deleted since. */
    | 'changed-unseen'
    /** One of its two versions is gone from the object store, or damaged there. */
    | 'not-kept'
    /** Some systems take its name for git's own, so that git does not look at it. */
    | 'git-name'
    /** Its name is not valid UTF-8. */
    | 'unnameable'
    /** A file that was to be carried over is not there, or something stands in its place. */
    | 'not-carried'
    /** Airlock was ended within a turn: it was written after the last look at that, by whomever. */
    | 'unclear';
}
