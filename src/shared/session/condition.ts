/** Something about how a session is kept, in words that say what it means and what to do. */
export interface StorageProblem {
  /**
   * `failing`: the disk refuses for now. `read-only`: nothing can be added. `damaged`: part of what
   * was kept cannot be read any more.
   */
  readonly kind: 'failing' | 'read-only' | 'damaged';
  readonly title: string;
  readonly advice: string;
}

/** The agent's start while it is under way. */
export interface StartProgress {
  readonly since: number;
  /** The last of what the agent has printed. */
  readonly stderrTail: string;
}

/** What is true of a session right now and stands in no log. */
export interface SessionCondition {
  readonly storage: readonly StorageProblem[];
  readonly start: StartProgress | null;
}

export const soundCondition: SessionCondition = { storage: [], start: null };
