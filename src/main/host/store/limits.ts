const KIB = 1024;
const MIB = 1024 * KIB;

/** A batch worth one system call; measured within 0.6-0.8 of 1 MiB writes. */
export const BATCH_BYTES = 64 * KIB;
/**
 * How long a batch waits: one frame. A longer wait would be noticed as lag by readers of the log,
 * not by the writer.
 */
export const BATCH_MILLISECONDS = 16;
/** The most bytes of one system call when a burst has piled up many batches. */
export const WRITE_BYTES = MIB;

/** Above this, sources are paused until there is room again: about a second of a slow disk. */
export const HIGH_WATER_BYTES = 8 * MIB;
export const LOW_WATER_BYTES = MIB;
/** Bytes kept while the disk fails; beyond this, new data is refused, not dropped. */
export const MEMORY_BYTES = 32 * MIB;

/**
 * The most that a power failure may lose, except for decisions and turn ends, which the host syncs.
 */
export const UNSYNCED_MILLISECONDS = 1000;
/** Written bytes stay in memory until they are synced, since a failed sync may have lost them. */
export const UNSYNCED_BYTES = 4 * MIB;
/**
 * At the first limit writing stops until the bytes are synced; above the last, no data is accepted.
 */
export const OVERDUE_BYTES = 6 * MIB;
export const HELD_BYTES = 10 * MIB;

export const RETRY_FIRST_MILLISECONDS = 250;
export const RETRY_LAST_MILLISECONDS = 30_000;

export const READ_BYTES = MIB;
/** Characters of a blob's text that are read at a time. */
export const TEXT_BYTES = 256 * KIB;
/** Room for the incomplete line at the end of a block; a longer one gets more. */
export const CARRIED_BYTES = 64 * KIB;
/** Lines of a log that are decoded together. */
export const DECODE_BYTES = 64 * KIB;
/** Lines that are decoded first after skipped lines, because more are likely to be skipped. */
export const DECODE_FIRST_BYTES = 2 * KIB;
/** The most bytes in a text line in addition to its text; longer lines are parsed. */
export const RUN_FRAME_BYTES = 4 * KIB;
/** Wires refuse messages over 16 MiB, so a longer line in a log is damaged. */
export const LINE_BYTES = 64 * MIB;
/** Lines between two points of the index: reading a page wastes at most this many. */
export const INDEX_STRIDE = 256;

/** Entries that a damage report lists in full; beyond this only the count grows. */
export const REPORTED_LINES = 1000;
export const QUARANTINE_BYTES = 16 * MIB;

/** Nobody notices that text is joined for this long; the wires deliver some 200 pieces a second. */
export const COALESCE_MILLISECONDS = 30;
export const COALESCE_CHARACTERS = 16 * KIB;
/**
 * Messages that wait for the rest of a secret; an agent and its helpers write fewer at the same
 * time.
 */
export const BEGUN_MESSAGES = 64;

/** Shorter agent texts stay in memory: reading them back would cost more than it saves. */
export const REST_CHARACTERS = 512;
/** The largest gap between two stored texts that is read to save a second read. */
export const REST_GAP_BYTES = 256 * KIB;

/** Shorter bodies cost less in the line than as separate blobs. */
export const INLINE_BODY_BYTES = 4 * KIB;
/** A tool call's content up to this size is read and searched in the transcript. */
export const INLINE_SHOWN_BYTES = 16 * KIB;
/** A text that UTF-8 cannot represent stays in its line unless it is longer. */
export const MENDED_CHARACTERS = 64 * KIB;
export const PREVIEW_CHARACTERS = 200;

/** Texts that are recognised without hashing them, and the length of each: some 1 MiB in all. */
export const RECENT_TEXTS = 8;
export const RECENT_CHARACTERS = 64 * KIB;

/** Reads the headers of several records of a usual size at once. */
export const PACK_WINDOW_BYTES = 64 * KIB;
/**
 * Bytes searched for the next record after a damaged one: about a second, then the rest is given
 * up.
 */
export const PACK_SEARCH_BYTES = 512 * MIB;

/**
 * Logs that are read in parallel when the catalogue is rebuilt: enough to use the disk, not to
 * flood it.
 */
export const CATALOGUE_READERS = 4;
/** Quiet time before the catalogue's cache is written again. */
export const CATALOGUE_SAVE_MILLISECONDS = 2000;

export const QUERY_CHARACTERS = 1000;
export const QUERY_TERMS = 32;
export const SEARCH_HITS = 100;
/** Words of a snippet. */
export const SNIPPET_WORDS = 24;
/** Bytes of a log that are indexed at a time: all of their words are in memory. */
export const GAIN_BYTES = 8 * MIB;
/**
 * Heap limits of the search thread: its young objects are many and short-lived, and it keeps
 * little.
 */
export const SEARCH_YOUNG_MEBIBYTES = 8;
export const SEARCH_OLD_MEBIBYTES = 512;
/** The searchable characters of one entry. */
export const SEARCHED_CHARACTERS = 64 * KIB;
