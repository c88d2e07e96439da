import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** The room that is left below the limit before it is used up. */
const SPARE = 64;

/**
 * Linux only: limits this process to few file descriptors, and takes all of them until told
 * otherwise.
 */
export class ScarceDescriptors {
  private held: number[] = [];

  constructor() {
    const pid = String(process.pid);
    const limits = ['--pid', pid, '--nofile', '--noheadings', '--raw', '--output', 'SOFT'];
    const soft = execFileSync('prlimit', limits).toString().trim();
    const highest = Math.max(...readdirSync('/proc/self/fd').map(Number));
    execFileSync('prlimit', ['--pid', pid, `--nofile=${highest + SPARE}:`]);
    onTestFinished(() => {
      this.release();
      execFileSync('prlimit', ['--pid', pid, `--nofile=${soft}:`]);
    });
  }

  /** Takes all descriptors but this many. */
  exhaust(left = 0): void {
    try {
      for (;;) this.held.push(openSync('/dev/null', 'r'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
    }
    for (const file of this.held.splice(0, left)) closeSync(file);
  }

  release(): void {
    for (const file of this.held.splice(0)) closeSync(file);
  }
}
