const KIB = 1024;
const MIB = 1024 * KIB;

/** A batch worth one system call; measured within 0.6-0.8 of 1 MiB writes. */
export const BATCH_BYTES = 64 * KIB;
/** One frame: a longer wait would be noticed as lag by readers of the log, not by the writer. */
export const BATCH_MILLISECONDS = 16;
/** The most bytes of one system call when a burst has piled up many batches. */
export const WRITE_BYTES = MIB;

/** Readers stop feeding the file here, and start again there: about a second of a slow disk. */
export const HIGH_WATER_BYTES = 8 * MIB;
export const LOW_WATER_BYTES = MIB;
/** Bytes kept while the disk fails; past it new data is refused, not dropped. */
export const MEMORY_BYTES = 32 * MIB;

/** The most that a power cut may lose, except for decisions and turn ends, which the host syncs. */
export const UNSYNCED_MILLISECONDS = 1000;
/** Written bytes stay in memory until they are synced, since a failed sync may have lost them. */
export const UNSYNCED_BYTES = 4 * MIB;
/** Past this nothing more is written before they are, and past that nothing more is taken in. */
export const OVERDUE_BYTES = 6 * MIB;
export const HELD_BYTES = 10 * MIB;

export const RETRY_FIRST_MILLISECONDS = 250;
export const RETRY_LAST_MILLISECONDS = 30_000;

export const READ_BYTES = MIB;
/** Characters of a blob's text that are read at a time. */
export const TEXT_BYTES = 256 * KIB;
/** Room for the begun line that a block ends in; a longer one makes room for itself. */
export const CARRIED_BYTES = 64 * KIB;
/** Lines of a log that are decoded together. */
export const DECODE_BYTES = 64 * KIB;
/** The same after lines that were passed over: it is likely that more are to come. */
export const DECODE_FIRST_BYTES = 2 * KIB;
/** The most bytes that a line of text may have besides its text; longer lines are parsed. */
export const RUN_FRAME_BYTES = 4 * KIB;
/** Wires refuse messages over 16 MiB; a longer line in a log is damage. */
export const LINE_BYTES = 64 * MIB;
/** Lines between two points of the index: a page read wastes at most this many. */
export const INDEX_STRIDE = 256;

/** Entries that a damage report lists in full; beyond it only the count grows. */
export const REPORTED_LINES = 1000;
export const QUARANTINE_BYTES = 16 * MIB;

/** Text joined this long is not felt; the wires deliver some 200 pieces a second. */
export const COALESCE_MILLISECONDS = 30;
export const COALESCE_CHARACTERS = 16 * KIB;
/** Messages that wait for the rest of a secret; an agent and its helpers speak in fewer at once. */
export const BEGUN_MESSAGES = 64;

/** Text of an agent's that is shorter stays in memory: reading it back would cost more than it takes. */
export const REST_CHARACTERS = 512;
/** The gap between two resting texts that is read through to save a second read. */
export const REST_GAP_BYTES = 256 * KIB;

/** Shorter bodies cost less in the line than a blob of their own would. */
export const INLINE_BODY_BYTES = 4 * KIB;
/** A tool call's content up to this size is read and searched in the transcript. */
export const INLINE_SHOWN_BYTES = 16 * KIB;
/** A text that UTF-8 cannot hold stays in its line unless it is longer. */
export const MENDED_CHARACTERS = 64 * KIB;
export const PREVIEW_CHARACTERS = 200;

/** Texts that are known again without hashing them, and the length of each: some 1 MiB in all. */
export const RECENT_TEXTS = 8;
export const RECENT_CHARACTERS = 64 * KIB;

/** Covers the headers of several records of a usual size in one read. */
export const PACK_WINDOW_BYTES = 64 * KIB;
/** Read in search of the next record after a damaged one: a second or so, then the rest is given up. */
export const PACK_SEARCH_BYTES = 512 * MIB;

/** Logs read at once when the catalogue is rebuilt: enough to hide the disk, not to flood it. */
export const CATALOGUE_READERS = 4;
/** Quiet time before the catalogue's cache is written again; it is only ever a cache. */
export const CATALOGUE_SAVE_MILLISECONDS = 2000;

export const QUERY_CHARACTERS = 1000;
export const QUERY_TERMS = 32;
export const SEARCH_HITS = 100;
/** Words of a snippet. */
export const SNIPPET_WORDS = 24;
/** The part of a log that is indexed at a time: all of its words are in memory. */
export const GAIN_BYTES = 8 * MIB;
/**
 * Heap limits of the search thread: its young objects are many and short-lived, and it keeps
 * little.
 */
export const SEARCH_YOUNG_MEBIBYTES = 8;
export const SEARCH_OLD_MEBIBYTES = 512;
/** The searchable characters of one entry. */
export const SEARCHED_CHARACTERS = 64 * KIB;
