/** How long each step of a check may take. Tests use shorter times. */
export interface CheckTimings {
  /** The time for a session to be opened, resumed or loaded. */
  readonly openMilliseconds: number;
  /** The time for the answer to a small request. */
  readonly answerMilliseconds: number;
  /** The time for a prompt. */
  readonly promptMilliseconds: number;
  /** The time for a turn to end after it was told to stop. */
  readonly cancelMilliseconds: number;
}

export const checkTimings: CheckTimings = {
  openMilliseconds: 60_000,
  answerMilliseconds: 30_000,
  promptMilliseconds: 180_000,
  cancelMilliseconds: 15_000,
};

/** How long to listen to a loaded session that was answered before its history was repeated. */
export const REPLAY_MILLISECONDS = 500;

/** Results that are kept: for versions of one agent, and in total. */
export const KEPT_VERSIONS = 6;
export const KEPT_CHECKS = 120;
/** Characters of an agent's text that a result keeps. */
export const KEPT_CHARACTERS = 600;
export const KEPT_TAIL_CHARACTERS = 4_000;
/** Characters of the version and the protocol that an agent names. */
export const KEPT_VERSION_CHARACTERS = 80;
/** Characters of a file that an agent writes through Airlock in a check. */
export const WRITTEN_CHARACTERS = 1024 * 1024;
/** Checks that run at the same time; each starts several processes. */
export const CHECKS_AT_ONCE = 2;
