/** Time for a test: many servers are downloaded when they are first started. */
export const TEST_MILLISECONDS = 90_000;
/**
 * Time for one answer: a little less, so that the program that waits can still report what arrived
 * instead.
 */
export const PROBE_MILLISECONDS = TEST_MILLISECONDS - 3_000;

/** Tests that run at the same time; each is a process with one or more of its own. */
export const TESTS_AT_ONCE = 4;

/** The size of a message that a server may send while it is tested. */
export const MESSAGE_BYTES = 4 * 1024 * 1024;
export const ALL_BYTES = 32 * 1024 * 1024;

/** The number of tools that are shown. */
export const TOOLS = 500;
export const TOOL_PAGES = 50;
export const TOOL_NAME = 200;
export const TOOL_DESCRIPTION = 1_000;

/** Bytes of a test's report, with room for JSON's escapes. */
export const REPORT_BYTES = 4 * 1024 * 1024;

/** The memory of the program that tries a server, in megabytes. */
export const PROBE_MEGABYTES = 256;
