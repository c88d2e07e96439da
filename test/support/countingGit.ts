import { chmodSync, readFileSync, rmSync } from 'node:fs';
import type { TemporaryFolder } from './temporaryFolder';

/** The git program, which counts how often it is started. Not on Windows. */
export class CountingGit {
  readonly program: string;

  constructor(folder: TemporaryFolder) {
    folder.write('counting-git', '#!/bin/sh\necho "$@" >> "$0.log"\nexec git "$@"\n');
    this.program = folder.join('counting-git');
    chmodSync(this.program, 0o755);
  }

  /** Since it was asked for last. */
  count(): number {
    const log = `${this.program}.log`;
    const commands = readFileSync(log, 'utf8').trim().split('\n').length;
    rmSync(log);
    return commands;
  }
}
