/** Messages of a wire are sent to the window together, this often: nobody reads faster. */
export const NEWS_MILLISECONDS = 100;

/** Frames in one piece of news; of a flood the newest are shown. */
export const NEWS_FRAMES = 500;

export const PREVIEW_LENGTH = 160;
/** Characters read for the preview, so that a secret across its end is still recognised. */
export const PREVIEWED_LENGTH = 512;

/** Requests whose answers are still to be named by them. */
export const OPEN_CALLS = 1_000;
/** The number of open calls that are shown. */
export const SHOWN_CALLS = 20;

/** Names of messages that the filter offers. */
export const LABELS = 200;

/** In a frame that is too long to be parsed: the range in which its method is searched. */
export const METHOD_LENGTH = 4_096;

/** Rows of the list; some 100 bytes each while an inspector is open. */
export const LISTED_FRAMES = 200_000;
/** Rows that come with the first answer, and that may be asked for at once. */
export const PAGE_ROWS = 500;

/** How far an entry and its frames may be apart where only their times tell that they belong together. */
export const NEAR_MILLISECONDS = 10_000;
/** Entries are stamped when they are recorded, a moment after their frames. */
export const RECORDING_MILLISECONDS = 250;
