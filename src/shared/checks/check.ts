import type { FileMode } from '#shared/airlock/change';
import type { ChangeId, HunkId, ObjectId } from '#shared/ids';
import type { CheckReport } from './checkReport';

/** A command of the project's that says whether its files are sound. */
export interface ProjectCheck {
  /** A line for the user's shell. */
  readonly command: string;
  /**
   * The JUnit file that the command writes, below the project's folder; null: its output is read.
   */
  readonly report: string | null;
}

/** Hunks of one change. */
export interface ChosenHunks {
  readonly changeId: ChangeId;
  readonly hunkIds: readonly HunkId[];
}

/** One of the checked files with its content; null if it did not exist. */
export interface CheckedFile {
  readonly path: string;
  readonly version: { readonly blob: ObjectId; readonly mode: FileMode } | null;
}

export type CheckOutcome =
  | 'passed'
  | 'failed'
  | 'cancelled'
  /** The check could not be run, so nothing is known. */
  | 'not-run';

/** What one check said about one selection of hunks. */
export interface CheckRun {
  readonly name: string;
  readonly command: string;
  /** The hash of the files that the selection comes to; see `selectionOf`. */
  readonly selection: string;
  readonly outcome: CheckOutcome;
  /** Why it was not run, or how it ended. */
  readonly message: string | null;
  readonly at: number;
  readonly milliseconds: number;
  readonly report: CheckReport | null;
  /** The end of its output, without colours. */
  readonly log: string;
}

/** The state of a check for a selection. */
export type CheckStanding =
  | { readonly type: 'unknown' }
  | { readonly type: 'current'; readonly run: CheckRun }
  /** The check ran on another selection, or with another command. */
  | { readonly type: 'stale'; readonly run: CheckRun };

/** The newest run that is about exactly this selection, or else the newest of all. */
export function standingOf(
  runs: readonly CheckRun[],
  check: { readonly name: string; readonly command: string },
  selection: string | null,
): CheckStanding {
  const own = runs.filter(({ name }) => name === check.name);
  const current = own.findLast(
    (run) => run.selection === selection && run.command === check.command,
  );
  if (current !== undefined) return { type: 'current', run: current };
  const run = own.at(-1);
  return run === undefined ? { type: 'unknown' } : { type: 'stale', run };
}

/**
 * Whether all checks passed on the selection that was checked first; null if no check ever ran to
 * its end.
 */
export function firstTry(runs: readonly CheckRun[]): boolean | null {
  const ended = runs.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
  const first = ended.filter(({ selection }) => selection === ended[0]?.selection);
  return first.length === 0 ? null : first.every(({ outcome }) => outcome === 'passed');
}

/** Every check has passed on exactly this selection. Without checks, nothing is green. */
export function isGreen(
  runs: readonly CheckRun[],
  checks: Readonly<Record<string, ProjectCheck>>,
  selection: string,
): boolean {
  const all = Object.entries(checks);
  return (
    all.length > 0 &&
    all.every(([name, { command }]) => {
      const standing = standingOf(runs, { name, command }, selection);
      return standing.type === 'current' && standing.run.outcome === 'passed';
    })
  );
}
