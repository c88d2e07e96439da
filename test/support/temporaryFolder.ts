import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestFiles } from './testFiles';

const present = new Set<TemporaryFolder>();

process.once('exit', () => {
  for (const folder of present) folder.dispose();
});

/** A folder for the test, removed when it is disposed of or, at the latest, with the process. */
export class TemporaryFolder extends TestFiles {
  constructor(name = 'airlock-test') {
    // Resolves symbolic links, so that its path equals the one that programs report.
    super(realpathSync(mkdtempSync(join(tmpdir(), `${name}-`))));
    present.add(this);
  }

  folder(...parts: readonly string[]): string {
    const path = this.join(...parts);
    mkdirSync(path, { recursive: true });
    return path;
  }

  dispose(): void {
    present.delete(this);
    try {
      rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      // Only `rm` can remove folders that are deeper than a path may be long.
      if ((error as NodeJS.ErrnoException).code !== 'ENAMETOOLONG') throw error;
      execFileSync('rm', ['-rf', this.path]);
    }
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
