const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** One line, in bytes. Images come as base64 of some megabytes; the ACP SDK stops at 32 MiB. */
export const LINE_BYTES = 16 * MEBIBYTE;

/** Lines that are read as one message: as much as one read of the output brings. */
export const JOINED_CHARACTERS = 64 * KIBIBYTE;

/** Nesting past 995 is lost without an error on its way to the renderer; real messages use ten. */
export const MESSAGE_DEPTH = 64;

/** Values in one message. More would stall the main process wherever it is copied or checked. */
export const MESSAGE_NODES = 100_000;

/**
 * A line of more bytes is looked at before it is parsed: a shorter one cannot be so deep or so wide
 * that parsing it would be felt, and is checked afterwards, which costs less.
 */
export const SCANNED_BYTES = 64 * KIBIBYTE;

/** A longer line is scanned, parsed and delivered in turns of the event loop of their own. */
export const LARGE_LINE_BYTES = 512 * KIBIBYTE;

/** Text that is delivered in one turn of the event loop; the rest follows in later ones. */
export const SPLIT_CHARACTERS = MEBIBYTE;

/** How long the buffer of such a line is kept for the next one. */
export const SPARE_MILLISECONDS = 1_000;

/** The kept part of a refused message: enough for an id, a method and a version. */
export const HUSK_MEMBERS = 16;
export const HUSK_TEXT_LENGTH = 1_024;
/** Without these, in the languages of all wires, it could not be answered, or end what it answers: kept however late they come. */
export const ANSWERABLE: ReadonlySet<string> = new Set(['id', 'method', 'type', 'request_id']);

/** Ids that an agent chose and that hold a secret; older ones cannot be answered. */
export const HIDDEN_ID_CHARACTERS = MEBIBYTE;

/** Characters of a line that is not a message, as the log panel shows it. */
export const GARBAGE_TEXT_LENGTH = 2 * KIBIBYTE;

/** Stray lines in a row before the user is warned that this agent hardly follows its protocol. */
export const GARBAGE_RUN = 200;

/** Bytes of a line that are searched for the name of its method. */
export const METHOD_SEARCH_BYTES = 4 * KIBIBYTE;

/** Sent and not yet taken by the agent. Beyond it nothing more is read from the agent. */
export const QUEUED_BYTES = 8 * MEBIBYTE;

/** Sent in spite of that, such as prompts and answers that were under way: then it is given up. */
export const ABANDONED_BYTES = 64 * MEBIBYTE;

/** The time that an agent may leave those unread before the user is told. */
export const STUCK_MILLISECONDS = 5_000;

/**
 * The time from the exit of the process to the end of its output, which a grandchild may hold open.
 */
export const DRAIN_MILLISECONDS = 2_000;

/** The time from the end of the output, or a failed write, to the exit that explains it. */
export const EXIT_GRACE_MILLISECONDS = 1_000;

/**
 * The inspector's memory of one connection. In a flood more bytes than these would be held through
 * two collections and count as old, which made a burst of 150 MB take five times the memory.
 */
export const TAP_FRAMES = 2_000;
export const TAP_BYTES = MEBIBYTE;
/** The part that is kept after the process has ended, for as long as its session is open. */
export const TAP_BYTES_AFTERWARDS = 256 * KIBIBYTE;

/** One frame in that memory: a diff of 20 KB stays whole, an image does not. */
export const TAP_FRAME_BYTES = 32 * KIBIBYTE;
