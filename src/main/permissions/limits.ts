/** A longer command line is always asked about: nobody wrote a rule for it. */
export const LINE_CHARACTERS = 8_192;
/** Expansions in one line; the parser's time grows with the depth of these, not with the length. */
export const LINE_EXPANSIONS = 48;
/** Commands that one line may hold, at any depth. */
export const LINE_COMMANDS = 200;
/** How deep `sh -c` and the like are read into. */
export const LINE_DEPTH = 4;

/** Rules that are kept; more than anybody reads. */
export const KEPT_RULES = 500;

/** Past requests that are listed where a rule is tried on them. */
export const LISTED_REQUESTS = 50;
