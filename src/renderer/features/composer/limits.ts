/** Bounds of the composer, each with its reason. */

/** Drafts that are kept; more sessions than anybody has open at once. */
export const KEPT_DRAFTS = 100;
/**
 * Characters of one draft; a longer one is kept while the window lives, but does not outlive it.
 */
export const KEPT_DRAFT_CHARACTERS = 200_000;
/** Drafts whose files and images are kept, too: each may hold many megabytes. */
export const KEPT_ATTACHMENTS = 20;
/** The draft is saved this long after a key. */
export const DRAFT_MILLISECONDS = 300;

/** Prompts that can be called back, over all projects. */
export const HISTORY_ENTRIES = 300;
/** A longer prompt was pasted rather than typed, and is in the transcript. */
export const HISTORY_CHARACTERS = 20_000;

/** An image larger than this is rejected by the agents' own services. */
export const IMAGE_BYTES = 10_000_000;
/** The same for audio: some minutes of it, or an hour compressed. */
export const AUDIO_BYTES = 20_000_000;
/** A text file beyond this belongs in the project, where the agent can read it in parts. */
export const TEXT_FILE_BYTES = 500_000;
/** A longer text that is pasted is attached: some hundred lines of a log. */
export const PASTED_CHARACTERS = 20_000;
export const ATTACHMENTS = 20;

/** The longest word after `@` or `/` that is treated as a name. */
export const TRIGGER_CHARACTERS = 200;
/** Rows of the list that opens for it; more are found by typing on. */
export const SUGGESTIONS = 50;

/** Two presses of Escape within this time stop the agent. */
export const ESCAPE_MILLISECONDS = 1_500;

/** The prompt's field grows to this share of its pane. */
export const HEIGHT_SHARE = 0.4;
