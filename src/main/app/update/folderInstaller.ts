import { chmod, lstat, mkdtemp, readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { fail, ok, type Result } from '#shared/errors';
import type { Fetch } from './guardedFetch';
import type { UpdateInstaller } from './installer';
import { downloadFor } from './verifiedDownload';

/** Characters shown from the end of a failed program's output. */
const SHOWN_CHARACTERS = 300;

export interface FolderInstallerOptions {
  readonly kind: string;
  /** The folder of the app, which belongs to the user. */
  readonly folder: string;
  readonly downloads: string;
  readonly fetch: Fetch;
  /** Starts the program after this one has ended. */
  relaunch(program: string): void;
}

/**
 * Updates an app that was unpacked from a tar.gz. The next version is unpacked next to it and
 * replaces it under the same name, so that launchers still find it.
 */
export function folderInstaller(options: FolderInstallerOptions): UpdateInstaller {
  const { kind, folder, downloads, fetch, relaunch } = options;
  return {
    kind,
    installedBy: 'app',
    prepare: async (manifest, work) => {
      const data = dirname(downloads);
      if (isWithin(data, folder)) {
        return fail(
          'refused',
          `Your settings and sessions are in the folder of Airlock, which an update replaces. Move them elsewhere from ${data}, or unpack the new version yourself.`,
        );
      }
      const inTheWay = await whatIsInTheWay(folder);
      if (inTheWay !== null) return fail('refused', inTheWay);
      const file = await downloadFor(manifest, kind, downloads, { ...work, fetch });
      if (!file.ok) return file;
      const unpacked = await unpack(file.value, folder, manifest.version, work.signal);
      if (!unpacked.ok) return unpacked;
      const discard = () => removeApp(unpacked.value);
      const install = async () => {
        try {
          await takePlace(unpacked.value, folder);
        } catch (error) {
          await discard();
          throw error;
        } finally {
          // Start whichever version is there now, because the user did not want the app to end.
          relaunch(join(folder, 'airlock'));
        }
      };
      return ok({ type: 'app', install, endsApp: false, discard });
    },
  };
}

/**
 * Removes what updates left next to the app's folder, including the previous version, because this
 * one has started.
 */
export async function tidyBeside(folder: string): Promise<void> {
  await removeUnfinished(folder);
  const previous = previousFolder(folder);
  if (await isEarlier(previous, folder)) await removeApp(previous);
}

/**
 * Removes the app with a system command: Electron's file functions treat an archive as a folder,
 * which they cannot remove.
 */
export async function removeApp(folder: string): Promise<void> {
  const said = await failureOf('rm', ['-rf', '--', folder]);
  if (said !== null) throw new Error(`${folder} could not be removed: ${said}`);
}

/**
 * The folder of the previous version, which is kept until the next one has started, in case it does
 * not.
 */
function previousFolder(folder: string): string {
  return `${folder}.previous`;
}

/**
 * The folder into which the process with this number unpacks. Apps with other data folders may
 * update the same app.
 */
function unfinishedFolder(folder: string, pid: number | string): string {
  return `${folder}.new-${pid}-`;
}

/** Removes unpacked versions of processes that ended before they installed them. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const pid = /\.new-(\d+)-\w+$/.exec(name)?.[1];
    const path = join(dirname(folder), name);
    if (pid === undefined || !path.startsWith(unfinishedFolder(folder, pid))) continue;
    if (!isRunning(Number(pid))) await removeApp(path);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await ifExists(lstat(path))) !== undefined;
}

/** Whether a folder is a version of the app and contains nothing that the user added. */
async function isEarlier(path: string, folder: string): Promise<boolean> {
  const isFolder = (await ifExists(lstat(path)))?.isDirectory() ?? false;
  if (!isFolder || !(await ifExists(versionIn(path)))?.startsWith('Airlock ')) return false;
  const known = new Set(await readdir(folder));
  return (await readdir(path)).every((name) => known.has(name));
}

/** Why the replaced version cannot be kept next to the new one; null if it can. */
async function whatIsInTheWay(folder: string): Promise<string | null> {
  const previous = previousFolder(folder);
  if (!(await isThere(previous)) || (await isEarlier(previous, folder))) return null;
  return `${previous} is in the way, and is not just a version of Airlock. Move it elsewhere, then install again.`;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

async function versionIn(folder: string): Promise<string> {
  return (await readFile(join(folder, 'resources/version'), 'utf8')).trim();
}

/** Unpacks the new version into its own folder next to the app's, and removes it on failure. */
async function unpack(
  file: string,
  folder: string,
  version: string,
  signal: AbortSignal,
): Promise<Result<string>> {
  let fresh: string | null = null;
  let problem: Result<never>;
  try {
    await removeUnfinished(folder);
    fresh = await mkdtemp(unfinishedFolder(folder, process.pid));
    await chmod(fresh, 0o755);
    const args = ['-xzf', file, '-C', fresh, '--strip-components=1', '--no-same-owner'];
    // A power failure after the folders are swapped must not leave empty files.
    const said = (await failureOf('tar', args, signal)) ?? (await failureOf('sync', ['-f', fresh]));
    if (said === null) {
      const found = await versionIn(fresh);
      if (found === `Airlock ${version}`) return ok(fresh);
      problem = fail('refused', `The download is ${found} and not ${version}.`);
    } else {
      problem = fail('io', `The new version could not be unpacked: ${said}`);
    }
  } catch (error) {
    problem = signal.aborted
      ? fail('cancelled', 'The update was cancelled.')
      : fail('io', `The new version could not be unpacked: ${(error as Error).message}`);
  }
  if (fresh !== null) await removeApp(fresh);
  return problem;
}

/** Replaces the old folder with the new one. If that fails, the old one is put back. */
async function takePlace(fresh: string, folder: string): Promise<void> {
  const previous = previousFolder(folder);
  // Nothing is moved if the new version no longer exists.
  await lstat(fresh);
  // Something may have been put there while the app waited for the agents.
  const inTheWay = await whatIsInTheWay(folder);
  if (inTheWay !== null) throw new Error(inTheWay);
  await removeApp(previous);
  await rename(folder, previous);
  try {
    await rename(fresh, folder);
  } catch (error) {
    await rename(previous, folder);
    throw error;
  }
}

/**
 * Runs a system program to its end, even if it gets a signal. Returns its output if it fails, and
 * null otherwise.
 */
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
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (failure !== null) throw failure;
  return code === 0 ? null : said.trim();
}
