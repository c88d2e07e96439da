import type { AgentLogin } from './agent';

/** A problem with how a session is stored, in words that say what it means and what to do. */
export interface StorageProblem {
  /**
   * `failing`: the disk refuses for now. `read-only`: nothing can be added. `damaged`: part of what
   * was kept can no longer be read.
   */
  readonly kind: 'failing' | 'read-only' | 'damaged';
  readonly title: string;
  readonly advice: string;
}

/** The agent's start while it is under way. */
export interface StartProgress {
  readonly since: number;
  /**
   * The agent's first answer, which shows its protocol; then the conversation that it is to open.
   */
  readonly waitsFor: 'answer' | 'conversation';
  /** The last of what the agent has printed. */
  readonly stderrTail: string;
}

/** The current facts about a session that are not in the log. */
export interface SessionCondition {
  readonly storage: readonly StorageProblem[];
  readonly start: StartProgress | null;
  readonly seal: SealCondition;
  /** What the agent says about its login; null if nothing. */
  readonly login: AgentLogin | null;
}

/** A summary of a session's seal; the lists themselves are requested separately. */
export interface SealCondition {
  /** How many refusals are listed. */
  readonly refusals: number;
  /** A number that changes whenever these lists change. */
  readonly revision: number;
}

const untouchedSeal: SealCondition = { refusals: 0, revision: 0 };

export const soundCondition: SessionCondition = {
  storage: [],
  start: null,
  seal: untouchedSeal,
  login: null,
};
