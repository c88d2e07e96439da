const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/**
 * The longest line, in bytes. Images arrive as some megabytes of base64; the ACP SDK stops at 32
 * MiB.
 */
export const LINE_BYTES = 16 * MEBIBYTE;

/** Characters of lines that are read as one message: as much as one read of the output brings. */
export const JOINED_CHARACTERS = 64 * KIBIBYTE;

/**
 * Objects nested deeper than 995 are lost without an error on their way to the renderer. Real
 * messages use ten levels.
 */
export const MESSAGE_DEPTH = 64;

/**
 * The most values in one message. More would block the main process wherever it is copied or
 * checked.
 */
export const MESSAGE_NODES = 100_000;

/**
 * Lines with more bytes are scanned before they are parsed. Parsing a shorter line takes too little
 * time to notice, however deep or wide it is, so it is checked afterwards, which costs less.
 */
export const SCANNED_BYTES = 64 * KIBIBYTE;

/** Longer lines are scanned, parsed and delivered in separate turns of the event loop. */
export const LARGE_LINE_BYTES = 512 * KIBIBYTE;

/** Text that is delivered in one turn of the event loop; the rest follows in later turns. */
export const SPLIT_CHARACTERS = MEBIBYTE;

/** How long the buffer of a long line is kept for the next one. */
export const SPARE_MILLISECONDS = 1_000;

/** Members that are kept of a refused message: enough for an id, a method and a version. */
export const HUSK_MEMBERS = 16;
export const HUSK_TEXT_LENGTH = 1_024;
/**
 * Members without which a message cannot be answered, or cannot end the request that it answers.
 * They are kept even if they come late.
 */
export const ANSWERABLE: ReadonlySet<string> = new Set(['id', 'method', 'type', 'request_id']);

/**
 * Characters of agent-chosen ids that hold a secret. Messages with forgotten older ids cannot be
 * answered.
 */
export const HIDDEN_ID_CHARACTERS = MEBIBYTE;

/** Characters that the log panel shows of a line that is not a message. */
export const GARBAGE_TEXT_LENGTH = 2 * KIBIBYTE;

/** Stray lines in a row before the user is warned that this agent hardly follows its protocol. */
export const GARBAGE_RUN = 200;

/** Bytes of a line that are searched for the name of its method. */
export const METHOD_SEARCH_BYTES = 4 * KIBIBYTE;

/**
 * Bytes that were sent and not yet read by the agent. Above this, nothing more is read from the
 * agent.
 */
export const QUEUED_BYTES = 8 * MEBIBYTE;

/**
 * Bytes that may still be sent above that limit, such as prompts and answers already on their way.
 * Above this, the agent is given up.
 */
export const ABANDONED_BYTES = 64 * MEBIBYTE;

/** How long an agent may leave that much unread before the user is told. */
export const STUCK_MILLISECONDS = 5_000;

/**
 * The time from the exit of the process to the end of its output, which a grandchild may keep open.
 */
export const DRAIN_MILLISECONDS = 2_000;

/** The time from the end of the output, or a failed write, to the exit that explains it. */
export const EXIT_GRACE_MILLISECONDS = 1_000;

/**
 * The inspector's memory of one connection, in frames and bytes. In a flood, more bytes would
 * survive two garbage collections and be moved to old space; a burst of 150 MB then took five times
 * the memory.
 */
export const TAP_FRAMES = 2_000;
export const TAP_BYTES = MEBIBYTE;
/** Bytes that are kept after the process has ended, as long as its session is open. */
export const TAP_BYTES_AFTERWARDS = 256 * KIBIBYTE;

/** Bytes of one frame in that memory: a diff of 20 KB stays whole, an image does not. */
export const TAP_FRAME_BYTES = 32 * KIBIBYTE;
