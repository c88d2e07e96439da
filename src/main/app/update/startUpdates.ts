import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { app, shell } from 'electron';
import type { BuildFacts } from '#main/app/buildFacts';
import type { Paths } from '#main/app/paths';
import type { Quitting } from '#main/app/quitting';
import type { ReportProblem } from '#main/base/files/keptFile';
import { onUnexpectedError } from '#main/base/unexpected';
import type { UpdateSetting } from '#shared/settings';
import { Announcements } from './announcements';
import { electronHop } from './electronHop';
import { fileInstaller, installCommand } from './fileInstaller';
import { folderInstaller, removeUnfinished, tidyBeside } from './folderInstaller';
import { type Fetch, guardedFetch } from './guardedFetch';
import type { UpdateInstaller } from './installer';
import type { UpdateManifest } from './manifest';
import { updaterInstaller } from './updaterInstaller';
import { Updates } from './updates';

export interface StartUpdatesOptions {
  /** The facts about a packaged app; null if it is not packaged. */
  readonly build: BuildFacts | null;
  readonly paths: Paths;
  readonly onProblem: ReportProblem;
  readonly quitting: Quitting;
  setting(): UpdateSetting;
}

/** Starts updates of the running app. If none are announced, not even the network is prepared. */
export function startUpdates(options: StartUpdatesOptions): Updates {
  const { build, paths, quitting } = options;
  const source = build?.updates ?? null;
  if (source === null) return new Updates(null);
  const fetch = guardedFetch(source.url, electronHop);
  return new Updates({
    announcements: new Announcements({
      ...source,
      version: app.getVersion(),
      memory: paths.updateMemory,
      onProblem: options.onProblem,
      fetch,
    }),
    installer: installerHere(paths.updates, fetch),
    setting: options.setting,
    quitWhenIdle: () => quitting.answer('whenIdle'),
    quitNow: () => quitting.answer('now'),
    stay: () => quitting.answer('cancel'),
    showFile: (path) => shell.showItemInFolder(path),
    tidy: (wanted) => tidy(wanted, paths.updates),
    now: Date.now,
  });
}

/** Removes what the last update left. A wanted version may already be downloaded. */
async function tidy(wanted: UpdateManifest | null, downloads: string): Promise<void> {
  try {
    if (wanted === null) await rm(downloads, { recursive: true, force: true });
    const folder = ownFolder();
    if (process.platform !== 'linux' || !isOwn(folder)) return;
    if (wanted === null) await tidyBeside(folder);
    else await removeUnfinished(folder);
  } catch (error) {
    onUnexpectedError(error);
  }
}

function installerHere(downloads: string, fetch: Fetch): UpdateInstaller {
  if (process.platform === 'darwin') {
    return updaterInstaller({ kind: 'zip-universal', load: loadUpdater });
  }
  if (process.platform === 'win32') {
    return updaterInstaller({ kind: `nsis-${process.arch}`, load: loadUpdater });
  }
  const type = readFileSync(join(process.resourcesPath, 'package-type'), 'utf8').trim();
  const kind = `${type}-${process.arch}`;
  const folder = ownFolder();
  if (type === 'tar.gz' && isOwn(folder)) {
    return folderInstaller({ kind, folder, downloads, fetch, relaunch });
  }
  return fileInstaller({ kind, downloads, fetch, command: (file) => installCommand(type, file) });
}

async function loadUpdater() {
  const { autoUpdater, CancellationToken } = await import('electron-updater');
  return { updater: autoUpdater, newCancellation: () => new CancellationToken() };
}

function ownFolder(): string {
  return dirname(process.execPath);
}

/** Whether the user unpacked the app, and may replace its folder. */
function isOwn(folder: string): boolean {
  try {
    accessSync(dirname(folder), constants.W_OK);
    return statSync(folder).uid === process.getuid?.();
  } catch {
    return false;
  }
}

/** Restarts with the same switches, but without opening the same folder again. */
function relaunch(execPath: string): void {
  const args = process.argv.slice(1);
  const kept = args.filter((word) => word.startsWith('--') && word !== '--new-session');
  app.relaunch({ execPath, args: kept });
}
