/** The interval at which messages of a wire are sent to the window: nobody reads faster. */
export const NEWS_MILLISECONDS = 100;

/** Frames in one report; of a flood the newest are shown. */
export const NEWS_FRAMES = 500;

export const PREVIEW_LENGTH = 160;
/** Characters that are read for the preview, so that a secret across its end is recognised. */
export const PREVIEWED_LENGTH = 512;

/** Requests that are remembered to name their answers. */
export const OPEN_CALLS = 1_000;
/** Open requests that are shown. */
export const SHOWN_CALLS = 20;

/** Message names that the filter offers. */
export const LABELS = 200;

/** Characters of a frame that is too long to be parsed, in which its method is searched for. */
export const METHOD_LENGTH = 4_096;

/** Rows in the list; each takes some 100 bytes while an inspector is open. */
export const LISTED_FRAMES = 200_000;
/** Rows in the first answer, and in each request. */
export const PAGE_ROWS = 500;

/** How far apart in time an entry and its frames may be if only their times connect them. */
export const NEAR_MILLISECONDS = 10_000;
/** Entries are stamped when they are recorded, a moment after their frames. */
export const RECORDING_MILLISECONDS = 250;
