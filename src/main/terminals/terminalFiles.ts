import { readlink, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { TerminalId } from '#shared/ids';

/** Finds the files that are named in a terminal's output. */
export class TerminalFiles {
  constructor(private readonly pidOf: (id: TerminalId) => number | undefined) {}

  /**
   * The file's path, or null if there is no file with that name. Folders and devices do not count.
   */
  async find(
    terminal: { readonly id: TerminalId; readonly cwd: string },
    name: string,
  ): Promise<string | null> {
    if (name.includes('\0')) return null;
    if (isAbsolute(name)) return this.existing(name);
    if (name.startsWith('~/')) return this.existing(join(homedir(), name.slice(2)));
    const current = await this.currentFolder(terminal.id);
    const found = current && (await this.existing(resolve(current, name)));
    return found ?? this.existing(resolve(terminal.cwd, name));
  }

  /** The current folder of the shell; known only on Linux. */
  private async currentFolder(id: TerminalId): Promise<string | null> {
    const pid = this.pidOf(id);
    if (pid === undefined || process.platform !== 'linux') return null;
    return readlink(`/proc/${pid}/cwd`).catch(() => null);
  }

  private async existing(path: string): Promise<string | null> {
    const status = await stat(path).catch(() => null);
    return status?.isFile() ? path : null;
  }
}
