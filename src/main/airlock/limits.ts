/** Larger files are never copied into the object store: they are reported, and stay where they are. */
export const STORED_FILE_BYTES = 64 * 1024 * 1024;

/** What is read or copied to set a session up; beyond it, the user must say what to leave out. */
export const PROJECT_FILES = 200_000;
export const PROJECT_BYTES = 4 * 1024 * 1024 * 1024;

/** What is carried over of ignored things; a larger folder is better linked. */
export const CARRIED_FILES = 300_000;
export const CARRIED_BYTES = 8 * 1024 * 1024 * 1024;

/** Pairs that git compares to find moved files; its own default, and quadratic in cost. */
export const RENAME_LIMIT = 1_000;

/** Folders copied, linked or hashed at the same time; more only queue in the disk. */
export const FILES_AT_ONCE = 16;

/** One line of the ledger; a longer one is damage, since long texts are kept elsewhere. */
export const JOURNAL_LINE_BYTES = 64 * 1024 * 1024;

/** How long git commands of a run that was killed may take to end; longer, and they are stuck. */
export const ORPHAN_MILLISECONDS = 30_000;
export const ORPHAN_STEP_MILLISECONDS = 20;

/** How long a lock that an earlier run left is believed: longer than any command on an index takes. */
export const LOCK_MILLISECONDS = 3_000;
export const LOCK_STEP_MILLISECONDS = 50;

/** A new folder with more files than this is reported as a whole: nobody decides on so many. */
export const FOLDER_FILES = 5_000;

/** Of one tree: a system gives all programs of a user some hundred thousand watches at most. */
export const WATCHED_FOLDERS = 20_000;

/** Programs write in bursts; people look later than this. */
export const WATCH_SETTLE_MILLISECONDS = 150;
/** Something that writes all the time is looked at all the same. */
export const WATCH_LONGEST_MILLISECONDS = 1_000;
/** Told one by one; of more, everything is looked at. */
export const TOUCHED_PATHS = 1_000;

/** Git reads smaller files in one go; larger ones it maps into memory, and dies if they are cut short. */
export const MAPPED_BYTES = 32 * 1024;
/** A file that was written to while it was read is read again after these pauses. */
export const READ_PAUSES_MILLISECONDS = [10, 40, 160];
/** A look that failed is tried again after these pauses. */
export const LOOK_PAUSES_MILLISECONDS = [50, 200, 800];
/**
 * A file can be written twice within one tick of the file system's clock. As long as it is that young
 * its marks prove nothing, and it is read again. Some clocks tick every other second.
 */
export const YOUNG_MILLISECONDS = 50;
export const YOUNG_COARSE_MILLISECONDS = 3_000;

/** Of git's own files and of ignored ones that can run code: so many are compared, and kept. */
export const GUARDED_FILES = 2_000;
/** Repositories within a project whose hooks are guarded; each costs a dozen calls per look. */
export const NESTED_REPOSITORIES = 50;
/** Folders with tracked files in which a repository of its own is looked for when a turn begins and ends. */
export const TRACKED_FOLDERS = 20_000;
export const GUARDED_FILE_BYTES = 1024 * 1024;
export const GUARDED_BYTES = 16 * 1024 * 1024;
/** Of an ignored folder that can run code, such as an editor's. */
export const ARMED_FOLDER_FILES = 500;
/** Ignored files whose times are read when a turn has ended; a folder of packages has more. */
export const IGNORED_ENTRIES = 20_000;
/** Of those that were written, listed by name. */
export const IGNORED_SHOWN = 1_000;
/** Of ignored files, when what a copy holds is counted; beyond it there are “more than” so many. */
export const COUNTED_FILES = 200_000;

/** Paths that are noted by name when a turn begins in place; of more, folders are noted as a whole. */
export const UNSEEN_NAMES = 200_000;
/** Of those that are not ignored: so many are compared by their marks with each look of the turn. */
export const UNSEEN_MARKS = 10_000;
/** Folders that are gone through for closed ones, where git says that there are any. */
export const CLOSED_FOLDER_SEARCH = 50_000;

/** Read into a session's store since it was last tidied up: what nobody needs of it is taken away. */
export const PRUNE_BYTES = 32 * 1024 * 1024;

/** Files moved over others are found by comparing each with each; of more than so many pairs, by name of content. */
export const COVERING_PAIRS = 10_000;

/** Projects that are asked at a start for refs of earlier versions; each costs one git command. */
export const OLD_REF_PROJECTS = 500;
