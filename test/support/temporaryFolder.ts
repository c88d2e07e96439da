import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const present = new Set<TemporaryFolder>();

process.once('exit', () => {
  for (const folder of present) folder.dispose();
});

/** A folder of the test's own, removed when it is disposed of or, at the latest, with the process. */
export class TemporaryFolder {
  /** Without symbolic links, so that it equals what programs report. */
  readonly path: string;

  constructor(name = 'airlock-test') {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
    present.add(this);
  }

  join(...parts: readonly string[]): string {
    return join(this.path, ...parts);
  }

  folder(...parts: readonly string[]): string {
    const path = this.join(...parts);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Makes the folders on the way, and returns the file's path. */
  write(path: string, content: string | Uint8Array): string {
    const file = this.join(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  read(path: string): string {
    return readFileSync(this.join(path), 'utf8');
  }

  dispose(): void {
    present.delete(this);
    rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
