import { execFile } from 'node:child_process';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import {
  findFamily,
  type ProcessIdentity,
  type ProcessRow,
  type ProcessTable,
  sendSignal,
  signalProcesses,
} from './processTable';

/** An agent's process and everything that it has started, to be counted and signalled. */
export interface ProcessFamily {
  count(): Promise<number>;
  signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Remembers every process once seen, so that it is not lost when it leaves the group, clears its
 * environment and its parent dies.
 */
export class PosixFamily implements ProcessFamily {
  private readonly seen = new Map<number, string>();

  constructor(
    private readonly identity: ProcessIdentity,
    private readonly table: ProcessTable,
    private readonly hasExited: () => boolean,
    private readonly namespace: ProcessNamespace | null = null,
  ) {}

  async count(): Promise<number> {
    const members = await this.members();
    // The process itself counts as alive even if the table cannot be read.
    return Math.max(members.length, this.hasExited() ? 0 : 1);
  }

  async signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const members = await this.members();
    const { pid } = this.identity;
    if (this.namespace !== null) {
      // The kernel ends the whole namespace; the process that waits outside must not be signalled.
      if (signal === 'SIGKILL') this.namespace.dispose();
      await signalProcesses(members, signal, this.table);
      return;
    }
    // Signal the whole group at once, since its members may fork. It is surely ours while one of
    // them lives.
    if (!this.hasExited() || members.some(({ group }) => group === pid)) sendSignal(-pid, signal);
    const outside = members.filter(({ group }) => group !== pid);
    await signalProcesses(outside, signal, this.table);
  }

  private async members(): Promise<readonly ProcessRow[]> {
    const rows = await this.table.list();
    const family = new Set(findFamily(rows, this.identity));
    for (const row of rows) {
      const isKnown = this.seen.get(row.pid) === row.startTime;
      if (isKnown || this.namespace?.has(row.pid, row.parent)) family.add(row);
    }
    for (const { pid, startTime } of family) this.seen.set(pid, startTime);
    // The process that waits outside the namespace ends by itself after the agent, with the agent's
    // exit code.
    const isWaiting = ({ pid }: ProcessRow) => this.namespace !== null && pid === this.identity.pid;
    return [...family].filter((row) => !isWaiting(row));
  }
}

/**
 * Windows has no groups and forgets a process's descendants when it ends, so the whole tree must be
 * killed at once.
 */
export class WindowsFamily implements ProcessFamily {
  constructor(
    private readonly pid: number,
    private readonly hasExited: () => boolean,
  ) {}

  async count(): Promise<number> {
    return this.hasExited() ? 0 : 1;
  }

  signal(): Promise<void> {
    return new Promise((resolve) => {
      // The command fails if the tree has already ended; `count` tells whether it has.
      execFile('taskkill', ['/PID', `${this.pid}`, '/T', '/F'], () => resolve());
    });
  }
}
