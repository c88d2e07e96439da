/**
 * Names on disk, below the root that the caller passes. All data is in the sessions' folders; the
 * two files next to them are derived and can be deleted at any time.
 */
export const SESSIONS_FOLDER = 'sessions';
/** Deleted sessions, which are kept for a while. */
export const TRASH_FOLDER = 'trash';
export const CATALOGUE_FILE = 'catalogue.json';
export const SEARCH_FILE = 'search.sqlite';

/** File names in the folder of a session. */
export const LOG_FILE = 'log.ndjson';
export const PACK_FILE = 'blobs.pack';
export const TORN_FILE = 'log.torn';
export const TORN_PACK_FILE = 'blobs.torn';
export const DAMAGED_FILE = 'log.damaged';
