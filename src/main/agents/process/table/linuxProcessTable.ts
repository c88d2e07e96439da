import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { RUN_VARIABLE } from '#main/agents/process/environment/agentEnvironment';
import type { ProcessRow, ProcessTable } from './processTable';

/** Reading this many takes some four milliseconds; then other tasks get a turn. */
const PROCESSES_AT_ONCE = 100;
/** Far more than a usual environment has. */
const READ_BYTES = 256 * 1024;
const KERNEL_THREADS_PARENT = 2;

/**
 * Reads /proc synchronously: its files are made in memory, and async reads cost ten times as much.
 */
export class LinuxProcessTable implements ProcessTable {
  private readonly buffer = Buffer.allocUnsafeSlow(READ_BYTES);

  async list(): Promise<readonly ProcessRow[]> {
    const pids = listPids();
    const rows: ProcessRow[] = [];
    for (const [index, pid] of pids.entries()) {
      if (index % PROCESSES_AT_ONCE === PROCESSES_AT_ONCE - 1) await setImmediate();
      const row = this.row(pid);
      if (row) rows.push(row);
    }
    return rows;
  }

  async startTimeOf(pid: number): Promise<string | null> {
    return parseStat(this.read(`/proc/${pid}/stat`) ?? '')?.startTime ?? null;
  }

  private row(pid: number): ProcessRow | undefined {
    const stat = parseStat(this.read(`/proc/${pid}/stat`) ?? '');
    if (!stat || stat.isDead) return undefined;
    const { parent, group, startTime } = stat;
    const environment =
      parent === KERNEL_THREADS_PARENT ? undefined : this.read(`/proc/${pid}/environ`);
    return { pid, parent, group, startTime, runId: runIdIn(environment ?? '') };
  }

  /** Undefined if the process has ended in the meantime, or belongs to another user. */
  private read(path: string): string | undefined {
    let file: number;
    try {
      file = openSync(path, 'r');
    } catch {
      return undefined;
    }
    try {
      return this.buffer.toString('latin1', 0, readSync(file, this.buffer, 0, READ_BYTES, null));
    } catch {
      return undefined;
    } finally {
      closeSync(file);
    }
  }
}

function listPids(): readonly number[] {
  try {
    const names = readdirSync('/proc');
    return names.filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    // /proc is not mounted, as in some containers: process groups must be enough.
    return [];
  }
}

export interface ProcessStat {
  readonly parent: number;
  readonly group: number;
  readonly startTime: string;
  readonly isDead: boolean;
}

/**
 * Parses `pid (name) state parent group …`; the name may contain spaces, parentheses and line
 * breaks.
 */
export function parseStat(stat: string): ProcessStat | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group] = fields;
  // This is field 22 of the whole line; two fields come before the state.
  const startTime = fields[19];
  if (!state || !startTime) return undefined;
  return { parent: Number(parent), group: Number(group), startTime, isDead: 'ZXx'.includes(state) };
}

/** The run id in an environment, where a NUL ends each variable. */
export function runIdIn(environment: string): string | null {
  const name = `${RUN_VARIABLE}=`;
  const found = environment.startsWith(name) ? 0 : environment.indexOf(`\0${name}`) + 1;
  if (found === 0 && !environment.startsWith(name)) return null;
  const start = found + name.length;
  const end = environment.indexOf('\0', start);
  return environment.slice(start, end < 0 ? undefined : end);
}
