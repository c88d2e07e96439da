import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_TIMEOUT_MILLISECONDS } from './limits';

const LOOK_EVERY_MILLISECONDS = 5;

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

/** Looks again and again, since the system tells nobody but the parent. */
export async function gone(
  pids: () => readonly number[],
  timeout = DEFAULT_TIMEOUT_MILLISECONDS,
): Promise<void> {
  const deadline = Date.now() + timeout;
  for (let left = pids().filter(isAlive); left.length > 0; left = pids().filter(isAlive)) {
    if (Date.now() > deadline) throw new Error(`Still alive after ${timeout} ms: ${left}.`);
    await wait(LOOK_EVERY_MILLISECONDS);
  }
}

function readProcess(pid: number, file: 'stat' | 'environ'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It ended meanwhile, belongs to someone else, or this system has no /proc.
    return undefined;
  }
}
