/** Lines that looking for a text in the changes answers with; more say nothing. */
export const FOUND_LINES = 1_000;

/** Files that a comparison with the main branch lists; the rest is counted. */
export const COMPARED_FILES = 2_000;

/** Larger files are not looked through: the review does not show their lines unasked either. */
export const SEARCHED_BYTES = 2 * 1024 * 1024;

/** Larger files are never copied into the object store: they are reported, and stay where they are. */
export const STORED_FILE_BYTES = 64 * 1024 * 1024;

/**
 * If a look would read more new bytes than this, the files above the second limit are left out and
 * named. Reading and storing a gigabyte takes about ten seconds, and another gigabyte on the disk.
 */
export const LOOK_BYTES = 1024 * 1024 * 1024;
export const LIGHT_FILE_BYTES = 1024 * 1024;

/** Objects of a user's repository on another disk that are all copied for a session. */
export const COPIED_STORE_BYTES = 512 * 1024 * 1024;

/** Files that are read or copied to set up a session; beyond it, the user must exclude some. */
/** Branches and tags that are offered as the base of a copy; older ones are not. */
export const OFFERED_BASES = 1_000;
export const PROJECT_FILES = 200_000;
export const PROJECT_BYTES = 4 * 1024 * 1024 * 1024;

/** The size of carried-over files; a larger folder is better linked. */
export const CARRIED_FILES = 300_000;
export const CARRIED_BYTES = 8 * 1024 * 1024 * 1024;

/** Pairs that git compares to find moved files; its own default, and quadratic in cost. */
export const RENAME_LIMIT = 1_000;

/** Folders copied, linked or hashed at the same time; more only queue in the disk. */
export const FILES_AT_ONCE = 16;

/** One line of the ledger; a longer one is damage, since long texts are stored elsewhere. */
export const JOURNAL_LINE_BYTES = 64 * 1024 * 1024;

/** How long git commands of a run that was killed may take to end; after that they are stuck. */
export const ORPHAN_MILLISECONDS = 30_000;
export const ORPHAN_STEP_MILLISECONDS = 20;

/** How long a lock of an earlier run is respected: longer than any command on an index takes. */
export const LOCK_MILLISECONDS = 3_000;
export const LOCK_STEP_MILLISECONDS = 50;

/** A new folder with more files than this is reported as a whole: too many to decide on. */
export const FOLDER_FILES = 5_000;

/** Watches of one tree: a system gives all programs of a user some hundred thousand at most. */
export const WATCHED_FOLDERS = 20_000;

/** Programs write in bursts; people look later than this. */
export const WATCH_SETTLE_MILLISECONDS = 150;
/** A file that is written all the time is checked anyway. */
export const WATCH_LONGEST_MILLISECONDS = 1_000;
/** Paths reported one by one; beyond that, everything is checked. */
export const TOUCHED_PATHS = 1_000;
/** Events of one tree in one turn of the event loop, which take a few milliseconds. */
export const EVENTS_AT_ONCE = 4_000;

/** Git reads smaller files in one go; larger ones it maps into memory, and dies if they are cut short. */
export const MAPPED_BYTES = 32 * 1024;
/** A file that was written to while it was read is read again after these pauses. */
export const READ_PAUSES_MILLISECONDS = [10, 40, 160];
/** A look that failed is tried again after these pauses. */
export const LOOK_PAUSES_MILLISECONDS = [50, 200, 800];
/** A copy that is gone is waited for during this many of the pauses: it may have been moved for an instant. */
export const GONE_PAUSES = 2;
/**
 * A file can be written twice within one tick of the file system's clock. While it is that young,
 * its marks prove nothing, and it is read again. Some clocks tick every other second.
 */
export const YOUNG_MILLISECONDS = 50;
export const YOUNG_COARSE_MILLISECONDS = 3_000;

/** Git's own files and ignored ones that can run code: this many are compared, and stored. */
export const GUARDED_FILES = 2_000;
/** Repositories within a project whose hooks are guarded; each costs a dozen calls per look. */
export const NESTED_REPOSITORIES = 50;
/** Folders with tracked files in which a repository of its own is looked for when a turn begins and ends. */
export const TRACKED_FOLDERS = 20_000;
export const GUARDED_FILE_BYTES = 1024 * 1024;
export const GUARDED_BYTES = 16 * 1024 * 1024;
/** Files of an ignored folder that can run code, such as an editor's. */
export const ARMED_FOLDER_FILES = 500;
/** Files of the user's own that changed while an agent worked in a copy: this many are listed. */
export const USER_FILES = 500;
/** Ignored files whose times are read when a turn has ended; a folder of packages has more. */
export const IGNORED_ENTRIES = 20_000;
/** Written ignored files that are listed by name. */
export const IGNORED_SHOWN = 1_000;
/** Ignored files counted in a copy; beyond it the count is “more than”. */
export const COUNTED_FILES = 200_000;

/** Paths that are noted by name when a turn begins in place; of more, folders are noted as a whole. */
export const UNSEEN_NAMES = 200_000;
/** Files that are not ignored: this many are compared by their marks with each look of the turn. */
export const UNSEEN_MARKS = 10_000;
/** Folders that are gone through for closed ones, where git says that there are any. */
export const CLOSED_FOLDER_SEARCH = 50_000;

/** Bytes read into a session's store since the last clean-up, before unneeded ones are removed. */
export const PRUNE_BYTES = 32 * 1024 * 1024;

/** Files moved over others are found by comparing each with each; of more than so many pairs, by name of content. */
export const COVERING_PAIRS = 10_000;

/** Projects that are asked at a start for refs of earlier versions; each costs one git command. */
export const OLD_REF_PROJECTS = 500;

/** An object that is read into memory at once; as much as git may answer. */
export const LOOSE_OBJECT_BYTES = 256 * 1024 * 1024;

/** Bytes of files that are held between the planning of decisions and their carrying out. */
export const READ_BLOB_BYTES = 8 * 1024 * 1024;

/** Bytes of an image or another binary version that is sent to the window. */
export const SENT_BYTES = 16 * 1024 * 1024;

/** Limits for reading the git folder of a copy, where an agent may have left anything. */
export const COPY_REFS = 10_000;
export const COPY_REFS_BYTES = 16 * 1024 * 1024;
export const COPY_INDEX_BYTES = 256 * 1024 * 1024;
/** A git command that counts what is in there: an agent can keep it waiting. */
export const LOSSES_MILLISECONDS = 20_000;

/** A ledger that is read only to count what became of its changes. */
export const SCORED_BYTES = 64 * 1024 * 1024;

/** Files, and characters of each, in the report to an agent whose work no longer fits. */
export const DROPPED_FILES = 40;
export const DROPPED_CHARACTERS = 8_000;

/** Files of the user's that are missing in a copy and that the review names. */
export const NAMED_FILES = 100;
