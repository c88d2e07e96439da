/** Something in a working tree that the airlock cannot carry, and therefore says. */
export interface Notice {
  readonly path: string;
  readonly reason:
    | 'too-large'
    | 'nested-repository'
    /** A new folder with so many files that nobody could decide on them. */
    | 'too-many'
    | 'unreadable'
    /** Its name is not valid UTF-8. */
    | 'unnameable'
    /** A file that was to be carried over is not there, or something stands in its place. */
    | 'not-carried';
}
