import type { MemoryGrowth } from './memoryMonitor';
import type { ModeEnd, SeenChange } from './mode';

/** What was seen of one mode by the process that the agent was let loose on. */
export interface InnerEvidence {
  /** Null: it did not end in time. */
  readonly end: ModeEnd | null;
  readonly told: string;
  readonly cwd: string;
  readonly stillMilliseconds: number;
  readonly memory: MemoryGrowth;
  /** What was wrong with the second session's turn; null: nothing. */
  readonly healthy: string | null;
  readonly openQuestions: number;
  /** Requests of the window that nobody answered in time. */
  readonly unanswered: readonly string[];
  readonly unexpected: readonly string[];
  readonly changes: readonly SeenChange[];
}

/** The same with what can only be seen from outside. */
export interface Evidence extends InnerEvidence {
  /** Files beside the workspace that are not as they were. */
  readonly changedOutside: readonly string[];
  /** Processes that are left, by their command line. */
  readonly leftProcesses: readonly string[];
  /** Files of the app's data that hold the secret. */
  readonly leaks: readonly string[];
  /** How long it took to end the app; null: it was not ended, or killed. */
  readonly quitMilliseconds: number | null;
  /** What the mode's own check says. */
  readonly complaints: readonly string[];
}

/** Nothing was seen, and so nothing is wrong: what a level cannot see stays as it is here. */
export const noEvidence: Evidence = {
  end: 'end_turn',
  told: '',
  cwd: '',
  stillMilliseconds: 0,
  memory: { liveBytes: 0, residentBytes: 0 },
  healthy: null,
  openQuestions: 0,
  unanswered: [],
  unexpected: [],
  changes: [],
  changedOutside: [],
  leftProcesses: [],
  leaks: [],
  quitMilliseconds: null,
  complaints: [],
};
