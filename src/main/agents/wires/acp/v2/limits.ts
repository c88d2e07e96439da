/** Messages of one session whose text is kept, to tell an addition from a change. */
export const KNOWN_MESSAGES = 256;

/** Tool calls of one session whose content is kept, so that more can be added to it. */
export const KEPT_CONTENTS = 64;

/** Items in the content of one tool call; further streamed items are left out. */
export const CONTENT_ITEMS = 1_000;

/** Content that has grown by less than this share is not sent again until its call changes. */
export const CONTENT_GROWTH = 0.25;

/** Content up to this length, in UTF-16 units of JSON, is sent with each addition. */
export const SMALL_CONTENT = 2_048;
