import { once } from 'node:events';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { fail, ok, type Result } from '#shared/errors';
import type { Fetch } from './guardedFetch';
import type { UpdateInstaller } from './installer';
import { downloadFor } from './verifiedDownload';

/** The end of what a program says that is shown when it fails. */
const SHOWN_CHARACTERS = 300;

export interface FolderInstallerOptions {
  readonly kind: string;
  /** The folder of the app, which is the user's own. */
  readonly folder: string;
  readonly downloads: string;
  readonly fetch: Fetch;
  /** Starts the program once this one has ended. */
  relaunch(program: string): void;
}

/**
 * For an app that was unpacked from a tar.gz: the next version is unpacked beside it and takes its place,
 * under the same name, so that what starts the app still finds it.
 */
export function folderInstaller(options: FolderInstallerOptions): UpdateInstaller {
  const { kind, folder, downloads, fetch, relaunch } = options;
  const fresh = `${folder}.new`;
  return {
    kind,
    installedBy: 'app',
    prepare: async (manifest, work) => {
      const file = await downloadFor(manifest, kind, downloads, { ...work, fetch });
      if (!file.ok) return file;
      const unpacked = await unpack(file.value, fresh, manifest.version, work.signal);
      if (!unpacked.ok) {
        await removeApp(fresh);
        return unpacked;
      }
      const install = async () => {
        await takePlace(fresh, folder);
        relaunch(join(folder, 'airlock'));
      };
      return ok({ type: 'app', install });
    },
  };
}

/** By the system: to the file functions of Electron an archive is a folder, which they cannot remove. */
export async function removeApp(folder: string): Promise<void> {
  const said = await failureOf('rm', ['-rf', '--', folder]);
  if (said !== null) throw new Error(`${folder} could not be removed: ${said}`);
}

/** Kept until the next version has started: the way back if it does not. */
export function previousFolder(folder: string): string {
  return `${folder}.previous`;
}

async function unpack(
  file: string,
  folder: string,
  version: string,
  signal: AbortSignal,
): Promise<Result<void>> {
  try {
    await removeApp(folder);
    await mkdir(folder);
    const args = ['-xzf', file, '-C', folder, '--strip-components=1', '--no-same-owner'];
    const said = await failureOf('tar', args, signal);
    if (said !== null) return fail('io', `The new version could not be unpacked: ${said}`);
    const found = await readFile(join(folder, 'resources/version'), 'utf8');
    if (found.trim() === `Airlock ${version}`) return ok();
    return fail('refused', `The download is ${found.trim()} and not ${version}.`);
  } catch (error) {
    if (signal.aborted) return fail('cancelled', 'The update was cancelled.');
    return fail('io', `The new version could not be unpacked: ${(error as Error).message}`);
  }
}

/** If the new folder cannot take the place of the old one, the old one is back in it. */
async function takePlace(fresh: string, folder: string): Promise<void> {
  const previous = previousFolder(folder);
  await removeApp(previous);
  await rename(folder, previous);
  try {
    await rename(fresh, folder);
  } catch (error) {
    await rename(previous, folder);
    throw error;
  }
}

/** Runs a program of the system; what it says if it fails, null if it does not. */
async function failureOf(
  program: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string | null> {
  const child = spawnProgram(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SHOWN_CHARACTERS);
  });
  const [code] = await once(child, 'close');
  return code === 0 ? null : said.trim();
}
