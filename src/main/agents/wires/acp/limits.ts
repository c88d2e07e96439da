/** The most sessions that one session may report to have started. */
export const CHILD_SESSIONS = 256;

/** The most unfinished questions in a browser whose end the agent may still announce. */
export const OPEN_ELICITATIONS = 256;

/** Terminals of one session: the agent's own and ours. The agent must not send output for ours. */
export const AGENT_TERMINALS = 64;
export const CLIENT_TERMINALS = 1_024;

/** Messages between sessions whose text is kept, to tell an addition from a change. */
export const SESSION_MESSAGES = 256;
export const SESSION_MESSAGE_CHARACTERS = 1_024 * 1_024;

/** The time limit for the answer about the login state, before the first session. */
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
