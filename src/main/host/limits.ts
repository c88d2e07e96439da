/** Bounds of the host, each with its reason. */

/** A text file that an agent reads whole; larger ones are asked for by line and limit. */
export const FILE_READ_LIMIT = 10 * 1024 * 1024;

/** Questions that one session may have open at once; more than a person would answer. */
export const OPEN_QUESTIONS = 32;

/** A form that an agent asks to be filled in, with its choices; an answer is theirs to the letter, so none is cut. */
export const FORM_CHARACTERS = 256 * 1024;

/** Time limits. Tests use shorter ones. */
export interface HostTimings {
  /**
   * The longest silence while a conversation opens, for which an agent may start its own servers.
   */
  readonly openMilliseconds: number;
  /** The time for the answer to a small request, such as another mode. */
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
 * Characters of one prompt that are compared when a conversation is replayed; the rest is not
 * needed to tell prompts apart.
 */
export const COMPARED_LENGTH = 1_024;

/**
 * Characters of the agent's version of a prompt: it may put context before the words themselves.
 */
export const HEARD_LENGTH = 64 * 1_024;
/**
 * The text that is kept until we know whether it is new. A pasted image is as large as a message
 * may be.
 */
export const HELD_PROMPT_CHARACTERS = 16 * 1024 * 1024;

/** Files that mentions look through; beyond that a project is not one project. */
export const LISTED_FILES = 200_000;

/** How long a listing of files is reused while somebody types. */
export const LISTING_MILLISECONDS = 5_000;
/** A listing by git that takes longer is given up; the folders are then read one by one. */
export const LISTING_TIMEOUT_MILLISECONDS = 15_000;
/** Folders whose files are kept at once; each may take tens of megabytes. */
export const KEPT_LISTINGS = 4;

/** Files offered for a mention; more than a list shows. */
export const MENTIONED_FILES = 50;

/** Bounds of an agent's file search: more does not help a model. */
export const SEARCHED_ENTRIES = 200_000;
export const FOUND_FILES = 10_000;

/**
 * While a tool call runs, its files are checked after this long, then half as often each time: what
 * a long command writes appears soon, and an hour of it costs a few checks a minute.
 */
export const LOOK_FIRST_MILLISECONDS = 2_000;
export const LOOK_LAST_MILLISECONDS = 16_000;

/** After a look that failed the next one is tried so much later; then only when something happens. */
export const LOOK_AGAIN_MILLISECONDS = [1_000, 4_000, 16_000];

/** The same for what is written where files are watched: after each look, the next one waits longer. */
export const PACE_FIRST_MILLISECONDS = 500;
export const PACE_LAST_MILLISECONDS = 16_000;
/** After a silence this much longer than the wait, the next write is checked at once. */
export const PACE_QUIET_MILLISECONDS = 1_500;

/** How long closing a session waits for the search to index its last turn. */
export const INDEXING_PATIENCE_MILLISECONDS = 500;

/** Characters of an agent's text in one event and in one entry; then it continues in another. */
export const PIECE_CHARACTERS = 64 * 1024;
export const PART_CHARACTERS = 1024 * 1024;
/** The memory of a session's transcript: some 30,000 tool calls. Beyond it nothing more is kept. */
export const KEPT_CHARACTERS = 48 * 1024 * 1024;
/** The log and the long bodies of one session on the disk: all that was ever said in it, and each version of what was replaced. */
export const STORED_BYTES = 2 * 1024 * 1024 * 1024;
/** Resting text that is read together for an export, and the entries that it may belong to. */
export const EXPORTED_AT_ONCE_BYTES = 1024 * 1024;
export const EXPORTED_AT_ONCE_ENTRIES = 256;
/** Bytes of an export that are written together. */
export const EXPORT_WRITE_CHARACTERS = 512 * 1024;
/** How long an export works before it yields to other tasks. */
export const EXPORT_TURN_MILLISECONDS = 8;
/** Full parts that may wait to be left in the log; while there are more, the agent is not read. */
export const WAITING_PARTS = 4;

/** How long to listen to an agent that has answered, but not yet replayed all of a conversation. */
export const LATE_REPLAY_MILLISECONDS = 500;

/** Patches of a file with more places are not applied before they are asked for. */
export const PATCH_HUNKS = 1000;

/** Comparisons of lines with which the place of a patch is looked for. */
export const SEARCH_STEPS = 5_000_000;

/** Tool calls under way, and characters of them, that are kept to read what is asked for in them. */
export const REMEMBERED_CALLS = 64;
export const REMEMBERED_CHARACTERS = 4 * 1024 * 1024;

/**
 * The size of the files that are looked up for the open questions of one session. Further questions
 * wait for an answer.
 */
export const FOUND_CHARACTERS = 16 * 1024 * 1024;

/** Files whose old text is looked up for one request; all of them together may be as large as a file that agents read. */
export const REVIEWED_FILES = 32;

/** Past requests that a rule is tried on before it is saved: sessions, and bytes of each log. */
export const PAST_SESSIONS = 60;
export const PAST_LOG_BYTES = 2 * 1024 * 1024;
export const PAST_REQUESTS = 500;
