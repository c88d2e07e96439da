import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files below a folder, as tests write and read them. */
export class TestFiles {
  constructor(readonly path: string) {}

  join(...parts: readonly string[]): string {
    return join(this.path, ...parts);
  }

  /** Writes a file, creates missing folders, and returns the file's path. */
  write(path: string, content: string | Uint8Array): string {
    const file = this.join(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  read(path: string): string {
    return readFileSync(this.join(path), 'utf8');
  }
}
