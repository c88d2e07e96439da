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
  /** Its first answer, which shows what it speaks; then the conversation that it is to open. */
  readonly waitsFor: 'answer' | 'conversation';
  /** The last of what the agent has printed. */
  readonly stderrTail: string;
}

/** The current facts about a session that are not in the log. */
export interface SessionCondition {
  readonly storage: readonly StorageProblem[];
  readonly start: StartProgress | null;
  /** How much its seal has refused so far, as far as was seen. */
  readonly refusals: number;
}

export const soundCondition: SessionCondition = { storage: [], start: null, refusals: 0 };
