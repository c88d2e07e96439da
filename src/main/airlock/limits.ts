/** Larger files are never copied into the object store: they are reported, and stay where they are. */
export const STORED_FILE_BYTES = 64 * 1024 * 1024;

/** What is read or copied to set a session up; beyond it, the user must say what to leave out. */
export const PROJECT_FILES = 200_000;
export const PROJECT_BYTES = 4 * 1024 * 1024 * 1024;

/** What is carried over of ignored things; a larger folder is better linked. */
export const CARRIED_FILES = 300_000;
export const CARRIED_BYTES = 8 * 1024 * 1024 * 1024;

/** Output of one git command; the longest is a list of all files of a repository. */
export const GIT_OUTPUT_BYTES = 256 * 1024 * 1024;

/** A git command that takes longer is stuck, on a lock, a network folder or a filter. */
export const GIT_TIMEOUT_MILLISECONDS = 10 * 60 * 1000;

/** Of what git says when it fails: enough for the reason, not for a list of every file. */
export const GIT_MESSAGE_CHARACTERS = 2_000;

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
