import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_TIMEOUT_MILLISECONDS } from './limits';

const LOOK_EVERY_MILLISECONDS = 5;
const FIND_EVERY_MILLISECONDS = 100;

/** Whether a process is alive; one that has ended but was not reaped does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // We may not signal it, so it is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return readProcess(pid, 'stat')?.split(') ').at(-1)?.startsWith('Z') !== true;
}

/**
 * The live processes that carry `name=value` in the environment they were started with; Linux only.
 */
export function pidsWithMarker(name: string, value: string): readonly number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => readProcess(pid, 'environ')?.split('\0').includes(`${name}=${value}`))
    .filter(isAlive);
}

/** Settles when none of these processes is alive. */
export async function gone(
  pids: () => readonly number[],
  timeout = DEFAULT_TIMEOUT_MILLISECONDS,
): Promise<void> {
  const left = await leftOf(pids, timeout);
  if (left.length > 0) throw new Error(`Still alive after ${timeout} ms: ${left}.`);
}

/**
 * Those that are still alive when none should be. Polls, because only the parent is notified: often
 * for those that were found, and rarely for all, which examines every process of the machine.
 */
export async function leftOf(
  find: () => readonly number[],
  timeout = DEFAULT_TIMEOUT_MILLISECONDS,
): Promise<readonly number[]> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const left = find().filter(isAlive);
    if (left.length === 0 || Date.now() > deadline) return left;
    const until = Date.now() + FIND_EVERY_MILLISECONDS;
    do await wait(LOOK_EVERY_MILLISECONDS);
    while (left.every(isAlive) && Date.now() < until);
  }
}

/** Whether a process only waits for a program in a namespace that it has not entered itself. */
export function isWaitingOutside(pid: number): boolean {
  return namespaceOf(pid, 'pid') !== namespaceOf(pid, 'pid_for_children');
}

function namespaceOf(pid: number, kind: 'pid' | 'pid_for_children'): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/${kind}`);
  } catch {
    // It has ended in the meantime, or belongs to someone else.
    return undefined;
  }
}

/**
 * The outside pids of processes that reported theirs from within a run's namespace; the same pids
 * if runs have no namespace. Linux only.
 */
export function pidsOutside(runId: string, inside: readonly number[]): readonly number[] {
  const ours = namespaceOf(process.pid, 'pid');
  const namespace = pidsWithMarker('AIRLOCK_RUN', runId)
    .map((pid) => namespaceOf(pid, 'pid'))
    .find((each) => each !== undefined && each !== ours);
  if (namespace === undefined) return inside;
  const members = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => namespaceOf(pid, 'pid') === namespace);
  const outside = new Map(
    members.map((pid) => {
      const [, numbers = ''] = /^NSpid:(.*)$/m.exec(readProcess(pid, 'status') ?? '') ?? [];
      return [Number(numbers.trim().split(/\s+/).at(-1)), pid];
    }),
  );
  return inside.map((pid) => outside.get(pid) ?? -1);
}

function readProcess(pid: number, file: 'stat' | 'environ' | 'status'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended in the meantime, belongs to someone else, or this system has no /proc.
    return undefined;
  }
}
