import { setTimeout as delay } from 'node:timers/promises';
import type {
  AppUpdater,
  CancellationToken,
  ResolvedUpdateFileInfo,
  UpdateInfo,
} from 'electron-updater';
import { fail, ok } from '#shared/errors';
import type { UpdateInstaller } from './installer';
import type { UpdateFile } from './manifest';
import { networkReason } from './networkReason';

/** The part of electron-updater that is used, so that tests can replace it. */
export interface UpdaterPort
  extends Pick<
    AppUpdater,
    'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall' | 'setFeedURL' | 'on' | 'off'
  > {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  disableDifferentialDownload: boolean;
}

/** The time limit for the updater to end the app; on macOS it unpacks the new version first. */
const HANDOVER_MILLISECONDS = 120_000;

export interface UpdaterInstallerOptions {
  /** The kind of file that it needs from a release: `zip-universal` or `nsis-x64`. */
  readonly kind: string;
  /** Loads the updater only when it is needed. */
  load(): Promise<{ readonly updater: UpdaterPort; newCancellation(): CancellationToken }>;
}

/**
 * Installs through electron-updater on macOS and Windows. It gets the new version and the hash of
 * the download only from our signed announcement.
 */
export function updaterInstaller({ kind, load }: UpdaterInstallerOptions): UpdateInstaller {
  return {
    kind,
    installedBy: 'app',
    prepare: async ({ version, files }, { signal, onProgress }) => {
      const file = files[kind];
      if (file === undefined) {
        return fail('not-found', 'There is no download for this system.');
      }
      const { updater, newCancellation } = await load();
      updater.autoDownload = false;
      updater.autoInstallOnAppQuit = false;
      updater.allowDowngrade = false;
      // A differential download would ask the server for unsigned descriptions of both versions.
      updater.disableDifferentialDownload = true;
      updater.setFeedURL({ provider: 'custom', updateProvider: announcedProvider(version, file) });
      const cancellation = newCancellation();
      const cancel = () => cancellation.cancel();
      const progress = ({ transferred }: { transferred: number }) => onProgress(transferred);
      signal.addEventListener('abort', cancel, { once: true });
      updater.on('download-progress', progress);
      try {
        const checked = await updater.checkForUpdates();
        if (checked?.updateInfo.version !== version) {
          return fail('unavailable', 'The system’s updater does not accept this version.');
        }
        await updater.downloadUpdate(cancellation);
        // The updater itself ends the app, sooner or later.
        const install = async () => {
          updater.quitAndInstall(true, true);
          await delay(HANDOVER_MILLISECONDS);
        };
        return ok({ type: 'app', install, endsApp: true, discard: async () => undefined });
      } catch (error) {
        if (signal.aborted) return fail('cancelled', 'The download was cancelled.');
        return fail('io', `The download failed: ${networkReason(error)}.`);
      } finally {
        signal.removeEventListener('abort', cancel);
        updater.off('download-progress', progress);
      }
    },
  };
}

type ProviderClass = NonNullable<
  Extract<Parameters<AppUpdater['setFeedURL']>[0], { provider: 'custom' }>['updateProvider']
>;

/** A provider for electron-updater that asks no server. */
export function announcedProvider(version: string, file: UpdateFile): ProviderClass {
  const { url, size, sha512 } = file;
  const info: UpdateInfo = {
    version,
    files: [{ url, size, sha512 }],
    path: url,
    sha512,
    releaseDate: new Date(0).toISOString(),
  };
  class AnnouncedProvider {
    readonly isUseMultipleRangeRequest = false;
    readonly fileExtraDownloadHeaders = null;

    setRequestHeaders(): void {
      // Send nothing that identifies the user.
    }

    async getLatestVersion(): Promise<UpdateInfo> {
      return info;
    }

    resolveFiles(): ResolvedUpdateFileInfo[] {
      return [{ url: new URL(url), info: { url, size, sha512 } }];
    }
  }
  return AnnouncedProvider as unknown as ProviderClass;
}
