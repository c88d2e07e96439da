/** Bounds of the composer, each with its reason. */

/** The most drafts that are kept; more than anybody has open at once. */
export const KEPT_DRAFTS = 100;
/** The longest draft that is saved; a longer one is lost when the window closes. */
export const KEPT_DRAFT_CHARACTERS = 200_000;
/** Drafts whose files and images are kept, too: each may hold many megabytes. */
export const KEPT_ATTACHMENTS = 20;
/** The delay after a key before the draft is saved. */
export const DRAFT_MILLISECONDS = 300;

/** The most prompts in the history, over all projects. */
export const HISTORY_ENTRIES = 300;
/** The longest prompt in the history; a longer one was pasted, and is in the transcript. */
export const HISTORY_CHARACTERS = 20_000;

/** The largest image; the agents' own services reject larger ones. */
export const IMAGE_BYTES = 10_000_000;
/** The largest audio file: some minutes, or an hour if compressed. */
export const AUDIO_BYTES = 20_000_000;
/**
 * The largest text file that is sent; a larger one belongs in the project, where the agent can read
 * parts of it.
 */
export const TEXT_FILE_BYTES = 500_000;
/** A longer pasted text is attached instead: some hundred lines of a log. */
export const PASTED_CHARACTERS = 20_000;
export const ATTACHMENTS = 20;

/** The longest word after `@` or `/` that is treated as a name. */
export const TRIGGER_CHARACTERS = 200;
/** The most suggestions in that list; typing more finds others. */
export const SUGGESTIONS = 50;

/** Two presses of Escape within this time stop the agent. */
export const ESCAPE_MILLISECONDS = 1_500;

/** The largest share of the pane that the prompt's field grows to. */
export const HEIGHT_SHARE = 0.4;
