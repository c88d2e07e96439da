import { ok } from '#shared/errors';
import type { Fetch } from './guardedFetch';
import type { UpdateInstaller } from './installer';
import { downloadFor } from './verifiedDownload';

export interface FileInstallerOptions {
  /** The kind of file that it needs from a release, such as `deb-x64`. */
  readonly kind: string;
  readonly downloads: string;
  readonly fetch: Fetch;
  /** The command that installs the file in a terminal; null if there is no single command. */
  command(file: string): string | null;
}

/** Downloads and checks the next package for the system, which the user then installs. */
export function fileInstaller(options: FileInstallerOptions): UpdateInstaller {
  const { kind, downloads, fetch, command } = options;
  return {
    kind,
    installedBy: 'user',
    prepare: async (manifest, work) => {
      const file = await downloadFor(manifest, kind, downloads, { ...work, fetch });
      return file.ok ? ok({ type: 'user', file: file.value, command: command(file.value) }) : file;
    },
  };
}

/**
 * The command that installs a downloaded package in a terminal; null for an archive that is only
 * unpacked.
 */
export function installCommand(type: string, file: string): string | null {
  if (type === 'deb') return `sudo apt install ${quoted(file)}`;
  return type === 'rpm' ? `sudo dnf install ${quoted(file)}` : null;
}

function quoted(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
