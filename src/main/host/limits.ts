/** Bounds of the host, each with its reason. */

/** A text file that an agent reads whole; larger ones are asked for by line and limit. */
export const FILE_READ_LIMIT = 10 * 1024 * 1024;

/** How long a stopped agent may go on before the user is offered to end its process. */
export const CANCEL_PATIENCE_MILLISECONDS = 10_000;

/** Questions that one session may have open at once; more than a person would answer. */
export const OPEN_QUESTIONS = 32;

/** Time for the agent to answer its first message; the first run of `npx` downloads the agent. */
export const START_DEADLINE_MILLISECONDS = 60_000;
export const FIRST_START_DEADLINE_MILLISECONDS = 300_000;

/** Time for the agent to open a conversation, which may start its own servers. */
export const OPEN_DEADLINE_MILLISECONDS = 120_000;

/** Files that mentions look through; beyond that a project is not one project. */
export const LISTED_FILES = 200_000;

/** How long a listing of files serves somebody who is typing. */
export const LISTING_MILLISECONDS = 5_000;

/** Files offered for a mention; more than a list shows. */
export const MENTIONED_FILES = 50;
