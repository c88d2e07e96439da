import { readdirSync, readFileSync } from 'node:fs';

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
  const members = sessionMembers(new Set([leader]));
  // Kill and continue go to all processes, and so does every signal before the program has
  // started.
  const isAlone = members.every((pid) => pid === leader);
  const isForAll = !isWaiting || isAlone || signal === 'SIGKILL' || signal === 'SIGCONT';
  if (isForAll) send(-leader, signal);
  for (const pid of members) if (isForAll || pid !== leader) send(pid, signal);
}

/**
 * Kills the processes that POSIX sessions left behind when their leaders ended. While any of them
 * lives, the leader's pid is not reused; so if a process has that pid now, it and its session are
 * unrelated.
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

/** Reading all processes takes some milliseconds, so several calls at once share the result. */
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
    // The process name is in brackets and may contain anything; state, parent, group and session follow.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[3]);
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
