/** Requests of the agent that are worked on at once; while there are so many, no more are read. */
export const REQUESTS_IN_FLIGHT = 256;

/** The bytes that they came in. A request may be larger; then it is the only one. */
export const REQUEST_BYTES = 16 * 1024 * 1024;

/** Requests that wait for the user or for a command; more than these are refused. */
export const WAITING_REQUESTS = 256;

/** Requests that are begun in one turn of the event loop. */
export const MESSAGES_PER_TURN = 32;

/** An answer to what is no message at all has no id, so that one per second says enough. */
export const INVALID_ANSWER_MILLISECONDS = 1_000;

/** An agent may speak in a session before its caller knows it: so many events are kept. */
export const HELD_UPDATES = 1_000;

/** Nobody reads more answers than this; more is a mistake or a trick. */
export const PERMISSION_OPTIONS = 32;
export const FORM_FIELDS = 64;
export const FIELD_CHOICES = 256;

/** Ids are kept and compared, so that one of megabytes is refused. */
export const IDENTIFIER_LENGTH = 1_024;

/** Of what an agent says about an error: a card shows it whole. */
export const ERROR_TEXT_LENGTH = 2_048;

/** Of the name under which something unknown is shown. */
export const LABEL_LENGTH = 200;

/** A list of sessions whose cursor never ends is cut here. */
export const LIST_PAGES = 50;
export const LISTED_SESSIONS = 5_000;

/** What the log keeps of a command that the agent ran itself, in UTF-16 units. */
export const TERMINAL_TAIL_LENGTH = 16 * 1_024;

/** Tool calls of one session that are told apart from new ones. */
export const KNOWN_TOOLS = 10_000;

/** Of a tool call's title, which for a command is the command itself. */
export const TITLE_LENGTH = 2_000;
