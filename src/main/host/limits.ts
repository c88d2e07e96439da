/** Bounds of the host, each with its reason. */

/** A text file that an agent reads whole; larger ones are asked for by line and limit. */
export const FILE_READ_LIMIT = 10 * 1024 * 1024;

/** Questions that one session may have open at once; more than a person would answer. */
export const OPEN_QUESTIONS = 32;

/** How long things may take. Tests wait less. */
export interface HostTimings {
  /** Silence while a conversation opens, for which an agent may start servers of its own. */
  readonly openMilliseconds: number;
  /** For the answer to a small wish, such as another mode. */
  readonly answerMilliseconds: number;
  /** For the answer to a goodbye; after that the process is ended without it. */
  readonly closeMilliseconds: number;
  /** How long a stopped agent may go on before the user is offered to end its process. */
  readonly cancelPatienceMilliseconds: number;
}

export const defaultTimings: HostTimings = {
  openMilliseconds: 120_000,
  answerMilliseconds: 30_000,
  closeMilliseconds: 1_000,
  cancelPatienceMilliseconds: 10_000,
};

/** Of one prompt, what is compared when a conversation is said again; the rest tells no two apart. */
export const COMPARED_LENGTH = 1_024;

/** Of what the agent says of one prompt: it may put context before the words themselves. */
export const HEARD_LENGTH = 64 * 1_024;

/** Files that mentions look through; beyond that a project is not one project. */
export const LISTED_FILES = 200_000;

/** How long a listing of files serves somebody who is typing. */
export const LISTING_MILLISECONDS = 5_000;
/** A listing by git that takes longer is given up; the folders are then read one by one. */
export const LISTING_TIMEOUT_MILLISECONDS = 15_000;
/** Folders whose files are kept at once; each may take tens of megabytes. */
export const KEPT_LISTINGS = 4;

/** Files offered for a mention; more than a list shows. */
export const MENTIONED_FILES = 50;

/** Of what an agent's file search may look at and find; more serves no model. */
export const SEARCHED_ENTRIES = 200_000;
export const FOUND_FILES = 10_000;

/**
 * While a tool call runs, its files are looked at after this long, then half as often each time:
 * what a long command writes shows up soon, and an hour of it costs a few looks a minute.
 */
export const LOOK_FIRST_MILLISECONDS = 2_000;
export const LOOK_LAST_MILLISECONDS = 16_000;

/** After a look that failed the next one is tried so much later; then only when something happens. */
export const LOOK_AGAIN_MILLISECONDS = [1_000, 4_000, 16_000];

/** Of a picture or another binary version that is sent to the window to be looked at. */
export const SHOWN_BYTES = 16 * 1024 * 1024;

/** The same for what is written where files are watched: after each look, the next one waits longer. */
export const PACE_FIRST_MILLISECONDS = 500;
export const PACE_LAST_MILLISECONDS = 16_000;
/** Nothing written for so long beyond the wait: what comes next is looked at at once. */
export const PACE_QUIET_MILLISECONDS = 1_500;

/** How long a session that is let go of waits for the search to take in its last turn. */
export const INDEXING_PATIENCE_MILLISECONDS = 500;

/** Of what an agent says, in one event and in one entry; then it goes on in another. */
export const PIECE_CHARACTERS = 64 * 1024;
export const PART_CHARACTERS = 1024 * 1024;
/** Of a session's transcript, in memory: some 30,000 tool calls. Beyond it nothing more is kept. */
export const KEPT_CHARACTERS = 48 * 1024 * 1024;
/** Of resting text that is read together for an export, and the entries that it may belong to. */
export const EXPORTED_AT_ONCE_BYTES = 1024 * 1024;
export const EXPORTED_AT_ONCE_ENTRIES = 256;
/** What of it is written together. */
export const EXPORT_WRITE_CHARACTERS = 512 * 1024;
/** How long an export works before everybody else has a turn. */
export const EXPORT_TURN_MILLISECONDS = 8;
/** Full parts that may wait to be left in the log; while there are more, the agent is not read. */
export const WAITING_PARTS = 4;
