import { chmodSync, readFileSync, rmSync } from 'node:fs';
import type { TemporaryFolder } from './temporaryFolder';

/** A git program that counts its starts. Not on Windows. */
export class CountingGit {
  readonly program: string;

  constructor(folder: TemporaryFolder) {
    folder.write('counting-git', '#!/bin/sh\necho "$@" >> "$0.log"\nexec git "$@"\n');
    this.program = folder.join('counting-git');
    chmodSync(this.program, 0o755);
  }

  /** The number of starts since the last call. */
  count(): number {
    const log = `${this.program}.log`;
    const commands = readFileSync(log, 'utf8').trim().split('\n').length;
    rmSync(log);
    return commands;
  }
}
