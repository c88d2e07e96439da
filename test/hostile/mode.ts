import type { JournalEntry } from '../agent/journalEntry';
import type { Scenario } from '../agent/scenario';

/** How a session may come to its end: a turn's reason, or an agent that never got to a turn. */
export type ModeEnd = 'end_turn' | 'cancelled' | 'failed' | 'interrupted' | 'not-started';

/** What the agent is told about its run. */
export interface ModeOptions {
  readonly seed: number;
  /** How much of it: lines, requests, bytes, steps; each mode says of what. */
  readonly n: number;
  /** Between 0 and 1, from the seed. */
  random(): number;
  /** A folder beside the workspace that must stay as it is. */
  readonly outside: string;
  /** Stands in the command line of whatever the agent leaves running. */
  readonly tag: string;
  /** A secret that the user gave to the agent: it may stand in no file of ours. */
  readonly secret: string;
}

/** What a mode's own check gets to see once the agent has had its turn. */
export interface ModeResult {
  readonly end: ModeEnd;
  /** What the user was told: the words of the end, of failures and of notices. */
  readonly told: string;
  readonly journal: readonly JournalEntry[];
  readonly seed: number;
  readonly n: number;
  /** A file of the session's folder; null where there is none. */
  read(path: string): string | null;
  readonly changes: readonly SeenChange[];
}

/** A change as the review lists it. */
export interface SeenChange {
  readonly path: string;
  readonly risk: boolean;
}

export interface HostileMode {
  /** What the agent does. */
  readonly does: string;
  /** What becomes of its session. */
  readonly ends: readonly ModeEnd[];
  /** How much of it, and how much where there is time. */
  readonly n?: number;
  readonly long?: number;
  /** What the user does meanwhile; waits unless told. */
  readonly user?: 'stop' | 'force-stop';
  /** The answer to every question; `reject` unless told. */
  readonly answers?: 'allow' | 'reject' | 'none';
  /** What the user decides on all changes when the turn has ended; nothing unless told. */
  readonly reviews?: 'accept' | 'reject';
  /** In a copy unless told. */
  readonly isolation?: 'isolated' | 'in-place';
  /** The app is ended while the agent is still at it; killed: without a chance to clean up. */
  readonly quits?: 'closed' | 'killed';
  /** Only where there is time for it. */
  readonly isLong?: boolean;
  scenario(options: ModeOptions): Scenario;
  /** What is wrong, one sentence each. */
  check?(result: ModeResult): readonly string[];
}

export type HostileModes = Readonly<Record<string, HostileMode>>;
