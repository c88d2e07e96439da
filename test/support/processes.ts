import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_TIMEOUT_MILLISECONDS } from './limits';

const LOOK_EVERY_MILLISECONDS = 5;
const FIND_EVERY_MILLISECONDS = 100;

/** A process that ended but was not yet reaped counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, and so alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return readProcess(pid, 'stat')?.split(') ').at(-1)?.startsWith('Z') !== true;
}

/** The live processes that carry `name=value` in the environment they were started with; Linux only. */
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
 * Those that are alive when none should be any more. Asks again and again, since the system tells nobody but the
 * parent: often for those that were found, and seldom for all, which costs a look at every process of the machine.
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

/** Whether it only waits for a program that runs in a namespace, which it has not entered itself. */
export function isWaitingOutside(pid: number): boolean {
  return namespaceOf(pid, 'pid') !== namespaceOf(pid, 'pid_for_children');
}

function namespaceOf(pid: number, kind: 'pid' | 'pid_for_children'): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/${kind}`);
  } catch {
    // It ended meanwhile, or belongs to someone else.
    return undefined;
  }
}

/**
 * The pids, as seen from here, of processes that told theirs from within the namespace of a run; the
 * same where runs have none. Linux only.
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
    // It ended meanwhile, belongs to someone else, or this system has no /proc.
    return undefined;
  }
}
