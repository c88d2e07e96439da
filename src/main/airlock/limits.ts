/** Lines that a text search in the changes returns; more would not help. */
export const FOUND_LINES = 1_000;

/** Files that a comparison with the main branch lists; the rest is counted. */
export const COMPARED_FILES = 2_000;

/**
 * Larger files are not searched: the review does not show their lines without being asked, either.
 */
export const SEARCHED_BYTES = 2 * 1024 * 1024;

/**
 * Larger files are never copied into the object store: they are reported and stay where they are.
 */
export const STORED_FILE_BYTES = 64 * 1024 * 1024;

/**
 * If a look would read more new bytes than this, files above the second limit are left out and
 * named. Reading and storing a gigabyte takes about ten seconds, and another gigabyte on disk.
 */
export const LOOK_BYTES = 1024 * 1024 * 1024;
export const LIGHT_FILE_BYTES = 1024 * 1024;

/** Objects of a user's repository on another disk that are all copied for a session. */
export const COPIED_STORE_BYTES = 512 * 1024 * 1024;

/** Branches and tags that are offered as the base of a copy; older ones are not. */
export const OFFERED_BASES = 1_000;
/** Files that are read or copied to set up a session; above this, the user must exclude some. */
export const PROJECT_FILES = 200_000;
export const PROJECT_BYTES = 4 * 1024 * 1024 * 1024;

/** The size of carried-over files; a larger folder is better linked. */
export const CARRIED_FILES = 300_000;
export const CARRIED_BYTES = 8 * 1024 * 1024 * 1024;

/** Pairs that git compares to find moved files: git's own default, with quadratic cost. */
export const RENAME_LIMIT = 1_000;

/**
 * Folders that are copied, linked or hashed at the same time; more would only wait for the disk.
 */
export const FILES_AT_ONCE = 16;

/** One line of the ledger; a longer one is damaged, since long texts are stored elsewhere. */
export const JOURNAL_LINE_BYTES = 64 * 1024 * 1024;

/** How long git commands of a killed run may take to end; after that they count as stuck. */
export const ORPHAN_MILLISECONDS = 30_000;
export const ORPHAN_STEP_MILLISECONDS = 20;

/** How long a lock of an earlier run is respected: longer than any command on an index takes. */
export const LOCK_MILLISECONDS = 3_000;
export const LOCK_STEP_MILLISECONDS = 50;

/** A new folder with more files is reported as a whole, because they are too many to decide on. */
export const FOLDER_FILES = 5_000;

/** Watches of one tree: a system gives all of a user's programs some hundred thousand at most. */
export const WATCHED_FOLDERS = 20_000;

/** How long to wait after a write: programs write in bursts, and people look later than this. */
export const WATCH_SETTLE_MILLISECONDS = 150;
/** A file that is written all the time is checked at least this often. */
export const WATCH_LONGEST_MILLISECONDS = 1_000;
/** Paths that are reported one by one; beyond that, everything is checked. */
export const TOUCHED_PATHS = 1_000;
/** Events of one tree in one turn of the event loop, which take a few milliseconds. */
export const EVENTS_AT_ONCE = 4_000;

/**
 * Git reads smaller files in one go. It maps larger ones into memory, and crashes if they are
 * shortened.
 */
export const MAPPED_BYTES = 32 * 1024;
/** Pauses before a file is read again that was written to while it was read. */
export const READ_PAUSES_MILLISECONDS = [10, 40, 160];
/** Pauses before a failed look is repeated. */
export const LOOK_PAUSES_MILLISECONDS = [50, 200, 800];
/** During this many pauses a missing copy is waited for: it may have been moved for an instant. */
export const GONE_PAUSES = 2;
/**
 * The longest tick of a system's clock. A file system may take its times from the last tick, so a
 * folder can seem to be that much older than it is.
 */
export const TICK_MILLISECONDS = 16;

/**
 * A file can be written twice within one tick of the file system's clock. While it is that young,
 * its status proves nothing, and it is read again. Some clocks tick every other second.
 */
export const YOUNG_MILLISECONDS = 50;
export const YOUNG_COARSE_MILLISECONDS = 3_000;

/** Git's own files, and ignored files that can run code, that are compared and stored. */
export const GUARDED_FILES = 2_000;
/** Repositories within a project whose hooks are guarded; each costs a dozen calls per look. */
export const NESTED_REPOSITORIES = 50;
/**
 * Folders with tracked files that are searched for separate repositories when a turn begins and
 * ends.
 */
export const TRACKED_FOLDERS = 20_000;
export const GUARDED_FILE_BYTES = 1024 * 1024;
export const GUARDED_BYTES = 16 * 1024 * 1024;
/** Files in an ignored folder that can run code, such as an editor's folder. */
export const ARMED_FOLDER_FILES = 500;
/** The user's own files that are listed as changed while an agent worked in a copy. */
export const USER_FILES = 500;
/** Ignored files whose times are read when a turn has ended; a folder of packages has more. */
export const IGNORED_ENTRIES = 20_000;
/** Written ignored files that are listed by name. */
export const IGNORED_SHOWN = 1_000;
/** Ignored files counted in a copy; beyond it the count is shown as “more than”. */
export const COUNTED_FILES = 200_000;

/**
 * Paths that are noted by name when a turn begins in place; beyond that, folders are noted as a
 * whole.
 */
export const UNSEEN_NAMES = 200_000;
/** Files that are not ignored and that each look of the turn compares by their marks. */
export const UNSEEN_MARKS = 10_000;
/** Folders that are searched for closed ones, if git reports that there are any. */
export const CLOSED_FOLDER_SEARCH = 50_000;

/** Bytes read into a session's store since the last clean-up, before unneeded ones are removed. */
export const PRUNE_BYTES = 32 * 1024 * 1024;

/**
 * Pairs of files that are compared to find files moved over others; above this, files are matched
 * by object id.
 */
export const COVERING_PAIRS = 10_000;

/**
 * Projects that are checked at a start for refs of earlier versions; each costs one git command.
 */
export const OLD_REF_PROJECTS = 500;

/** The largest object that is read into memory at once; git may not answer with more. */
export const LOOSE_OBJECT_BYTES = 256 * 1024 * 1024;

/** Bytes of files that are held between the planning of decisions and carrying them out. */
export const READ_BLOB_BYTES = 8 * 1024 * 1024;

/** Bytes of an image or another binary version that are sent to the window. */
export const SENT_BYTES = 16 * 1024 * 1024;

/** Limits for reading the git folder of a copy, where an agent may have left anything. */
export const COPY_REFS = 10_000;
export const COPY_REFS_BYTES = 16 * 1024 * 1024;
export const COPY_INDEX_BYTES = 256 * 1024 * 1024;
/** Time for a git command that counts what is in a copy: an agent can keep it waiting. */
export const LOSSES_MILLISECONDS = 20_000;

/** Bytes of a ledger that is read only to count the outcomes of its changes. */
export const SCORED_BYTES = 64 * 1024 * 1024;

/** Files, and characters of each, in the report to an agent whose work no longer fits. */
export const DROPPED_FILES = 40;
export const DROPPED_CHARACTERS = 8_000;

/** The user's files missing in a copy that the review names. */
export const NAMED_FILES = 100;
