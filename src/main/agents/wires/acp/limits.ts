/** Sessions that one session says it started. */
export const CHILD_SESSIONS = 256;

/** Questions in a browser whose end the agent may still announce. */
export const OPEN_ELICITATIONS = 256;

/** Terminals of one session: the agent's, and ours, for which the agent must not send output. */
export const AGENT_TERMINALS = 64;
export const CLIENT_TERMINALS = 1_024;

/** Messages between sessions whose text so far is kept, to tell an addition from a change. */
export const SESSION_MESSAGES = 256;
export const SESSION_MESSAGE_CHARACTERS = 1_024 * 1_024;

/** The time for the answer about the login, before the first session. */
export const LOGIN_STATUS_MILLISECONDS = 5_000;
/** The longest name of an account. */
export const ACCOUNT_CHARACTERS = 200;
/** Requests to Airlock's own MCP server of a session that are open at the same time. */
export const MCP_REQUESTS = 16;
/**
 * The longest command, arguments and variables of a login: they are kept with each login that is
 * requested.
 */
export const LOGIN_CHARACTERS = 16 * 1_024;
