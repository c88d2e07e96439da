/** Requests of the agent that are handled at the same time; at the limit, reading stops. */
export const REQUESTS_IN_FLIGHT = 256;

/** The total size of these requests. One request alone may be larger. */
export const REQUEST_BYTES = 16 * 1024 * 1024;

/** Requests that wait for the user or for a command; further ones are refused. */
export const WAITING_REQUESTS = 256;

/** Requests that are started in one turn of the event loop. */
export const MESSAGES_PER_TURN = 32;

/** Invalid messages are answered at most once per second, because the answers have no id. */
export const INVALID_ANSWER_MILLISECONDS = 1_000;

/** Events of a session that are kept until the caller knows the session. */
export const HELD_UPDATES = 1_000;
export const HELD_CHARACTERS = 4 * 1024 * 1024;

/** Options of a permission request; more would be a mistake or a trick. */
export const PERMISSION_OPTIONS = 32;
export const FORM_FIELDS = 64;
export const FIELD_CHOICES = 256;

/**
 * Characters of an address that the user is asked to open; a shortened address would lead
 * elsewhere.
 */
export const URL_LENGTH = 16 * 1024;

/** Characters that one session's translator remembers about unfinished tool calls. */
export const REMEMBERED_CHARACTERS = 4 * 1024 * 1024;

/** Characters of an id. Ids are kept and compared, so very long ones are refused. */
export const IDENTIFIER_LENGTH = 1_024;

/** Characters of an agent's error text that are shown, so that a card can show it whole. */
export const ERROR_TEXT_LENGTH = 2_048;

/** Characters of the name under which unknown content is shown. */
export const LABEL_LENGTH = 200;

/** Pages that are read of a list of sessions whose cursor never ends. */
export const LIST_PAGES = 50;
export const LISTED_SESSIONS = 5_000;
export const LISTED_TITLE_LENGTH = 500;
/** Longer than any time with its zone, in any standard format. */
export const TIME_LENGTH = 100;
/**
 * Characters of a cursor. Cursors are sent back unchanged; a list with a longer cursor ends there.
 */
export const CURSOR_LENGTH = 16 * 1024;

/** Output that the log keeps of a command that the agent ran itself, in UTF-16 units. */
export const TERMINAL_TAIL_LENGTH = 16 * 1_024;

/** Tool calls of one session that are distinguished from new ones. */
export const KNOWN_TOOLS = 10_000;

/** Characters of a tool call's title, which for a command is the command itself. */
export const TITLE_LENGTH = 2_000;

/** Warnings that are remembered and not shown again: Codex repeats them with every turn. */
export const TOLD_WARNINGS = 100;
