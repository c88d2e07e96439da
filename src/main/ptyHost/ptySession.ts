import { readdirSync, readFileSync } from 'node:fs';

export interface SessionState {
  /** The leader has ended and was reaped: whoever has its number now is a stranger. */
  readonly hasEnded: boolean;
  /** The leader only waits for a program in a namespace and has to tell how that ended. */
  readonly isWaiting: boolean;
}

/**
 * Signals all that runs in a session of the system's, in whichever group a shell has put it. Only
 * Linux tells who belongs to one; elsewhere it is the leader's own group.
 */
export function signalSession(
  leader: number,
  signal: NodeJS.Signals,
  { hasEnded, isWaiting }: SessionState,
): void {
  if (hasEnded && isAlive(leader)) return;
  const members = sessionMembers(new Set([leader]));
  // To be killed or to go on is for all of them, and so is all before the program has been started.
  const isAlone = members.every((pid) => pid === leader);
  const isForAll = !isWaiting || isAlone || signal === 'SIGKILL' || signal === 'SIGCONT';
  if (isForAll) send(-leader, signal);
  for (const pid of members) if (isForAll || pid !== leader) send(pid, signal);
}

/**
 * Ends what sessions whose leaders have ended left behind. While any of it lives, nobody is given
 * the leader's number; so one that has the number now is a stranger, and so are those around it.
 */
export function killLeftBehind(leaders: Iterable<number>): void {
  const ended = new Set([...leaders].filter((leader) => !isAlive(leader)));
  if (ended.size === 0) return;
  const members = sessionMembers(ended);
  for (const leader of ended) send(-leader, 'SIGKILL');
  for (const pid of members) send(pid, 'SIGKILL');
}

function sessionMembers(leaders: ReadonlySet<number>): readonly number[] {
  if (process.platform !== 'linux') return [];
  return [...sessionsByPid()].filter(([, session]) => leaders.has(session)).map(([pid]) => pid);
}

let known: ReadonlyMap<number, number> | null = null;

/** Reading them all takes some milliseconds: many that are ended at once share one reading. */
function sessionsByPid(): ReadonlyMap<number, number> {
  if (known !== null) return known;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  known = new Map(pids.map((pid) => [Number(pid), sessionOf(Number(pid)) ?? 0]));
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

function sessionOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name stands in brackets and may hold anything: state, parent, group and session follow.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[3]);
  } catch {
    // It ended while we were looking.
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Gone already, or a program that changed its user, such as sudo.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
