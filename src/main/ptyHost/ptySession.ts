import { readdirSync, readFileSync } from 'node:fs';

/** The numbers of fields in /proc/<pid>/stat. */
const SESSION_FIELD = 6;
const START_FIELD = 22;

export interface PtyState {
  /** Whether the leader has ended and was reaped: its pid may now belong to another process. */
  readonly hasEnded: boolean;
  /** Whether the leader only waits for a program in a namespace and must report how it ended. */
  readonly isWaiting: boolean;
}

/**
 * Signals all processes of a POSIX session, in whichever process group a shell has put them. Only
 * Linux tells which processes belong to a session; elsewhere the leader's own group is signalled.
 */
export function signalSession(
  leader: number,
  signal: NodeJS.Signals,
  { hasEnded, isWaiting }: PtyState,
): void {
  if (hasEnded && isAlive(leader)) return;
  const members = [...sessionMembers(leader).keys()];
  // Kill and continue go to all processes, and so does every signal before the program has
  // started.
  const isAlone = members.every((pid) => pid === leader);
  const isForAll = !isWaiting || isAlone || signal === 'SIGKILL' || signal === 'SIGCONT';
  if (isForAll) send(-leader, signal);
  for (const pid of members) if (isForAll || pid !== leader) send(pid, signal);
}

/** What a POSIX session left running when its leader ended. */
export interface LeftBehind {
  readonly leader: number;
  /** The start times of the session's processes by pid; null where the system does not list them. */
  readonly members: ReadonlyMap<number, string> | null;
}

/** Call this when the leader has ended; null if it left nothing running that can be killed. */
export function leftBehindBy(leader: number): LeftBehind | null {
  // A pid that is used again shows that its old session is empty.
  if (process.platform === 'win32' || isAlive(leader)) return null;
  if (process.platform !== 'linux') return { leader, members: null };
  const members = sessionMembers(leader);
  return members.size === 0 ? null : { leader, members };
}

/**
 * Kills the processes that POSIX sessions left behind when their leaders ended. A session without
 * processes is gone, and its leader's pid may then be used for another. So a session is only killed
 * while one of the processes that were left behind is still in it. Where the system does not list
 * them, the group is killed if no process has the leader's pid now.
 */
export function killLeftBehind(sessions: Iterable<LeftBehind>): void {
  for (const { leader, members } of sessions) {
    if (isAlive(leader)) continue;
    const present = sessionMembers(leader);
    const isSame = [...(members ?? [])].some(([pid, start]) => present.get(pid) === start);
    if (members !== null && !isSame) continue;
    send(-leader, 'SIGKILL');
    for (const pid of present.keys()) send(pid, 'SIGKILL');
  }
}

/** The start times of a session's processes by pid. */
function sessionMembers(leader: number): ReadonlyMap<number, string> {
  if (process.platform !== 'linux') return new Map();
  const members = [...processStats()].filter(([, { session }]) => session === leader);
  return new Map(members.map(([pid, { startTime }]) => [pid, startTime]));
}

interface ProcessStat {
  readonly session: number;
  readonly startTime: string;
}

let known: ReadonlyMap<number, ProcessStat> | null = null;

/** Reading all processes takes some milliseconds, so several calls at once share the result. */
function processStats(): ReadonlyMap<number, ProcessStat> {
  if (known !== null) return known;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  known = new Map(
    pids.flatMap((name) => {
      const stat = statOf(Number(name));
      return stat ? [[Number(name), stat]] : [];
    }),
  );
  queueMicrotask(() => {
    known = null;
  });
  return known;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function statOf(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The process name is in brackets and may contain anything; the state follows, as the third field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { session: Number(fields[SESSION_FIELD - 3]), startTime: fields[START_FIELD - 3] ?? '' };
  } catch {
    // The process ended while it was being read.
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The process is already gone, or is a program that changed its user, such as sudo.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
