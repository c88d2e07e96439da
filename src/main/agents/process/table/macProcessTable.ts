import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { RUN_VARIABLE } from '#main/agents/process/environment/agentEnvironment';
import type { ProcessRow, ProcessTable } from './processTable';

const run = promisify(execFile);
const columns = 'pid=,ppid=,pgid=,stat=,lstart=,command=';
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** Asks `ps`, which prints the environment of our own processes after their arguments. */
export class MacProcessTable implements ProcessTable {
  list(): Promise<readonly ProcessRow[]> {
    return this.ask('-ax');
  }

  async startTimeOf(pid: number): Promise<string | null> {
    const rows = await this.ask('-p', `${pid}`);
    return rows[0]?.startTime ?? null;
  }

  private async ask(...selection: string[]): Promise<readonly ProcessRow[]> {
    const options = { maxBuffer: OUTPUT_BYTES, env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' } };
    try {
      const { stdout } = await run('/bin/ps', [...selection, '-Eww', '-o', columns], options);
      return parseProcessList(stdout);
    } catch {
      // The command also fails if there is no such process.
      return [];
    }
  }
}

const row = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/;
const runId = new RegExp(` ${RUN_VARIABLE}=(\\S+)`);

export function parseProcessList(text: string): ProcessRow[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, startTime, command = ''] = row.exec(line) ?? [];
    if (startTime === undefined || state?.startsWith('Z')) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      startTime,
      runId: runId.exec(command)?.[1] ?? null,
    };
  });
}
