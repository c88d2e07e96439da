/** Limits of the host, each with its reason. */

/**
 * Bytes of a text file that an agent reads as a whole; larger files are requested by line and
 * limit.
 */
export const FILE_READ_LIMIT = 10 * 1024 * 1024;

/** Questions that one session may have open at the same time; nobody would answer more. */
export const OPEN_QUESTIONS = 32;

/**
 * Characters of a form with its choices. No choice is cut, because the agent needs the answer
 * letter by letter.
 */
export const FORM_CHARACTERS = 256 * 1024;

/** Time limits. Tests use shorter ones. */
export interface HostTimings {
  /** The longest silence while a conversation opens, when an agent may start its own servers. */
  readonly openMilliseconds: number;
  /** The time for the answer to a small request, such as a change of mode. */
  readonly answerMilliseconds: number;
  /** The time for the answer to a close request; after that the process is ended anyway. */
  readonly closeMilliseconds: number;
  /** How long a stopped agent may continue before the user is offered to end its process. */
  readonly cancelPatienceMilliseconds: number;
}

export const defaultTimings: HostTimings = {
  openMilliseconds: 120_000,
  answerMilliseconds: 30_000,
  closeMilliseconds: 1_000,
  cancelPatienceMilliseconds: 10_000,
};

/**
 * Characters of a prompt that are compared when a conversation is replayed; they are enough to tell
 * prompts apart.
 */
export const COMPARED_LENGTH = 1_024;

/**
 * Characters of the agent's version of a prompt, which may have context before the user's words.
 */
export const HEARD_LENGTH = 64 * 1_024;
/**
 * Characters that are held until it is known whether they are new. A pasted image may be as large
 * as a message.
 */
export const HELD_PROMPT_CHARACTERS = 16 * 1024 * 1024;

/** Files that are searched for mentions; a folder with more is not one project. */
export const LISTED_FILES = 200_000;

/** How long a listing of files is reused while the user types. */
export const LISTING_MILLISECONDS = 5_000;
/** The time limit for a listing by git; after that the folders are read one by one. */
export const LISTING_TIMEOUT_MILLISECONDS = 15_000;
/** Folders whose listings are kept at the same time; each may take tens of megabytes. */
export const KEPT_LISTINGS = 4;

/** Files offered for a mention; more than a list shows. */
export const MENTIONED_FILES = 50;

/** Limits of an agent's file search; more results do not help a model. */
export const SEARCHED_ENTRIES = 200_000;
export const FOUND_FILES = 10_000;

/**
 * The first wait before files are checked while a tool call runs. Each next wait is twice as long:
 * changes of a long command appear soon, and an hour of it costs a few checks a minute.
 */
export const LOOK_FIRST_MILLISECONDS = 2_000;
export const LOOK_LAST_MILLISECONDS = 16_000;

/** Waits before a failed look is repeated; after that only when something happens. */
export const LOOK_AGAIN_MILLISECONDS = [1_000, 4_000, 16_000];

/** The first wait where files are watched; each next wait is longer. */
export const PACE_FIRST_MILLISECONDS = 500;
export const PACE_LAST_MILLISECONDS = 16_000;
/** After a silence that is this much longer than the wait, the next write is checked at once. */
export const PACE_QUIET_MILLISECONDS = 1_500;

/** How long closing a session waits for the search to index its last turn. */
export const INDEXING_PATIENCE_MILLISECONDS = 500;

/**
 * Characters of an agent's text in one event and in one entry; longer text continues in another.
 */
export const PIECE_CHARACTERS = 64 * 1024;
export const PART_CHARACTERS = 1024 * 1024;
/**
 * Characters of a session's transcript in memory, enough for some 30,000 tool calls. Above this
 * nothing more is kept.
 */
export const KEPT_CHARACTERS = 48 * 1024 * 1024;
/**
 * Bytes of one session's log and long bodies on disk: everything ever said in it, and each replaced
 * version.
 */
export const STORED_BYTES = 2 * 1024 * 1024 * 1024;
/**
 * Stored text that is read together for an export; the next limit is for the entries that it may
 * belong to.
 */
export const EXPORTED_AT_ONCE_BYTES = 1024 * 1024;
export const EXPORTED_AT_ONCE_ENTRIES = 256;
/** Bytes of an export that are written together. */
export const EXPORT_WRITE_CHARACTERS = 512 * 1024;
/** How long an export works before it yields to other tasks. */
export const EXPORT_TURN_MILLISECONDS = 8;
/**
 * Full parts that may wait to be moved out of memory; while there are more, nothing is read from
 * the agent.
 */
export const WAITING_PARTS = 4;

/**
 * How long to listen to an agent that has answered before it has replayed the whole conversation.
 */
export const LATE_REPLAY_MILLISECONDS = 500;

/** The most hunks in a patch of a file for which it is applied before the user is asked. */
export const PATCH_HUNKS = 1000;

/** Line comparisons that are made to find a patch's position. */
export const SEARCH_STEPS = 5_000_000;

/**
 * Running tool calls that are remembered to read permission requests; the next limit is for their
 * characters.
 */
export const REMEMBERED_CALLS = 64;
export const REMEMBERED_CHARACTERS = 4 * 1024 * 1024;

/**
 * Characters of files that are looked up for one session's open questions. Further questions wait
 * for an answer.
 */
export const FOUND_CHARACTERS = 16 * 1024 * 1024;

/**
 * Files whose old text is looked up for one request; their total size may be that of one file that
 * agents read.
 */
export const REVIEWED_FILES = 32;

/**
 * Earlier requests against which a rule is tested before it is saved: the number of sessions, and
 * the bytes of each log.
 */
export const PAST_SESSIONS = 60;
export const PAST_LOG_BYTES = 2 * 1024 * 1024;
export const PAST_REQUESTS = 500;
