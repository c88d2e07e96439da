/** Messages of one session whose text is kept, to tell an addition from a change. */
export const KNOWN_MESSAGES = 256;

/** Tool calls of one session whose content is kept, so that more can be added to it. */
export const KEPT_CONTENTS = 64;

/** Items of one tool call's content; what is streamed beyond them is left out. */
export const CONTENT_ITEMS = 1_000;

/** A content that has grown by less than this share is not sent again until its call changes. */
export const CONTENT_GROWTH = 0.25;

/** Up to this length, in UTF-16 units of JSON, a content is sent with each addition. */
export const SMALL_CONTENT = 2_048;
