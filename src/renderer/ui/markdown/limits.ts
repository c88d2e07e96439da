/** Limits on what is formatted for agents, each with its reason. */

/** Longer texts are shown plain until the user asks: formatting them takes a noticeable moment. */
export const FORMATTED_CHARACTERS = 200_000;

/**
 * The longest block that is parsed. Longer blocks are data, and parsing one would delay a frame.
 */
export const BLOCK_CHARACTERS = 32_000;

/**
 * The most lines, escaped characters and comment openings in one block. For each, the lexer reads
 * the rest of the block: 32 KB of `\\[` or `<?` took 0.2 s, of `- a` and `<` 0.9 s, before these
 * limits.
 */
export const BLOCK_LINES = 800;
export const BLOCK_ESCAPES = 500;
export const BLOCK_COMMENTS = 200;

/**
 * The deepest nesting of quotes and lists; deeper nesting is noise and would overflow the stack.
 */
export const NESTING = 12;

/**
 * How many characters emphasis may examine per block. Real text takes some thousands; delimiters
 * that never close take the square of their number (26 KB of them took 4.8 s before this limit).
 */
export const EMPHASIS_WORK = 600_000;

/** The most rows and columns of a table; a longer one is data, which is copied rather than read. */
export const TABLE_ROWS = 200;
export const TABLE_COLUMNS = 40;

/** How many blocks of one message are drawn at once; more on demand. */
export const SHOWN_BLOCKS = 400;

/** Plain text is drawn in pieces, because each change of a text node costs its whole length. */
export const PIECE_CHARACTERS = 4_096;
/** The length of the first and the last part of a long plain text; the rest is drawn on demand. */
export const SHOWN_CHARACTERS = 32_768;
/** The number of characters that one click on "Show more" adds. */
export const MORE_CHARACTERS = 262_144;

/** Lines per piece of a code block, for the same reason. */
export const PIECE_LINES = 40;
/** Lines of a code block that are drawn before the user asks for the rest. */
export const SHOWN_LINES = 400;

/** Longer code is not coloured: nobody reads it here, and a grammar may take long. */
export const HIGHLIGHTED_CHARACTERS = 60_000;
/** A grammar that takes longer is stuck, and its worker is terminated. */
export const HIGHLIGHT_MILLISECONDS = 2_000;
/** How many coloured blocks are kept, so that scrolling back does not colour them again. */
export const HIGHLIGHT_CACHE = 200;

/** The largest image within the text; larger ones belong in a content block. */
export const INLINE_IMAGE_CHARACTERS = 2_000_000;
