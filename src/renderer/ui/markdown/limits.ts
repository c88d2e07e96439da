/** Bounds of what agents may have us format, each with its reason. */

/** Longer texts are shown plain until the user asks: formatting them takes a noticeable moment. */
export const FORMATTED_CHARACTERS = 200_000;

/** Characters of one block. Longer blocks are data, and parsing one would delay a frame. */
export const BLOCK_CHARACTERS = 32_000;

/**
 * Lines, escaped signs and openings of comments in one block. For each of them the lexer goes over the
 * rest of the block: 32 KB of `\\[` or `<?` took 0.2 s, of `- a` and `<` 0.9 s, before these bounds.
 */
export const BLOCK_LINES = 800;
export const BLOCK_ESCAPES = 500;
export const BLOCK_COMMENTS = 200;

/** Levels of nested quotes and lists; deeper nesting is noise and would overflow the stack. */
export const NESTING = 12;

/**
 * Characters that emphasis may look at per block. Real text takes some thousands; delimiters that
 * never close take the square of their number (26 KB of them took 4.8 s before this bound).
 */
export const EMPHASIS_WORK = 600_000;

/** Rows and columns of a table; a longer one is data, which is copied rather than read. */
export const TABLE_ROWS = 200;
export const TABLE_COLUMNS = 40;

/** Blocks of one message that are drawn at once; more of them on demand. */
export const SHOWN_BLOCKS = 400;

/** Plain text is drawn in pieces: a growing text node costs its whole length at each change. */
export const PIECE_CHARACTERS = 4_096;
/** The first and the last part of a long plain text; what lies between is drawn on demand. */
export const SHOWN_CHARACTERS = 32_768;
/** The number of characters that one click on "Show more" adds. */
export const MORE_CHARACTERS = 262_144;

/** Lines per piece of a code block, for the same reason. */
export const PIECE_LINES = 40;
/** Lines of a code block that are drawn before the user asks for the rest. */
export const SHOWN_LINES = 400;

/** Longer code stays uncoloured: nobody reads it here, and a grammar may take long over it. */
export const HIGHLIGHTED_CHARACTERS = 60_000;
/** A grammar that takes longer is stuck; its worker is ended. */
export const HIGHLIGHT_MILLISECONDS = 2_000;
/** Coloured blocks that are kept, so that scrolling back does not colour them again. */
export const HIGHLIGHT_CACHE = 200;

/** Characters of an image that is part of the text; larger ones belong in a content block. */
export const INLINE_IMAGE_CHARACTERS = 2_000_000;
