/** A longer command line is always asked about, because nobody writes a rule for it. */
export const LINE_CHARACTERS = 8_192;
/** Expansions in one line: the parser's time grows with their depth, not with the length. */
export const LINE_EXPANSIONS = 48;
/** Commands that one line may hold, at any depth. */
export const LINE_COMMANDS = 200;
/** How deep `sh -c` and similar commands are parsed. */
export const LINE_DEPTH = 4;

/** Rules that are kept; nobody reads more. */
export const KEPT_RULES = 500;

/** Earlier requests that are listed when a rule is tested on them. */
export const LISTED_REQUESTS = 50;
