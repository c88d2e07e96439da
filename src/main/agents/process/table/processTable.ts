/** A process of this computer, with the facts that tell which run it belongs to. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /**
   * Together with the pid, this identifies a process forever: pids are reused, start times are not.
   */
  readonly startTime: string;
  /** The run that it was started in; null if it has none, or if we may not read its environment. */
  readonly runId: string | null;
}

export interface ProcessTable {
  /** Live processes, without zombies. */
  list(): Promise<readonly ProcessRow[]>;
  startTimeOf(pid: number): Promise<string | null>;
}

/** An agent's process, with the facts that identify its descendants. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string | null;
  readonly runId: string;
}

/**
 * All live processes that a run has started: by group, by descent, and by the run's id in the
 * environment, which remains when a process has left its group and its parent. Another process with
 * a reused pid is recognised by its start time.
 */
export function findFamily(
  rows: readonly ProcessRow[],
  { pid, startTime, runId }: ProcessIdentity,
): readonly ProcessRow[] {
  const leader = rows.find((row) => row.pid === pid);
  const isOurs = leader && (startTime ? leader.startTime === startTime : leader.runId === runId);
  const isReused = leader !== undefined && !isOurs;
  const family = new Set(
    rows.filter((row) => row.runId === runId || (!isReused && row.group === pid)),
  );
  if (leader && !isReused) family.add(leader);
  const pids = new Set([...family].map((row) => row.pid));
  let found = true;
  while (found) {
    const children = rows.filter((row) => pids.has(row.parent) && !family.has(row));
    for (const child of children) {
      family.add(child);
      pids.add(child.pid);
    }
    found = children.length > 0;
  }
  return [...family].filter((row) => row.pid > 1 && row.pid !== process.pid);
}

/**
 * Sends a signal to each process. They are listed again right before, since a pid may have been
 * reused in the meantime; a process that has ended needs no signal.
 */
export async function signalProcesses(
  rows: readonly ProcessRow[],
  signal: NodeJS.Signals,
  table: ProcessTable,
): Promise<void> {
  for (const { pid, startTime } of rows) {
    if ((await table.startTimeOf(pid)) === startTime) sendSignal(pid, signal);
  }
}

/** Sends a signal; a negative pid names a group. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EPERM: the program changed its user, such as sudo, and we may not end it.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
